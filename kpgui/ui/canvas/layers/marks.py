"""Marks at points: the base of their layers, the selection and the hovered point."""

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from kpgui.drawing import symbols
from kpgui.drawing.symbols import LegendEntry, Symbol
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import Crowding, crowding
from kpgui.language import _
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas.layers.base import SIZE, Layer
from kpgui.ui.canvas.sprites import Sprites, SpriteSheet
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.view_box import Mapping

NOWHERE: Ints = np.zeros(0, np.int64)


USUAL, OUTLINE, HOLLOW = 9.0, 1.0, 2.0
"""Size of a point of usual size, and the widths of the lines around it and of a hollow one, whole to be sharp."""


def points(palette: Palette, size: float) -> list[Symbol]:
    """The symbols of points of this size; smaller ones have thinner lines, which would fill them otherwise."""
    thinner = min(1.0, (size / USUAL) ** 2)
    return symbols.points(palette, size / 2, (thinner * OUTLINE, thinner * HOLLOW))


class MarksLayer(Layer):
    """Sprites of one sheet at the points with the indices `rows`; none if the dataset is not two-dimensional."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.rows: Ints = NOWHERE
        self._sprites = Sprites()
        self._stale = False
        """Whether the sprites have changed in another way than by moving."""
        self._sheet = self.sheet(self.crowding.size)

    @property
    def own(self) -> Crowding:
        """How crowded the marks are among themselves."""
        return crowding(len(self.rows), self.mapping.width * self.mapping.height)

    @property
    def strength(self) -> float:
        """Their opacity: few marks in a crowd of points are as strong as among few points."""
        return max(self.crowding.rings, self.own.rings)

    def sheet(self, size: float) -> SpriteSheet:
        """The sprite sheet for points of this diameter."""
        raise NotImplementedError

    def mark(self, rows: Ints, kinds: Ints | None = None) -> None:
        """Marks the points with these indices, (k,), each with the sprite `kinds`, (k,), by default the first."""
        before, self.rows = self.own, rows if self.dataset.d == 2 else NOWHERE
        chosen = np.zeros(len(self.rows), np.int64) if kinds is None else kinds[: len(self.rows)]
        if not np.array_equal(chosen, self._sprites.kinds):
            self._sprites.choose(chosen)
            self._stale = True
        if self.own != before:
            self.show_crowding(self.crowding)
        self._put()

    def show_dataset(self, dataset: Dataset) -> None:
        super().show_dataset(dataset)
        self._put()

    def show_crowding(self, crowding: Crowding) -> None:
        super().show_crowding(crowding)
        self._sheet = self.sheet(crowding.size)
        self._stale = True

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._sprites.confine(mapping.width, mapping.height)
        self._put()

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._sheet = self.sheet(self.crowding.size)

    def draw(self, painter: QPainter, density: float) -> None:
        self._sprites.paint(painter, self._sheet, density)

    def _put(self) -> None:
        """Repaints only if some sprite has moved: most edits move no mark."""
        pixels = self._pixels()
        if self._stale or not np.array_equal(pixels, self._sprites.pixels):
            before = self._sprites.pixels
            self._sprites.place(pixels)
            self._repaint(before, pixels)
        self._stale = False

    def _repaint(self, before: Floats, after: Floats) -> None:
        """Repaints the marks that were at some pixels, (j, 2), and are at others now, (k, 2)."""
        self.update()

    def _pixels(self) -> Floats:
        if not len(self.rows):
            return np.zeros((0, 2))
        return self.mapping.to_pixels(self.dataset.points[self.rows])


class RunMarksLayer(MarksLayer):
    """Marks about a run's points, which frames identify by index.

    While points are only moved, relabelled or appended, the indices stay valid; otherwise the marks disappear.
    """

    def show_dataset(self, dataset: Dataset) -> None:
        if not continues(self.dataset, dataset):
            self.forget_run()
        super().show_dataset(dataset)

    def show_overlay(self, key: str, value: Any) -> None:
        """Marks the points with the ids that are in `value`."""
        self.mark(np.flatnonzero(np.isin(self.dataset.ids, value)))
        self.explained.emit()

    def forget_run(self) -> None:
        """Removes the marks."""
        self.mark(NOWHERE)


def continues(before: Dataset, after: Dataset) -> bool:
    """Whether all points of `before` keep their indices: points were only moved, relabelled or appended.

    A dataset that replaced another may have the same ids, so ids alone do not tell.
    """
    n = len(before)
    return after.ids is before.ids or (
        len(after) >= n
        and after.d == before.d
        and bool((after.ids[:n] == before.ids).all())
        and bool((after.points[:n] == before.points).all())
    )


class SelectionLayer(MarksLayer):
    """A thick ring around each selected point."""

    def sheet(self, size: float) -> SpriteSheet:
        width = symbols.around(size) + 9
        return SpriteSheet(width + 4, [symbols.selection_ring(self.palette, width, 2.5)])

    def show_dataset(self, dataset: Dataset) -> None:
        """Removes the rings; `show_selection` follows with the ids that are left."""
        self.mark(NOWHERE)
        super().show_dataset(dataset)

    def show_selection(self, ids: Ints) -> None:
        self.mark(self.dataset.index_of(ids))


class HoveredLayer(MarksLayer):
    """A thin, wide ring like those of the selection, wherever the pointer is that hovers over the point, or a pair."""

    def sheet(self, size: float) -> SpriteSheet:
        width = symbols.around(size) + 15
        self._reach = width / 2 + 4
        return SpriteSheet(width + 4, [symbols.selection_ring(self.palette, width, 2.0)])

    def show_dataset(self, dataset: Dataset) -> None:
        """Hides the mark until the next `show_hovered`: the point may be gone."""
        self.mark(NOWHERE)
        super().show_dataset(dataset)

    def show_hovered(self, point: int | None) -> None:
        pair = [each for each in (point, self.stage.focus.partner) if each is not None]
        self.mark(np.flatnonzero(np.isin(self.dataset.ids, pair)) if pair else NOWHERE)

    def _repaint(self, before: Floats, after: Floats) -> None:
        """Repaints around the mark alone: the pointer hovers over many points in passing."""
        reach = self._reach
        for x, y in (*before.tolist(), *after.tolist()):
            self.update(QRectF(x - reach, y - reach, 2 * reach, 2 * reach).intersected(self.boundingRect()))


class AskedLayer(RunMarksLayer):
    """A ring around the points that a question is about, or at the place, with a question mark in it."""

    overlays = ("asked",)
    place: tuple[float, float] | None = None

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 16, [symbols.ring(self.palette.accent, size + 12, 2.5)])

    def show_overlay(self, key: str, value: Any) -> None:
        """Marks the points with the first of `value` for ids, and the place that is its second, or None."""
        ids, self.place = value
        super().show_overlay(key, ids)
        self.update()

    def forget_run(self) -> None:
        self.show_overlay("asked", (NOWHERE, None))

    def draw(self, painter: QPainter, density: float) -> None:
        super().draw(painter, density)
        if self.place is not None:
            (x, y), *__ = self.mapping.to_pixels(np.array([self.place])).tolist()
            symbols.asked_place(self.palette, 11.0)(painter, QPointF(x, y))

    def legend(self) -> tuple[LegendEntry, ...]:
        symbol = symbols.ring(self.palette.accent, SIZE + 4, 2.5)
        return (LegendEntry(_("asked about"), symbol, bool(len(self.rows)) or self.place is not None),)
