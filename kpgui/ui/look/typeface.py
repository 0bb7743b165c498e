"""The window's typeface."""

from PySide6.QtGui import QFont, QGuiApplication

from kpgui.figure.fonts import load_fonts

TYPE_SIZE = 13
"""Font size in logical pixels."""


def window_font() -> QFont:
    """Inter of usual size, with digits of equal width, so that counters do not jitter."""
    font = QFont(load_fonts())
    # In points, because Qt and pyqtgraph derive smaller and larger fonts from the point size.
    font.setPointSizeF(TYPE_SIZE * 72 / QGuiApplication.primaryScreen().logicalDotsPerInch())
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
