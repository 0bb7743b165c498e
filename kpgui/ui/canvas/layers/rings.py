"""Rings around the support vectors, larger and bolder for larger α."""

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.present.palette import Palette
from kpgui.present.rings import LEVELS, ring, size_named
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.legend_entry import SIZE, LegendEntry
from kpgui.ui.canvas.layers.marks import NOWHERE, MarksLayer, continues
from kpgui.ui.canvas.sprites import SpriteSheet

FADED = 0.5
"""Opacity of the rings of an outdated run."""


class RingsLayer(MarksLayer):
    """The rings stay with their points, whatever is edited, as long as their run is on the screen."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._ringed: tuple[Ints, Ints] = NOWHERE, NOWHERE
        """Ids and levels of the support vectors, also of those that are not among the points any more."""
        self._frame: Frame | None = None
        """The frame shown, for the legend."""

    def sheet(self, size: float) -> SpriteSheet:
        """One ring for each level, fainter in a crowd."""
        strength = self.crowding.rings
        rings = [ring(level, size, strength) for level in range(LEVELS)]
        drawn = [symbols.ring(self.palette.support, *each) for each in rings]
        return SpriteSheet(rings[-1].diameter + 2, drawn, strength)

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
        same = continues(self.dataset, dataset)
        if not same:
            self.mark(NOWHERE)  # their indices are others now
        super().show_dataset(dataset)
        if not same:
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
