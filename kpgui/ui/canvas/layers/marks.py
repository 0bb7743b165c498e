"""Layers that put small pictures at some of the points."""

import numpy as np
from PySide6.QtGui import QPainter

from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.present.palette import Palette
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.mapping import Mapping
from kpgui.ui.canvas.sprites import Sprites, SpriteSheet

NOWHERE: Ints = np.zeros(0, np.int64)


class MarksLayer(Layer):
    """Pictures of one sheet at the points with certain places in the dataset; none if it is not 2-D."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.places: Ints = NOWHERE
        self._sprites = Sprites()
        self._stale = False
        """Whether the pictures have changed otherwise than by being elsewhere."""
        self._size = symbols.diameter(0)
        self._sheet = self.sheet(self._size)

    def sheet(self, size: float) -> SpriteSheet:
        """The pictures, for points of this diameter."""
        raise NotImplementedError

    def mark(self, places: Ints, kinds: Ints | None = None) -> None:
        """Picture the points with these places, (k,): those that `kinds` says, (k,), or the first."""
        self.places = places if self.dataset.d == 2 else NOWHERE
        chosen = np.zeros(len(self.places), np.int64) if kinds is None else kinds[: len(self.places)]
        if not np.array_equal(chosen, self._sprites.kinds):
            self._sprites.choose(chosen)
            self._stale = True
        self._put()

    def show_dataset(self, dataset: Dataset) -> None:
        super().show_dataset(dataset)
        if symbols.diameter(len(dataset)) != self._size:
            self._size = symbols.diameter(len(dataset))
            self._sheet = self.sheet(self._size)
            self._stale = True
        self._put()

    def arrange(self, mapping: Mapping) -> None:
        super().arrange(mapping)
        self._sprites.confine(mapping.width, mapping.height)
        self._put()

    def recolour(self, palette: Palette) -> None:
        super().recolour(palette)
        self._sheet = self.sheet(self._size)

    def draw(self, painter: QPainter, density: float) -> None:
        self._sprites.paint(painter, self._sheet, density)

    def _put(self) -> None:
        """Paint anew only when some picture is elsewhere: most edits move no mark."""
        pixels = self._pixels()
        if self._stale or not np.array_equal(pixels, self._sprites.pixels):
            self._sprites.place(pixels)
            self.update()
        self._stale = False

    def _pixels(self) -> Floats:
        if not len(self.places):
            return np.zeros((0, 2))
        return self.mapping.to_pixels(self.dataset.points[self.places])


class RunMarksLayer(MarksLayer):
    """Marks what a run did with its points, which it knows by their place in its dataset.

    While points are only moved, relabelled or appended, the places stay right; otherwise the marks go.
    """

    def show_dataset(self, dataset: Dataset) -> None:
        if not continues(self.dataset, dataset):
            self.forget_run()
        super().show_dataset(dataset)

    def forget_run(self) -> None:
        """Nothing is known any more of what was learned."""
        self.mark(NOWHERE)


def continues(before: Dataset, after: Dataset) -> bool:
    """Whether all points of `before` keep their places: some were moved, relabelled or appended, no more.

    A dataset put in the place of another may well have the same ids, so ids alone do not tell.
    """
    n = len(before)
    return after.ids is before.ids or (
        len(after) >= n
        and after.d == before.d
        and bool((after.ids[:n] == before.ids).all())
        and bool((after.points[:n] == before.points).all())
    )
