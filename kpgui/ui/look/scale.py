"""The window's typeface, and larger type: everything in the window is larger by one factor."""

import re
import sys
from collections.abc import Mapping

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication, QToolBar, QToolButton, QWidget

from kpgui.drawing.lettering import load_fonts

TYPE_SIZE = 13
"""Font size in logical pixels."""

TIGHT, CLOSE, APART, LOOSE, EDGE, INDENT = 2, 4, 8, 12, 16, 24
"""Distances between the parts of the window in pixels: all there are. EDGE: from those of a dialog to its parts."""

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


def system_scale() -> float:
    """How many times as large as usual the user wants text to be, by the system's font: 1.5 for "Text size 150 %".

    Where the system scales everything instead, or text by its density (X11), Qt does so too, and this is 1.
    """
    points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    return max(1.0, points / USUAL_POINTS.get(sys.platform, 11.0))


_HELD, _SCALE = "held_sizes", "type_scale"
_PIXELS = re.compile(r"(radius: )?(-?\d+)px")


def scale() -> float:
    """Size of type relative to the usual one."""
    return float(application().property(_SCALE) or 1.0)


def set_scale(factor: float) -> None:
    """Sets the size of type, and of all lengths from now on; `rescale` follows for windows that are there."""
    application().setProperty(_SCALE, factor)
    QApplication.setFont(window_font(factor))


def application() -> QApplication:
    """The running application."""
    running = QApplication.instance()
    assert isinstance(running, QApplication)
    return running


def scaled(length: float) -> int:
    """A length in pixels, given as it is with type of usual size, at the present one."""
    return round(length * scale())


def scaled_sheet(sheet: str) -> str:
    """A style sheet with its lengths scaled; what is 1 pixel wide stays so.

    >>> _larger("margin: -5px 0; border: 1px; border-radius: 8px", 1.5)
    'margin: -8px 0; border: 1px; border-radius: 11px'
    """
    return _larger(sheet, scale())


def hold(widget: QWidget, **sizes: int) -> None:
    """Gives a widget sizes that follow that of type, in pixels as they are with type of usual size.

    width, height: fixed ones. least_width, least_height: minimum ones. icon: the side of icons.
    """
    widget.setProperty(_HELD, sizes)
    _apply(widget, sizes)


def rescale(window: QWidget) -> None:
    """Applies the present size of type to everything in a window whose sizes are held."""
    for widget in window.findChildren(QWidget):
        sizes = widget.property(_HELD)
        if sizes:
            _apply(widget, sizes)


def _apply(widget: QWidget, sizes: Mapping[str, int]) -> None:
    for name, usual in sizes.items():
        length = scaled(usual)
        if name == "width":
            widget.setFixedWidth(length)
        elif name == "height":
            widget.setFixedHeight(length)
        elif name == "least_width":
            widget.setMinimumWidth(length)
        elif name == "least_height":
            widget.setMinimumHeight(length)
        elif name == "icon":
            assert isinstance(widget, QToolBar | QToolButton)
            widget.setIconSize(QSize(length, length))


def _larger(sheet: str, factor: float) -> str:
    def grown(found: re.Match[str]) -> str:
        radius, pixels = found[1] or "", int(found[2])
        if abs(pixels) > 1:
            # A radius of more than half of what it rounds would be ignored.
            pixels = max(1, int(pixels * factor) - 1) if radius else round(pixels * factor)
        return f"{radius}{pixels}px"

    return sheet if factor == 1 else _PIXELS.sub(grown, sheet)
