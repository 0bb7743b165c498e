"""A hint of two lines on an empty canvas."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kpgui.language import _, later
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage

OTHERWISE = later("or generate a dataset on the left, or drop a file here")

LARGER = 1.35
"""Size of the first line relative to the second."""

LINES_APART = 10.0
AROUND = 22.0

LEAST_SIZE = 6.0
"""Size of the second line, in points, below which it does not shrink on a small canvas."""

Written = tuple[str, QFont, str, QRectF]
"""A text, its font and colour, and how large it is."""

CENTRED = int(Qt.AlignmentFlag.AlignHCenter) | int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class HintLayer(Layer):
    """A card that says how the tool in use fills an empty canvas, or why no points can be drawn."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._way = ""

    def show_way(self, way: str) -> None:
        """Shows how points are added with the tool in use."""
        self._way = way
        self.update()

    def show_preview(self, preview: Dataset | None) -> None:
        self.setVisible(preview is None)

    @property
    def lines(self) -> tuple[str, str] | None:
        """The hint: how to fill an empty canvas, or why points cannot be drawn; None for no hint."""
        if self.dataset.d != 2:
            return _("These points have {d} coordinates").format(d=self.dataset.d), _(
                "only points in the plane can be drawn"
            )
        return None if len(self.dataset) else (self._way, _(OTHERWISE))

    def show_dataset(self, dataset: Dataset) -> None:
        before = self.lines
        super().show_dataset(dataset)
        if self.lines != before:
            self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        if self.lines is None:
            return
        room = self.boundingRect().adjusted(AROUND, AROUND, -AROUND, -AROUND)
        size = painter.font().pointSizeF()
        written = self._written(painter.font(), size, room.width())
        while size > LEAST_SIZE and (_height(written) > room.height() or _width(written) > room.width()):
            size *= 0.9
            written = self._written(painter.font(), size, room.width())
        card = QRectF(0, 0, _width(written) + 2 * AROUND, _height(written) + 2 * AROUND)
        card.moveCenter(self.boundingRect().center())
        self._draw_card(painter, card)
        top = card.top() + AROUND
        for text, font, colour, box in written:
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(QRectF(room.left(), top, room.width(), box.height()), CENTRED, text)
            top += box.height() + LINES_APART

    def _written(self, font: QFont, size: float, width: float) -> list[Written]:
        """Both texts in this size, broken into lines of this width."""
        assert self.lines is not None
        first, second = QFont(font), QFont(font)
        first.setPointSizeF(LARGER * size)
        first.setWeight(QFont.Weight.DemiBold)
        second.setPointSizeF(size)
        room = QRectF(0, 0, max(1.0, width), 10_000)
        looks = ((first, self.palette.text), (second, self.palette.muted))
        return [
            (text, font, colour, QFontMetricsF(font).boundingRect(room, CENTRED, text))
            for text, (font, colour) in zip(self.lines, looks, strict=True)
        ]

    def _draw_card(self, painter: QPainter, card: QRectF) -> None:
        """Draws a plain background, so that no grid line crosses the text."""
        ground = QColor(self.palette.canvas)
        ground.setAlphaF(0.9)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(card, 12, 12)


def _width(written: list[Written]) -> float:
    return max(box.width() for *__, box in written)


def _height(written: list[Written]) -> float:
    return sum(box.height() for *__, box in written) + LINES_APART
