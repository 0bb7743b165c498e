"""A card with a title and its meaning, over the canvas."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kpgui.geometry.palette import Palette

BETWEEN = 8.0
ROOM = 12.0
FROM_EDGE = 12.0
"""Pixels between the card and the upper or lower edge of the canvas."""

FROM_SIDES = 8.0
"""Least pixels between the card and the sides; where that is too narrow, the meaning is below the title."""


def draw_card(
    painter: QPainter, palette: Palette, canvas: QRectF, title: str, meaning: str, edge: str, below: bool = False
) -> None:
    """Draws the card in the middle of the canvas's upper, or with `below` lower, edge.

    edge: the colour of the card's edge and of the title.
    """
    bold = QFont(painter.font())
    bold.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(bold)
    texts = [(title, bold, edge), (meaning, painter.font(), palette.text)]
    widths = [QFontMetricsF(font).horizontalAdvance(text) for text, font, _ in texts]
    one_line = sum(widths) + BETWEEN + 2 * ROOM <= canvas.width() - 2 * FROM_SIDES
    width = (sum(widths) + BETWEEN if one_line else max(widths)) + 2 * ROOM
    card = QRectF(0, FROM_EDGE, width, metrics.height() + (0 if one_line else metrics.lineSpacing()) + ROOM)
    card.moveLeft(round((canvas.width() - width) / 2))
    if below:
        card.moveBottom(round(canvas.height() - FROM_EDGE))
    _draw_ground(painter, palette, card, edge)
    place = card.topLeft() + QPointF(ROOM, ROOM / 2 + metrics.ascent())
    for (text, font, colour), advance in zip(texts, widths, strict=True):
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
