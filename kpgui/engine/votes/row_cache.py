"""What is computed for each of some places, kept for when the place comes again."""

from collections.abc import Callable

import numpy as np

from kpgui.model.arrays import Floats, Ints

MOST = 512
"""Places that are kept."""


class RowCache:
    """Arrays of a row for each place."""

    def __init__(self, compute: Callable[[Floats], tuple[Floats, ...]]) -> None:
        """compute: from places (k, 2), arrays (k, ...)."""
        self._compute = compute
        self._rows: dict[int, int] = {}
        self._arrays: tuple[Floats, ...] = ()

    def of(self, points: Ints, places: Floats) -> tuple[Floats, ...]:
        """The arrays (k, ...) for these points, at these places (k, 2)."""
        new = {int(point): k for k, point in enumerate(points) if int(point) not in self._rows}
        if new:
            if len(self._rows) + len(new) > MOST:
                self._rows.clear()
                new = {int(point): k for k, point in enumerate(points)}
            computed = self._compute(places[list(new.values())])
            known = len(self._rows)
            if not self._arrays:
                self._arrays = tuple(np.empty((MOST, *array.shape[1:])) for array in computed)
            for kept, array in zip(self._arrays, computed, strict=True):
                kept[known : known + len(new)] = array
            self._rows.update(zip(new, range(known, known + len(new)), strict=True))
        rows = np.array([self._rows[int(point)] for point in points])
        return tuple(kept[rows] for kept in self._arrays)
