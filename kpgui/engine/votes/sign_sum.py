"""Weighted sums of the signs of hypotheses."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints

EXACT_TOTAL = float(1 << 23)
"""Sums of votes, and of half votes, are exact in single precision up to this total."""

NEAR_ZERO_SHARE = 1 / 64
"""If more than this share of values is within a common margin of 0, a margin for each pixel is worth computing."""

ONE_MARGIN_RATIO = 1e3
"""If margins differ by less than this factor, the largest is used for all."""


class NearZero(NamedTuple):
    """Hypotheses within their margin of 0, not counted yet: voters, columns and values, (d,) each."""

    voters: Ints
    columns: Ints
    values: Floats

    def some(self, which: Bools | Ints) -> "NearZero":
        return NearZero(self.voters[which], self.columns[which], self.values[which])


class SignSum:
    """Computes Σ weights·sgn(v) in buffers that are reused."""

    def __init__(self, most: int) -> None:
        """most: the largest number of values at once."""
        self._flags, self._above = np.empty((2, most), np.bool_), np.empty(most, np.float32)

    def add_up(
        self, sums: Floats, biases: Floats, weights: Floats, margins: Floats, finer: Callable[[], Floats]
    ) -> tuple[Floats, NearZero]:
        """Returns Σ weights·sgn(sums + biases), (m,), and the hypotheses within their margin of 0.

        sums: (k, m / s, s), none of them NaN. biases, weights: (k,). margins: (s,). finer: returns a margin for each of
        the m columns, (m,), none larger than before; called only if many hypotheses are within the common margins.
        """
        is_above, is_below = (flags[: sums.size].reshape(sums.shape) for flags in self._flags)
        above = self._above[: sums.size].reshape(len(sums), -1)
        margins = 2 * margins  # covers the rounding of the comparisons below
        if margins.max() < ONE_MARGIN_RATIO * margins.min():  # comparing with a scalar is twice as fast
            margins = margins.max(keepdims=True)
        offsets = biases[:, None, None] if biases.any() else 0.0
        np.greater(sums, margins - offsets, out=is_above)
        np.less(sums, -margins - offsets, out=is_below)
        sums = sums.reshape(above.shape)
        is_above, is_below = is_above.reshape(above.shape), is_below.reshape(above.shape)
        near = sums.size - np.count_nonzero(is_above) - np.count_nonzero(is_below)
        if near > NEAR_ZERO_SHARE * sums.size:
            margins = 2 * finer()
            for row, bias, row_above, row_below in zip(sums, biases, is_above, is_below, strict=True):
                np.greater(row, margins - bias, out=row_above)
                np.less(row, -margins - bias, out=row_below)
        np.copyto(above, is_above)
        doubts = NearZero(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
        if near:
            is_above |= is_below
            rows, columns = np.divmod(np.flatnonzero(np.logical_not(is_above, out=is_below)), sums.shape[1])
            above[rows, columns] = 0.5
            doubts = NearZero(rows, columns, sums[rows, columns] + biases[rows]).some(weights[rows] > 0)
        total = float(weights.sum())
        votes = (weights.astype(np.float32) if total < EXACT_TOTAL else weights) @ above
        return np.subtract(2 * votes, total, dtype=np.float64), doubts
