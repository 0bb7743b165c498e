"""Votes counted from hypotheses at pixels."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints

EXACT = float(1 << 23)
"""Sums of fewer votes than this, and halves of them, are exact in single precision."""

MANY = 1 / 64
"""The share of hypotheses within a margin from which on a finer one is worth its while."""

ALIKE = 1e3
"""Between margins: the largest then is as good for all."""


class Doubts(NamedTuple):
    """Hypotheses near 0, which are not counted yet: voters, columns and values, (d,) each."""

    voters: Ints
    columns: Ints
    values: Floats

    def some(self, which: Bools | Ints) -> "Doubts":
        return Doubts(self.voters[which], self.columns[which], self.values[which])


class SignSum:
    """Σ weights·sgn(v), in memory that is used again."""

    def __init__(self, most: int) -> None:
        """most: values at once."""
        self._flags, self._above = np.empty((2, most), np.bool_), np.empty(most, np.float32)

    def of(
        self, sums: Floats, biases: Floats, weights: Floats, margins: Floats, finer: Callable[[], Floats]
    ) -> tuple[Floats, Doubts]:
        """Of hypotheses sums + biases that are farther than their margin from 0, the sum (m,), and the others.

        sums: (k, m / s, s), none of them NaN. biases, weights: (k,). margins: (s,). finer: gives the margin of each
        column (m,), no larger, and is asked where many hypotheses are within that of their group.
        """
        is_above, is_below = (flags[: sums.size].reshape(sums.shape) for flags in self._flags)
        above = self._above[: sums.size].reshape(len(sums), -1)
        margins = 2 * margins  # which is enough for the rounding of the next lines, also below
        if margins.max() < ALIKE * margins.min():  # one number for all is compared with twice as fast
            margins = margins.max(keepdims=True)
        offsets = biases[:, None, None] if biases.any() else 0.0
        np.greater(sums, margins - offsets, out=is_above)
        np.less(sums, -margins - offsets, out=is_below)
        sums = sums.reshape(above.shape)
        is_above, is_below = is_above.reshape(above.shape), is_below.reshape(above.shape)
        near = sums.size - np.count_nonzero(is_above) - np.count_nonzero(is_below)
        if near > MANY * sums.size:
            margins = 2 * finer()
            for row, bias, row_above, row_below in zip(sums, biases, is_above, is_below, strict=True):
                np.greater(row, margins - bias, out=row_above)
                np.less(row, -margins - bias, out=row_below)
        np.copyto(above, is_above)
        doubts = Doubts(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
        if near:
            is_above |= is_below
            rows, columns = np.divmod(np.flatnonzero(np.logical_not(is_above, out=is_below)), sums.shape[1])
            above[rows, columns] = 0.5
            doubts = Doubts(rows, columns, sums[rows, columns] + biases[rows]).some(weights[rows] > 0)
        total = float(weights.sum())
        votes = (weights.astype(np.float32) if total < EXACT else weights) @ above
        return np.subtract(2 * votes, total, dtype=np.float64), doubts
