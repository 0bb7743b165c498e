"""A hint of two lines on an empty canvas."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kpgui.model.dataset import Dataset
from kpgui.ui.canvas.layers.base import Layer

EMPTY = (
    "Click to add +1 · right-click to add \N{MINUS SIGN}1",
    "or generate a dataset on the left, or drop a file here",
)

LARGER = 1.35
"""Size of the first line relative to the second."""

BETWEEN = 10.0
ROOM = 22.0


class HintLayer(Layer):
    def show_preview(self, preview: Dataset | None) -> None:
        self.setVisible(preview is None)

    @property
    def lines(self) -> tuple[str, str] | None:
        """The hint: how to fill an empty canvas, or why points cannot be drawn; None for no hint."""
        if self.dataset.d != 2:
            return f"These points have {self.dataset.d} coordinates", "only points in the plane can be drawn"
        return None if len(self.dataset) else EMPTY

    def show_dataset(self, dataset: Dataset) -> None:
        before = self.lines
        super().show_dataset(dataset)
        if self.lines != before:
            self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if self.lines is None:
            return
        second = painter.font()
        first = QFont(second)
        first.setPointSizeF(LARGER * second.pointSizeF())
        first.setWeight(QFont.Weight.DemiBold)
        written = [
            (text, font, colour, QFontMetricsF(font).boundingRect(text))
            for text, font, colour in zip(
                self.lines, (first, second), (self.palette.text, self.palette.muted), strict=True
            )
        ]
        height = sum(box.height() for *_, box in written) + BETWEEN
        card = QRectF(0, 0, max(box.width() for *_, box in written) + 2 * ROOM, height + 2 * ROOM)
        card.moveCenter(self.boundingRect().center())
        self._draw_card(painter, card)
        top = card.top() + ROOM
        for text, font, colour, box in written:
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(QPointF(card.center().x() - box.center().x(), top - box.top()), text)
            top += box.height() + BETWEEN

    def _draw_card(self, painter: QPainter, card: QRectF) -> None:
        """Draws a plain background, so that no grid line crosses the text."""
        ground = QColor(self.palette.canvas)
        ground.setAlphaF(0.9)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(card, 12, 12)
