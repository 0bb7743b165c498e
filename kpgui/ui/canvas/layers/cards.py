"""Cards over the canvas: of an old run, of an empty canvas, and beside a point."""

from math import ceil

import numpy as np
from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from kpgui.drawing.lettering import draw_ground
from kpgui.drawing.parts import tint
from kpgui.language import _, later
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.view_box import Mapping
from kpgui.ui.look.scale import bold, window_font
from kpgui.words.point_card import WIDEST, PointCard
from kpgui.words.replay import badge

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
    heavy = bold(painter.font())
    metrics = QFontMetricsF(heavy)
    parts = [(title, heavy, edge), (meaning, painter.font(), palette.text)]
    widths = [QFontMetricsF(font).horizontalAdvance(text) for text, font, __ in parts]
    one_line = sum(widths) + BETWEEN + 2 * ROOM <= canvas.width() - 2 * FROM_SIDES
    width = (sum(widths) + BETWEEN if one_line else max(widths)) + 2 * ROOM
    card = QRectF(0, FROM_EDGE + lift, width, metrics.height() + (0 if one_line else metrics.lineSpacing()) + ROOM)
    card.moveLeft(round((canvas.width() - width) / 2))
    lower = card.translated(0, round(canvas.height() - FROM_EDGE - lift) - card.bottom())
    if below and not lower.intersects(layer.legend_card):
        card = lower
    draw_ground(painter, tint(palette.panel, OPACITY), card.translated(0.5, 0.5), 8, QColor(edge))
    place = card.topLeft() + QPointF(ROOM, ROOM / 2 + metrics.ascent())
    for (text, font, colour), advance in zip(parts, widths, strict=True):
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(place, text)
        place += QPointF(advance + BETWEEN, 0) if one_line else QPointF(0, metrics.lineSpacing())


class BadgeLayer(Layer):
    """The badge of an outdated run: which settings its boundary is of, and how to train with the new ones.

    A card at the bottom centre, or at the top one, where the preview of a shape has its own.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.texts = badge("settings")
        self.hide()

    def show_outdated(self, old: str) -> None:
        self.setVisible(bool(old))
        if old:
            self.texts = badge(old)
            self.update()

    def draw(self, painter: QPainter, density: float) -> None:
        draw_card(painter, self, self.texts, self.palette.warning, below=True)


OTHERWISE = later("or generate a dataset on the left, or drop a file here")

LARGER = 1.35
"""Size of the first line relative to the second."""

LINES_APART = 10.0
AROUND = 22.0
ALL_AROUND = QMarginsF(AROUND, AROUND, AROUND, AROUND)

LEAST_SIZE = 6.0
"""Size of the second line, in points, below which it does not shrink on a small canvas."""

Written = tuple[str, QFont, str, QRectF]
"""A text, its font and colour, and how large it is."""

CENTRED = int(Qt.AlignmentFlag.AlignHCenter) | int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class HintLayer(Layer):
    """A card of two lines that says how the tool in use fills an empty canvas, or why no points can be drawn."""

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
        written, room, card = self._written(), self._room, self.card
        if written:
            # A plain ground, so that no grid line crosses the text.
            draw_ground(painter, tint(self.palette.canvas, 0.9), card, 12)
        top = card.top() + AROUND
        for text, font, colour, box in written:
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(QRectF(room.left(), top, room.width(), box.height()), CENTRED, text)
            top += box.height() + LINES_APART

    @property
    def card(self) -> QRectF:
        """Where the card is, in logical pixels; one of no size without a hint."""
        written = self._written()
        size = QSizeF(_width(written), _height(written)).grownBy(ALL_AROUND) if written else QSizeF(0, 0)
        card = QRectF(QPointF(), size)
        card.moveCenter(self.boundingRect().center())
        return card

    @property
    def _room(self) -> QRectF:
        return self.boundingRect() - ALL_AROUND

    def _written(self) -> list[Written]:
        """Both texts, as large as there is room for; none without a hint."""
        font, room = window_font(), self._room
        size = font.pointSizeF()
        written = self._written_in(font, size, room.width())
        while size > LEAST_SIZE and (_height(written) > room.height() or _width(written) > room.width()):
            size *= 0.9
            written = self._written_in(font, size, room.width())
        return written

    def _written_in(self, font: QFont, size: float, width: float) -> list[Written]:
        """Both texts in this size, broken into lines of this width."""
        first, second = bold(font), QFont(font)
        first.setPointSizeF(LARGER * size)
        second.setPointSizeF(size)
        room = QRectF(0, 0, max(1.0, width), 10_000)
        looks = ((first, self.palette.text), (second, self.palette.muted))
        return [
            (text, font, colour, QFontMetricsF(font).boundingRect(room, CENTRED, text))
            for text, (font, colour) in zip(self.lines or (), looks, strict=False)
        ]


def _width(written: list[Written]) -> float:
    return max((box.width() for *__, box in written), default=0.0)


def _height(written: list[Written]) -> float:
    return sum(box.height() for *__, box in written) + LINES_APART


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
    """The numbers of a point: below and right of it, or where there is room. It takes no clicks."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.card: PointCard | None = None
        """What it says; None while it is not there."""
        self._place: Floats = np.zeros(2)
        self.box = QRectF()
        """Where the card is, in logical pixels."""
        self._names = 0.0
        self._font, self._bold = QFont(), QFont()

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
        before = self.box
        self.card, self._place = card, place
        self._put()
        for box in (before, self.box):
            self.update(box.adjusted(-2, -2, 2, 2))

    def _put(self) -> None:
        if self.card is None:
            self.box = QRectF()
            return
        self._font = window_font(SMALLER)
        self._bold = bold(self._font)
        plain, heavy = QFontMetricsF(self._font), QFontMetricsF(self._bold)
        texts = [plain.horizontalAdvance(text) for text in (self.card.where, self.card.verdict)]
        widest = max(map(plain.horizontalAdvance, (WIDEST, *(value for __, value in self.card.rows))))
        names = (plain.horizontalAdvance(f"{name} ") for name, __ in self.card.rows)
        self._names = max(NAME * plain.lineSpacing(), *names, 0.0)
        values = self._names + widest
        width = ceil(max(heavy.horizontalAdvance(self.card.title), values, *texts)) + 2 * INSIDE
        lines = 2 + len(self.card.rows) + bool(self.card.verdict)
        height = ceil(lines * plain.lineSpacing()) + 2 * INSIDE - 4
        x, y = self.mapping.to_pixels(self._place[None])[0].tolist()
        left = x + ASIDE if x + ASIDE + width <= self.mapping.width else x - ASIDE - width
        top = y + ASIDE if y + ASIDE + height <= self.mapping.height else y - ASIDE - height
        left = max(OFF_EDGE, min(left, self.mapping.width - width - OFF_EDGE))
        top = max(OFF_EDGE, min(top, self.mapping.height - height - OFF_EDGE))
        self.box = QRectF(round(left), round(top), width, height)

    def draw(self, painter: QPainter, density: float) -> None:
        card = self.card
        if card is None:
            return
        box, edge = self.box.translated(0.5, 0.5), QColor(self.palette.grid)
        draw_ground(painter, tint(self.palette.panel, OPACITY), box, 6, edge)
        metrics = QFontMetricsF(self._font)
        line, left = metrics.lineSpacing(), self.box.left() + INSIDE
        y = self.box.top() + INSIDE - 2 + metrics.ascent()
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
