"""Arrows with a name, as painted on the canvas and in pictures of feature space."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from kpgui.model.arrays import Floats
from kpgui.present.palette import Palette

HEAD, HALF_HEAD = 9.0, 4.5
"""Length and half the width of an arrow's head, in logical pixels."""

GAP = 4.0
"""Pixels between a name and its arrow, and around a name."""

STYLES = {
    "w": (2.5, Qt.PenStyle.SolidLine),
    "added": (2.0, Qt.PenStyle.SolidLine),
    "before": (1.2, Qt.PenStyle.DashLine),
}
"""Width and style of the line by the arrow's role."""


def draw_arrow(
    painter: QPainter, palette: Palette, start: Floats, end: Floats, role: str, text: str, within: QRectF
) -> None:
    """Draws an arrow from one pixel to another, (2,) each; its name is beside its tip, or its middle, and `within`."""
    colour = QColor({"w": palette.boundary, "added": palette.flash, "before": palette.muted}[role])
    width, style = STYLES[role]
    along = end - start
    length = float(np.hypot(*along))
    if not 0 < length < np.inf:
        return
    ahead = along / length
    aside, back = np.array([-ahead[1], ahead[0]]), end - min(HEAD, length) * ahead
    painter.setPen(QPen(colour, width, style, Qt.PenCapStyle.FlatCap))
    painter.drawLine(_at(start), _at(back))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([_at(end), _at(back + HALF_HEAD * aside), _at(back - HALF_HEAD * aside)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if text:
        place, away = (end, ahead) if role == "w" else ((start + end) / 2, aside)
        draw_name(painter, palette, place, away, text, within)


def draw_name(painter: QPainter, palette: Palette, place: Floats, away: Floats, text: str, within: QRectF) -> None:
    """Writes a name next to a pixel (2,), in the direction `away` of it, on a ground that keeps it legible."""
    metrics = QFontMetricsF(painter.font())
    ground = QRectF(0, 0, metrics.horizontalAdvance(text) + 2 * GAP, metrics.height())
    reach = GAP + abs(away[0]) * ground.width() / 2 + abs(away[1]) * ground.height() / 2
    ground.moveCenter(_at(place + reach * away))
    ground.moveLeft(max(within.left(), min(ground.left(), within.right() - ground.width())))
    ground.moveTop(max(within.top(), min(ground.top(), within.bottom() - ground.height())))
    backdrop = QColor(palette.panel)
    backdrop.setAlphaF(0.85)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(backdrop)
    painter.drawRoundedRect(ground, 3, 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QColor(palette.text))
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)


def _at(place: Floats) -> QPointF:
    return QPointF(float(place[0]), float(place[1]))
