"""A growable array of integers: append at the end, read as an array at any time."""

import numpy as np

from kpgui.model.arrays import Ints


class Growing:
    """Growable int64 array. `values` is a read-only view that later appends do not change."""

    def __init__(self) -> None:
        self._room: Ints = np.empty(64, np.int64)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, value: int) -> None:
        self._make_room(1)
        self._room[self._count] = value
        self._count += 1

    def extend(self, values: Ints) -> None:
        """Append all of them, (k,)."""
        self._make_room(len(values))
        self._room[self._count : self._count + len(values)] = values
        self._count += len(values)

    def _make_room(self, more: int) -> None:
        """At least doubles the array when it is full, so that appending takes constant time on average."""
        if self._count + more > len(self._room):
            grown = np.empty(max(self._count + more, 2 * len(self._room)), np.int64)
            grown[: self._count] = self._room[: self._count]
            self._room = grown

    @property
    def last(self) -> int:
        return int(self._room[self._count - 1])

    @property
    def values(self) -> Ints:
        view = self._room[: self._count]
        view.flags.writeable = False
        return view
