"""The legend: what the marks and lines that are on the canvas now mean."""

from collections.abc import Sequence
from itertools import product
from math import ceil
from time import perf_counter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPixmap

from kpgui.drawing.lettering import draw_ground
from kpgui.drawing.parts import tint
from kpgui.drawing.symbols import SAMPLE, LegendEntry
from kpgui.geometry.palette import Palette
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.curves import BoundaryLayer
from kpgui.ui.canvas.layers.ground import axis_titles
from kpgui.ui.canvas.layers.marks import continues
from kpgui.ui.canvas.layers.points import PointsLayer
from kpgui.ui.canvas.sprites import painted
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.view_box import Mapping, inside
from kpgui.ui.look.scale import window_font
from kpgui.ui.tasks import READABLE, Throttle

FIRST = PointsLayer, BoundaryLayer
"""What it begins with."""

STAYS = 1.0
"""Seconds that an entry stays when what it explains is gone: during a run marks come and go with every frame."""

FROM_EDGE = 10.0
TITLE = 18.0
"""Height of an axis's name or power of ten, in the upper left and the lower right corner, if there is one."""

ROOM = 8.0
BETWEEN = 8.0
"""Pixels between a sample and its text; columns are twice as far apart."""

SMALLER = 0.88
"""Size of its type relative to the window's."""

SIZES = (1.0, 0.85, 0.7)
"""Its sizes; a smaller one is for a canvas that the others do not fit into."""

LONGEST = 260.0
"""Pixels that a text takes at most; a longer one, as a name from a file can be, is elided."""

OPACITY = 0.85
"""Of its ground."""

MOST_COUNTED = 50_000
"""Most points that are looked at to choose a corner."""

HIGHEST = 1 / 2
"""Share of the canvas's height up to which it is shown."""

Place = tuple[float, float]
"""Of the card's upper left corner: shares of the canvas's width and height, beyond which the card does not go."""

CORNERS: tuple[Place, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))


class Folding(NamedTuple):
    """Lines folded into columns: the lines in each, their widths in pixels, and the size of all.

    size: what the lines are scaled by; width and height are scaled already.
    """

    rows: int
    columns: tuple[float, ...]
    size: float
    width: float
    height: float

    def fits(self, mapping: Mapping) -> bool:
        """Whether the canvas is large enough for it."""
        return self.width <= mapping.width - 2 * FROM_EDGE and self.height <= HIGHEST * mapping.height


def folded(widths: list[float], row: float, columns: int, size: float) -> Folding:
    """Lines of these widths and this height in at most so many columns of equal length."""
    rows = ceil(len(widths) / columns)
    widest = tuple(max(widths[first : first + rows]) for first in range(0, len(widths), rows))
    width = sum(widest) + (len(widest) - 1) * 2 * BETWEEN + 2 * ROOM
    return Folding(rows, widest, size, ceil(size * width), ceil(size * (rows * row + ROOM)))


class LegendLayer(Layer):
    """A small card in the corner where it covers the fewest points, or where the user has dragged it.

    It chooses a corner when it grows, when other points are opened, when the canvas gets another size, and when it is
    told which part of the plane to show, not while the user moves it. Every line is shown: on a small canvas they are
    folded into columns, then smaller. It is hidden while a shape is previewed, which has a card of its own, and where
    the canvas is too small for all of it.

    moved: where it is, a QRectF in logical pixels, empty while it is gone; also when it has not moved.
    placed: where the user has put it, a Place, or None.
    """

    moved = Signal(object)
    placed = Signal(object)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._layers: Sequence[Layer] = ()
        self._drawn_last: dict[str, float] = {}
        self._entries: list[LegendEntry] = []
        self.card = QRectF()
        """Where it is, in logical pixels."""
        self._picture: tuple[float, QPixmap] | None = None
        """The card for a pixel density: the canvas is painted far more often than the card changes."""
        self._row = 0.0
        self._texts: list[str] = []
        """The texts as they are written, elided where they are very long."""
        self._folding = folded([0.0], 0.0, 1, 1.0)
        self.place: Place | None = None
        """Where the user has put it; None while it chooses a corner."""
        self._corner = CORNERS[0]
        self._chosen_for = 0.0, 0.0
        """The size that it had when it chose this corner; it chooses again when it is larger."""
        self._font = QFont()
        self._on = True
        self._previews = False
        self._shown: tuple[list[tuple[str, object]], QRectF] | None = None
        """What the picture shows: the lines, and where."""
        self._looking = Throttle(self._look, READABLE, self)

    @property
    def texts(self) -> list[str]:
        """The lines, from the top."""
        return [entry.text for entry in self._entries] if self.isVisible() else []

    @property
    def settled(self) -> bool:
        """Whether it explains what is on the canvas and no more."""
        return not self._looking.pending

    def explain(self, layers: Sequence[Layer]) -> None:
        """Explains what these layers draw from now on."""
        # The other layers stand in the order in which they are drawn.
        first = [layer for kind in FIRST for layer in layers if isinstance(layer, kind)]
        self._layers = [*first, *(layer for layer in layers if layer is not self and layer not in first)]
        for layer in self._layers:
            layer.explained.connect(self._looking.request)
            layer.visibleChanged.connect(self._look)
        self._look_again()

    def covers(self, pixel: QPointF) -> bool:
        """Whether this pixel is below it."""
        return self.isVisible() and self.card.contains(pixel)

    def put(self, place: Place | None) -> None:
        """Puts it at this place for good; None lets it choose a corner again."""
        self.place = place
        if place is None:
            self.choose_again()
        self._look()
        self.placed.emit(self.place)

    def choose_again(self) -> None:
        """Chooses a corner anew, unless the user has put it somewhere."""
        self._chosen_for = 0.0, 0.0
        self._looking.request()

    def put_at(self, left: float, top: float) -> None:
        """Puts its upper left corner at this pixel, or as near to it as there is room."""
        self.put((max(0.0, left / self.mapping.width), max(0.0, top / self.mapping.height)))

    def set_shown(self, shown: bool) -> None:
        self._on = shown
        self._look()

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._look_again()

    def arrange(self, mapping: Mapping) -> None:
        if (mapping.width, mapping.height) != (self.mapping.width, self.mapping.height):
            self._chosen_for = 0.0, 0.0
        super().arrange(mapping)
        self._looking.request()

    def show_dataset(self, dataset: Dataset) -> None:
        if not continues(dataset, self.dataset) and not continues(self.dataset, dataset):
            self._chosen_for = 0.0, 0.0
        super().show_dataset(dataset)
        self._looking.request()

    def show_frame(self, frame: Frame) -> None:
        self._looking.request()

    def forget_run(self) -> None:
        self._drawn_last.clear()
        self._looking.request()

    def show_preview(self, preview: Dataset | None) -> None:
        self._previews = preview is not None
        self._look()

    def _look(self) -> None:
        """Finds out what is on the canvas."""
        if not self._on or self._previews:
            self.hide()
            self.moved.emit(QRectF())
            return
        now = perf_counter()
        entries, seen = [], {}
        for layer in self._layers:
            for entry in layer.legend() if layer.isVisible() else ():
                last = now if entry.drawn else self._drawn_last.get(entry.text)
                if last is not None and now - last <= STAYS:
                    entries.append(entry)
                    seen[entry.text] = last
        self._entries, self._drawn_last = entries, seen
        if not all(entry.drawn for entry in entries):
            self._looking.request()
        if entries:
            self._fit()
        self.setVisible(bool(entries) and self._folding.fits(self.mapping))
        self.moved.emit(self.card if self.isVisible() else QRectF())
        shown = [(entry.text, entry.look) for entry in entries], self.card
        if shown != self._shown:
            self._shown, self._picture = shown, None
            self.update()

    def _look_again(self) -> None:
        """Paints it anew, too, in other colours or at another place."""
        self._shown = None
        self._looking.request()

    def _fit(self) -> None:
        """Folds the lines so that they fit, and puts the card where it belongs."""
        self._font = window_font(SMALLER)
        metrics = QFontMetricsF(self._font)
        self._row = max(SAMPLE - 5, ceil(metrics.lineSpacing()))
        self._texts = [metrics.elidedText(entry.text, Qt.TextElideMode.ElideRight, LONGEST) for entry in self._entries]
        widths = [SAMPLE + BETWEEN + ceil(metrics.horizontalAdvance(text)) for text in self._texts]
        folding = folded(widths, self._row, len(self._folding.columns), self._folding.size)
        if folding.width > self._chosen_for[0] or folding.height > self._chosen_for[1]:
            folding, corner = self._emptiest(widths)
            self._corner = self._corner if self.place else corner
            self._chosen_for = folding.width, folding.height
        self._folding, self.card = folding, self._card_at(self.place or self._corner, folding)

    def _emptiest(self, widths: list[float]) -> tuple[Folding, Place]:
        """The folding and the corner that cover the fewest points; of several the squarest, and the present corner."""
        every = len(self.dataset) // MOST_COUNTED + 1
        pixels = self.mapping.to_pixels(self.dataset.points[::every]) if self.dataset.d == 2 else np.zeros((0, 2))
        reach = self.crowding.size / 2

        def covered(choice: tuple[Folding, Place]) -> tuple[int, float, bool]:
            folding, corner = choice
            around = self._card_at(corner, folding).adjusted(-reach, -reach, reach, reach)
            points = inside(pixels, around.topLeft().toTuple(), around.bottomRight().toTuple())
            return len(points), max(folding.width, folding.height), corner != self._corner

        for size in SIZES:
            foldings = [folded(widths, self._row, most, size) for most in range(1, len(widths) + 1)]
            fitting = [each for each in foldings if each.fits(self.mapping)]
            if fitting:
                return min(product(fitting, (self.place,) if self.place else CORNERS), key=covered)
        return foldings[0], self._corner

    def _card_at(self, place: Place, folding: Folding) -> QRectF:
        """The card at this place, or as near to it as it is on the canvas."""
        mapping = self.mapping
        right_below, left_above = (TITLE if title else 0.0 for title in axis_titles(self.dataset, *mapping.ticks))
        lowest = mapping.height - folding.height - FROM_EDGE - right_below * (place == CORNERS[3])
        left = max(FROM_EDGE, min(place[0] * mapping.width, mapping.width - folding.width - FROM_EDGE))
        top = max(FROM_EDGE + left_above * (place == CORNERS[0]), min(place[1] * mapping.height, lowest))
        return QRectF(round(left), round(top), folding.width, folding.height)

    def draw(self, painter: QPainter, density: float) -> None:
        if self._picture is None or self._picture[0] != density:
            size = self.card.size() * density
            self._picture = density, painted(size.width() + 2, size.height() + 2, density, self._draw_card)
        painter.drawPixmap(self.card.topLeft(), self._picture[1])

    def _draw_card(self, painter: QPainter) -> None:
        """Draws the card with its corner at the origin."""
        box = QRectF(QPointF(0.5, 0.5), self.card.size())
        draw_ground(painter, tint(self.palette.canvas, OPACITY), box, 6, QColor(self.palette.grid))
        painter.setFont(self._font)
        painter.scale(self._folding.size, self._folding.size)
        metrics, folding = QFontMetricsF(self._font), self._folding
        for number, (entry, text) in enumerate(zip(self._entries, self._texts, strict=True)):
            column, row = divmod(number, folding.rows)
            middle = ROOM / 2 + (row + 0.5) * self._row
            left = ROOM + sum(folding.columns[:column]) + column * 2 * BETWEEN
            sample, start = left + SAMPLE / 2, left + SAMPLE + BETWEEN
            if QGuiApplication.isRightToLeft():
                whole = folding.width / folding.size
                sample, start = whole - sample, whole - start - metrics.horizontalAdvance(text)
            entry.symbol(painter, QPointF(sample, middle))
            painter.setPen(QColor(self.palette.text))
            painter.drawText(QPointF(start, middle + metrics.capHeight() / 2), text)
