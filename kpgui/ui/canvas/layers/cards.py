"""The card beside a point: its numbers."""

from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kpgui.model.arrays import Floats
from kpgui.present.point_card import WIDEST, PointCard
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.mapping import Mapping
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.look.typeface import window_font

SMALLER = 0.92
"""Size of its type relative to the window's."""

INSIDE = 9.0
ASIDE = 16.0
"""Pixels from the point's centre to the card."""

OFF_EDGE = 4.0
NAME = 2.2
"""Least width of the column of names, in line heights."""

OPACITY = 0.95


class PointCardLayer(Layer):
    """Below and right of the point, or where there is room. It takes no clicks."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.card: PointCard | None = None
        """What it says; None while it is not there."""
        self._place: Floats = np.zeros(2)
        self._box = QRectF()
        self._names = 0.0
        self._font, self._bold = QFont(), QFont()

    @property
    def box(self) -> QRectF:
        """Where the card is, in logical pixels."""
        return self._box

    def show_card(self, card: PointCard, place: Floats) -> None:
        """Shows a card beside this place of the plane, (2,)."""
        self._change(card, place)

    def hide_card(self) -> None:
        if self.card is not None:
            self._change(None, self._place)

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._put()

    def _change(self, card: PointCard | None, place: Floats) -> None:
        """Repaints only where the card was and is."""
        before = self._box
        self.card, self._place = card, place
        self._put()
        for box in (before, self._box):
            self.update(box.adjusted(-2, -2, 2, 2))

    def _put(self) -> None:
        if self.card is None:
            self._box = QRectF()
            return
        self._font = window_font()
        self._font.setPointSizeF(SMALLER * self._font.pointSizeF())
        self._bold = QFont(self._font)
        self._bold.setWeight(QFont.Weight.DemiBold)
        plain, bold = QFontMetricsF(self._font), QFontMetricsF(self._bold)
        texts = [plain.horizontalAdvance(text) for text in (self.card.where, self.card.verdict)]
        widest = max(map(plain.horizontalAdvance, (WIDEST, *(value for _, value in self.card.rows))))
        names = (plain.horizontalAdvance(f"{name} ") for name, _ in self.card.rows)
        self._names = max(NAME * plain.lineSpacing(), *names, 0.0)
        values = self._names + widest
        width = ceil(max(bold.horizontalAdvance(self.card.title), values, *texts)) + 2 * INSIDE
        lines = 2 + len(self.card.rows) + bool(self.card.verdict)
        height = ceil(lines * plain.lineSpacing()) + 2 * INSIDE - 4
        x, y = self.mapping.to_pixels(self._place[None])[0].tolist()
        left = x + ASIDE if x + ASIDE + width <= self.mapping.width else x - ASIDE - width
        top = y + ASIDE if y + ASIDE + height <= self.mapping.height else y - ASIDE - height
        left = max(OFF_EDGE, min(left, self.mapping.width - width - OFF_EDGE))
        top = max(OFF_EDGE, min(top, self.mapping.height - height - OFF_EDGE))
        self._box = QRectF(round(left), round(top), width, height)

    def draw(self, painter: QPainter, density: float) -> None:
        card = self.card
        if card is None:
            return
        ground = QColor(self.palette.panel)
        ground.setAlphaF(OPACITY)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self.palette.grid))
        painter.setBrush(ground)
        painter.drawRoundedRect(self._box.translated(0.5, 0.5), 6, 6)
        metrics = QFontMetricsF(self._font)
        line, left = metrics.lineSpacing(), self._box.left() + INSIDE
        y = self._box.top() + INSIDE - 2 + metrics.ascent()
        painter.setFont(self._bold)
        painter.setPen(QColor(self.palette.positive if card.label > 0 else self.palette.negative))
        painter.drawText(QPointF(left, y), card.title)
        painter.setFont(self._font)
        painter.setPen(QColor(self.palette.muted))
        painter.drawText(QPointF(left, y + line), card.where)
        y += 2 * line
        for name, value in card.rows:
            painter.setPen(QColor(self.palette.muted))
            painter.drawText(QPointF(left, y), name)
            painter.setPen(QColor(self.palette.text))
            painter.drawText(QPointF(left + self._names, y), value)
            y += line
        if card.verdict:
            painter.setPen(QColor(self.palette.danger if card.wrong else self.palette.muted))
            painter.drawText(QPointF(left, y), card.verdict)
