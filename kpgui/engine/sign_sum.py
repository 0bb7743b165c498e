"""Votes counted from hypotheses at pixels."""

import numpy as np

from kpgui.model.arrays import Floats

EXACT = float(1 << 23)
"""Sums of fewer votes than this, and halves of them, are exact in single precision."""


class SignSum:
    """Σ weights·sgn(v), in memory that is used again."""

    def __init__(self, most: int) -> None:
        """most: values at once."""
        self._flags, self._above = np.empty(most, np.bool_), np.empty(most, np.float32)

    def of(self, values: Floats, weights: Floats) -> tuple[Floats, bool]:
        """Of values (k, m), none of them NaN, the sum (m,), and whether one of them is 0."""
        flags, above = (buffer[: values.size].reshape(values.shape) for buffer in (self._flags, self._above))
        np.copyto(above, np.greater(values, 0, out=flags))
        tied = bool(np.equal(values, 0, out=flags).any())
        if tied:
            above += np.float32(0.5) * flags
        total = float(weights.sum())
        votes = (weights.astype(np.float32) if total < EXACT else weights) @ above
        return np.subtract(2 * votes, total, dtype=np.float64), tied
