"""A card with a line of text, over the canvas."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kpgui.present.palette import Palette

BETWEEN = 8.0
ROOM = 12.0


def card_height(painter: QPainter) -> float:
    """The height of every card, in pixels."""
    return QFontMetricsF(_bold(painter)).height() + ROOM


def draw_card(painter: QPainter, palette: Palette, width: float, top: float, texts: tuple[str, str], edge: str) -> None:
    """Draws a title and a meaning on a card in the middle of a canvas of this width. edge: colour of edge and title."""
    title = _bold(painter)
    parts = [(texts[0], title, edge), (texts[1], painter.font(), palette.text)]
    widths = [QFontMetricsF(font).horizontalAdvance(text) for text, font, _ in parts]
    card = QRectF(0, top, sum(widths) + BETWEEN + 2 * ROOM, card_height(painter))
    card.moveLeft(round((width - card.width()) / 2))
    ground = QColor(palette.panel)
    ground.setAlphaF(0.95)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(edge))
    painter.setBrush(ground)
    painter.drawRoundedRect(card.translated(0.5, 0.5), 8, 8)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    left = card.left() + ROOM
    for (text, font, colour), advance in zip(parts, widths, strict=True):
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(QPointF(left, card.top() + ROOM / 2 + QFontMetricsF(title).ascent()), text)
        left += advance + BETWEEN


def _bold(painter: QPainter) -> QFont:
    font = QFont(painter.font())
    font.setWeight(QFont.Weight.DemiBold)
    return font
