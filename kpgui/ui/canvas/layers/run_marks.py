"""Rings around the support vectors, larger and bolder for larger α."""

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.present.crowding import NO_CROWD
from kpgui.present.rings import LEVELS, ring, size_named
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.legend_entry import SIZE, LegendEntry
from kpgui.ui.canvas.layers.marks import NOWHERE, MarksLayer, continues
from kpgui.ui.canvas.sprites import SpriteSheet
from kpgui.ui.canvas.stage import Stage

FADED = 0.5
"""Opacity of the rings of an outdated run."""


class RingsLayer(MarksLayer):
    """The rings stay with their points, whatever is edited, as long as their run is on the screen."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._ringed: tuple[Ints, Ints] = NOWHERE, NOWHERE
        """Ids and levels of the support vectors, also of those that are not among the points any more."""
        self._frame: Frame | None = None
        """The frame shown, for the legend."""

    def sheet(self, size: float) -> SpriteSheet:
        """A ring for each level, as often as there are kinds of points.

        Few support vectors in a crowd of points are drawn again, on the boundary, which would hide them.
        """
        rings = [ring(level, size, self.strength) for level in range(LEVELS)]
        drawn = [symbols.ring(self.palette.support, *each) for each in rings]
        if self.crowding.over and self.own is NO_CROWD:
            points = symbols.points(self.palette, size)
            drawn = [symbols.stacked(each, point) for point in points for each in drawn]
        return SpriteSheet(rings[-1].diameter + 2, drawn * (4 * LEVELS // len(drawn)), self.strength)

    def mark(self, rows: Ints, kinds: Ints | None = None) -> None:
        """Marks the points with these indices, (k,), with rings of the levels `kinds`, (k,)."""
        if kinds is not None and self.dataset.d == 2:
            kinds = kinds + LEVELS * ((self.dataset.labels[rows] < 0) + 2 * self.dataset.held_out[rows])
        super().mark(rows, kinds)

    def show_frame(self, frame: Frame) -> None:
        self._frame = frame
        support = frame.expansion.support
        levels = level(frame.counters.alpha[support])
        self._ringed = frame.ids[support], levels
        if frame.is_of(self.dataset):
            self.mark(support, levels)
        else:
            self._mark_those_there()

    def show_dataset(self, dataset: Dataset) -> None:
        before = self.dataset
        same = continues(before, dataset)
        if not same:
            self.mark(NOWHERE)  # their indices are others now
        super().show_dataset(dataset)
        if not same or dataset.labels is not before.labels or dataset.held_out is not before.held_out:
            self._mark_those_there()

    def show_outdated(self, old: str) -> None:
        self.setOpacity(FADED if old else 1)

    def forget_run(self) -> None:
        self._ringed, self._frame = (NOWHERE, NOWHERE), None
        self.mark(NOWHERE)

    def legend(self) -> tuple[LegendEntry, ...]:
        sample = symbols.ring(self.palette.support, *ring(0, SIZE))
        size = "α" if self._frame is None else size_named(self._frame.expansion, self._frame.counters.alpha)
        return (LegendEntry(_("support vector, size: {size}").format(size=size), sample, bool(len(self.rows))),)

    def _mark_those_there(self) -> None:
        """Marks those support vectors that are among the points, by their ids."""
        ids, levels = self._ringed
        there = np.isin(ids, self.dataset.ids)
        self.mark(self.dataset.index_of(ids[there]), levels[there])


def level(alpha: Ints) -> Ints:
    """The ring size for each α: 0 for 1 and below, one more for each doubling, up to the last."""
    return np.clip(np.frexp(alpha)[1] - 1, 0, LEVELS - 1).astype(np.int64)
