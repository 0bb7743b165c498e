"""The symbols of points, and the marks around them."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.present.palette import Palette
from kpgui.ui.canvas.sprites import Symbol

OUTLINE = 1.0
HOLLOW = 2.0
"""Line widths for points of usual size; smaller points have thinner lines, which would fill them otherwise."""

USUAL = 9.0


def diameter(count: int) -> float:
    """The diameter of a point in logical pixels, smaller when there are many."""
    for most, size in ((100, 13.0), (300, 11.0), (1000, 9.0), (3000, 7.0)):
        if count <= most:
            return size
    return 5.0


def points(palette: Palette, size: float) -> list[Symbol]:
    """Discs for +1, squares for −1; first both filled, then both hollow (held out)."""
    classes = ((palette.positive, True), (palette.negative, False))
    return [
        partial(_point, palette, colour, disc, size, hollow) for hollow in (False, True) for colour, disc in classes
    ]


def ring(colour: str, size: float, width: float) -> Symbol:
    """A circle of this outer diameter."""
    return partial(_ring, QColor(colour), size, width)


def cross_hair(colour: str, size: float) -> Symbol:
    """A circle with four short lines that point at its centre."""
    return partial(_cross_hair, QColor(colour), size)


def _point(palette: Palette, colour: str, disc: bool, size: float, hollow: bool, painter: QPainter) -> None:
    width = (HOLLOW if hollow else OUTLINE) * min(1.0, (size / USUAL) ** 2)
    painter.setPen(QPen(QColor(colour if hollow else palette.outline), width))
    painter.setBrush(QColor(palette.canvas if hollow else colour))
    # A square of the disc's diameter looks larger than the disc.
    half = (size if disc else 0.9 * size) / 2 - width / 2
    shape = QRectF(-half, -half, 2 * half, 2 * half)
    if disc:
        painter.drawEllipse(shape)
    else:
        painter.drawRect(shape)


def _ring(colour: QColor, size: float, width: float, painter: QPainter) -> None:
    painter.setPen(QPen(colour, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = (size - width) / 2
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def _cross_hair(colour: QColor, size: float, painter: QPainter) -> None:
    _ring(colour, size, 2.0, painter)
    inner, outer = size / 2 - 2, size / 2 + 5
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        painter.drawLine(QPointF(x * inner, y * inner), QPointF(x * outer, y * outer))
