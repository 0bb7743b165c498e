"""The window's typeface."""

import sys

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QPainter

from kpgui.drawing.lettering import load_fonts

TYPE_SIZE = 13
"""Font size in logical pixels."""

USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}
"""Size of the system's own text in points, by platform, as it is unless the user has chosen another; else 11."""


def window_font(size: float = 1.0) -> QFont:
    """Inter, so many times as large as usual, with digits of equal width, so that counters do not jitter."""
    font = QFont(load_fonts())
    # In points, because Qt and pyqtgraph derive smaller and larger fonts from the point size.
    font.setPointSizeF(size * TYPE_SIZE * 72 / QGuiApplication.primaryScreen().logicalDotsPerInch())
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def bold(font: QFont) -> QFont:
    """The font, semi-bold."""
    heavier = QFont(font)
    heavier.setWeight(QFont.Weight.DemiBold)
    return heavier


def write_small(painter: QPainter) -> None:
    """From now on the painter writes smaller, as beside the axes of a plot."""
    font = painter.font()
    font.setPointSizeF(0.85 * font.pointSizeF())
    painter.setFont(font)


def system_scale() -> float:
    """How many times as large as usual the user wants text to be, by the system's font: 1.5 for "Text size 150 %".

    Where the system scales everything instead, or text by its density (X11), Qt does so too, and this is 1.
    """
    points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    return max(1.0, points / USUAL_POINTS.get(sys.platform, 11.0))
