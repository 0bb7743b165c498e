"""The symbols of points, and the marks around them."""

from collections.abc import Callable
from functools import partial
from math import pi

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from kpgui.geometry.palette import Palette

Symbol = Callable[[QPainter], None]
"""Draws one symbol around the origin, in logical pixels."""

OUTLINE = 1.0
HOLLOW = 2.0
"""Line widths for points of usual size; smaller points have thinner lines, which would fill them otherwise."""

USUAL = 9.0

AROUND = 1.9
"""Width of a diamond relative to the point's, so that its edges pass close by the corners of a square."""

EDGE = 1.0
"""Width in logical pixels of the dark lines along marks of the selection."""


def around(size: float) -> float:
    """The diameter of a circle that goes through the edges of a diamond around a point of this diameter."""
    return AROUND * size * 0.5**0.5


def points(palette: Palette, size: float) -> list[Symbol]:
    """Discs for +1, squares for −1; first both filled, then both hollow (held out)."""
    classes = ((palette.positive, True), (palette.negative, False))
    return [
        partial(_point, palette, colour, disc, size, hollow) for hollow in (False, True) for colour, disc in classes
    ]


def ring(colour: str, size: float, width: float) -> Symbol:
    """A circle of this outer diameter."""
    return partial(_ring, QColor(colour), size, width)


def selection_ring(palette: Palette, size: float, width: float) -> Symbol:
    """A circle of this outer diameter in the colour of the selection, between two lines that set it off any field."""
    edge = ring(palette.selection_edge, size + 2 * EDGE, width + 2 * EDGE)
    return stacked(edge, ring(palette.selection, size, width))


def stacked(*symbols: Symbol) -> Symbol:
    """The symbols on top of each other, the first at the bottom."""

    def draw(painter: QPainter) -> None:
        for symbol in symbols:
            symbol(painter)

    return draw


def cross_hair(colour: str, size: float) -> Symbol:
    """A circle with four short lines that point at its centre."""
    return partial(_cross_hair, QColor(colour), size)


def crossed_ring(colour: str, size: float) -> Symbol:
    """A circle with four short diagonal lines outwards, as of an × behind it."""
    return partial(_crossed_ring, QColor(colour), size)


def broken_ring(colour: str, size: float) -> Symbol:
    """A dashed circle."""
    return partial(_broken_ring, QColor(colour), size)


def diamond(colour: str, around: str, size: float) -> Symbol:
    """A square on its corner, of this outer width, edged in the colour `around` unless it is small."""
    return partial(_diamond, QColor(colour), QColor(around), size)


def forgotten(veil: str, colour: str, size: float) -> Symbol:
    """A half transparent disc that fades a point of this diameter, and a dotted circle around it."""
    return partial(_forgotten, QColor(veil), QColor(colour), size)


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


def _crossed_ring(colour: QColor, size: float, painter: QPainter) -> None:
    _ring(colour, size, 3.0, painter)
    inner, outer = size / 2 - 2, size / 2 + 6
    for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        painter.drawLine(QPointF(x, y) * (inner * 0.5**0.5), QPointF(x, y) * (outer * 0.5**0.5))


def _broken_ring(colour: QColor, size: float, painter: QPainter) -> None:
    _dashed_circle(QPen(colour, 3.0), size / 2 + 3, 5.4, 3.6, painter)


def _forgotten(veil: QColor, colour: QColor, size: float, painter: QPainter) -> None:
    veil.setAlphaF(0.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(veil)
    painter.drawEllipse(QPointF(0, 0), size / 2 + 1, size / 2 + 1)
    _dashed_circle(QPen(colour, 1.2), size / 2 + 2.5, 1.8, 2.4, painter)


def _dashed_circle(pen: QPen, radius: float, dash: float, gap: float, painter: QPainter) -> None:
    """A circle in a whole number of dashes of about this length, in logical pixels, so that no side is the heavier."""
    around = 2 * pi * radius
    stretch = around / (dash + gap) / round(around / (dash + gap)) / pen.widthF()
    pen.setDashPattern([dash * stretch, gap * stretch])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def _diamond(colour: QColor, around: QColor, size: float, painter: QPainter) -> None:
    corners = QPolygonF([QPointF(x, y) * (size / 2) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    lines = ((around, 3.0), (colour, 1.5)) if size > USUAL * 1.5 else ((colour, 1.2),)
    for ink, width in lines:
        pen = QPen(ink, width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawPolygon(corners)
