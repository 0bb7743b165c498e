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
        if self._count == len(self._room):
            self._room = np.concatenate([self._room, np.empty_like(self._room)])
        self._room[self._count] = value
        self._count += 1

    @property
    def last(self) -> int:
        return int(self._room[self._count - 1])

    @property
    def values(self) -> Ints:
        view = self._room[: self._count]
        view.flags.writeable = False
        return view
