"""What is around the curves of a painted plot: the labels of its axes, its legend, lines that stand upright."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from kpgui.geometry.palette import Palette
from kpgui.ui.look.scale import scaled

LEFT, TOP, RIGHT, BOTTOM, ROW, EDGE = 44, 8, 10, 34, 15, 4
"""Margins around the curves, for ticks and title, the height of a row of the legend and its left margin, in pixels
with type of usual size.
"""

BESIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def paint_heights(painter: QPainter, area: QRectF, palette: Palette, ticks: Iterable[tuple[float, str]]) -> None:
    """Grid lines at these y, with their labels to the left."""
    for y, label in ticks:
        painter.setPen(QColor(palette.grid))
        painter.drawLine(QPointF(area.left(), round(y)), QPointF(area.right(), round(y)))
        painter.setPen(QColor(palette.muted))
        painter.drawText(QRectF(0, y - scaled(8), area.left() - scaled(6), scaled(16)), BESIDE, label)


def paint_labels(
    painter: QPainter, area: QRectF, palette: Palette, ticks: Iterable[tuple[float, str]], title: str
) -> None:
    """Labels at these ascending x below the area, as far as there is room, and the title of the axis."""
    painter.setPen(QColor(palette.muted))
    free, edge = 0.0, area.right() + scaled(RIGHT)
    for x, label in ticks:
        width = painter.fontMetrics().horizontalAdvance(label) + 2
        place = QRectF(min(x - width / 2, edge - width), area.bottom() + scaled(3), width, scaled(14))
        if place.left() >= free:  # the last label may have to keep clear of the edge
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, label)
            free = place.right() + 6
    below = QRectF(area.left(), area.bottom() + scaled(17), area.width(), scaled(15))
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, title)


def paint_legend(painter: QPainter, row: int, name: str, pen: QPen, text: QColor, width: int) -> None:
    """A row of the legend in a plot of this width: a piece of line and a name."""
    y, edge = scaled(TOP) + scaled(ROW) * row - 2, scaled(EDGE)
    middle, left = y + scaled(ROW) / 2, edge + scaled(24)
    painter.setPen(pen)
    painter.drawLine(QPointF(edge, middle), QPointF(edge + scaled(18), middle))
    room = QRectF(left, y, width - left - scaled(RIGHT), scaled(ROW))
    painter.setPen(text)
    fitted = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, fitted)


def paint_upright(painter: QPainter, area: QRectF, x: float) -> None:
    """A line over the height of the area, sharp on the screen."""
    painter.drawLine(QPointF(round(x) + 0.5, area.top()), QPointF(round(x) + 0.5, area.bottom()))
