"""A card with a title and its meaning, over the canvas."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kpgui.present.palette import Palette
from kpgui.ui.canvas.layers.base import Layer

BETWEEN = 8.0
ROOM = 12.0
FROM_EDGE = 12.0
"""Pixels between the card and the upper or lower edge of the canvas."""

FROM_SIDES = 8.0
"""Least pixels between the card and the sides; where that is too narrow, the meaning is below the title."""


def draw_card(
    painter: QPainter, layer: Layer, texts: tuple[str, str], edge: str, below: bool = False, lift: float = 0.0
) -> None:
    """Draws a card with a title and its meaning in the middle of a layer's upper, or with `below` lower, edge.

    edge: the colour of the card's edge and of the title. lift: pixels by which it is farther from the canvas's edge.
    A card of the lower edge moves to the upper one where it would hide the legend, which is too low to reach both.
    """
    (title, meaning), palette, canvas = texts, layer.palette, layer.boundingRect()
    bold = QFont(painter.font())
    bold.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(bold)
    parts = [(title, bold, edge), (meaning, painter.font(), palette.text)]
    widths = [QFontMetricsF(font).horizontalAdvance(text) for text, font, _ in parts]
    one_line = sum(widths) + BETWEEN + 2 * ROOM <= canvas.width() - 2 * FROM_SIDES
    width = (sum(widths) + BETWEEN if one_line else max(widths)) + 2 * ROOM
    card = QRectF(0, FROM_EDGE + lift, width, metrics.height() + (0 if one_line else metrics.lineSpacing()) + ROOM)
    card.moveLeft(round((canvas.width() - width) / 2))
    lower = card.translated(0, round(canvas.height() - FROM_EDGE - lift) - card.bottom())
    if below and not lower.intersects(layer.legend_card):
        card = lower
    _draw_ground(painter, palette, card, edge)
    place = card.topLeft() + QPointF(ROOM, ROOM / 2 + metrics.ascent())
    for (text, font, colour), advance in zip(parts, widths, strict=True):
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(place, text)
        place += QPointF(advance + BETWEEN, 0) if one_line else QPointF(0, metrics.lineSpacing())


def _draw_ground(painter: QPainter, palette: Palette, card: QRectF, edge: str) -> None:
    ground = QColor(palette.panel)
    ground.setAlphaF(0.95)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(edge))
    painter.setBrush(ground)
    painter.drawRoundedRect(card.translated(0.5, 0.5), 8, 8)
    painter.setBrush(Qt.BrushStyle.NoBrush)
