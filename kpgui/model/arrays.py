"""Array types, read-only arrays, as whatever crosses a thread is never changed afterwards, and growable ones."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Labels = NDArray[np.int8]
Exacts = NDArray[np.object_]
"""Object arrays of exact numbers: Python's int and Fraction."""

EPSILON = float(np.finfo(np.float64).eps)
"""ε = 2⁻⁵², the machine epsilon of float64: twice the largest relative error of one rounding."""

FAINTEST = 1e-290
"""Numbers below this may have lost digits to underflow."""


def frozen(values: Any, dtype: DTypeLike) -> NDArray[Any]:
    """`values` as a contiguous read-only array of `dtype`; copies unless it is one already."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable or not array.flags.c_contiguous:
        array = np.array(array, dtype=dtype, order="C")
        array.flags.writeable = False
    return array


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
        """Appends all of them, (k,)."""
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
