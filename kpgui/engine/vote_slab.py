"""The field of a vote of a separable kernel."""

import numpy as np

from kpgui.engine.vote_part import PixelPart
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats

RUN = 8
"""Voters between two looks at which pixels cannot have changed their sign."""

SUMS = np.triu(np.ones((RUN, RUN)))

SURE = 1 + 1e-12
"""For the rounding of the sums."""


class Slab(PixelPart):
    """Some rows of pixels. Where |v| is more than a run of voters can take away, no sign changes in that run.

    What they can take away, and what they add in all, is a matrix product of their factors; only for the other pixels
    are the hypotheses of the run worked out one by one. In the end every sign is that of the exact sum.
    """

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        super().__init__(kernel, up, across, xs, ys)
        self._values = np.zeros_like(self.retired)
        self._rise, self._fall, self._next = (np.empty_like(self.retired) for _ in range(3))

    def take(self, places: Floats, signs: Floats, weights: Floats, bias: float) -> None:
        across, up = self.kernel.factor(places[:, 0], self.xs), self.kernel.factor(places[:, 1], self.ys)
        negative = min(float(across.min()), float(up.min())) < 0
        for first in range(0, len(signs), RUN):
            run = slice(first, first + RUN)
            self._pass(across[run], up[run], signs[run], weights[run], bias, negative)
        np.sign(self._values, out=self.signs)

    def _pass(self, across: Floats, up: Floats, signs: Floats, weights: Floats, bias: float, negative: bool) -> None:
        values, rise, fall, after = self._values, self._rise, self._fall, self._next
        np.matmul((up * signs[:, None]).T, across, out=after)
        after += values
        if bias:
            after += bias * signs.sum()
        if negative:  # then a voter may take away where it should add
            across_size, up_size, adding, taking = np.abs(across), np.abs(up), signs != 0, signs != 0
        else:
            across_size, up_size, adding, taking = across, up, signs > 0, signs < 0
        _sum(across_size, up_size, adding, bias, rise)
        _sum(across_size, up_size, taking, bias, fall)
        above, below = values > fall, values < np.negative(rise, out=rise)
        decided = np.subtract(above.view(np.int8), below.view(np.int8))
        np.multiply(decided, weights.sum(), out=fall)
        self.retired += fall
        undecided = np.flatnonzero(decided == 0)
        if len(undecided):
            rows = undecided // len(self.xs)
            changes = np.take(np.ascontiguousarray((up * signs[:, None]).T), rows, axis=0)
            changes *= np.take(np.ascontiguousarray(across.T), undecided - rows * len(self.xs), axis=0)
            if bias:
                changes += bias * signs
            hypotheses = changes @ SUMS[: len(signs), : len(signs)]
            hypotheses += np.take(values, undecided)[:, None]
            after.ravel()[undecided] = hypotheses[:, -1]
            self.retired.ravel()[undecided] += np.sign(hypotheses, out=hypotheses) @ weights
        self._values, self._next = after, values


def _sum(across: Floats, up: Floats, chosen: np.ndarray, bias: float, out: Floats) -> None:
    """Σ |K + bias| over the chosen voters at every pixel, a little more than that."""
    np.matmul(up[chosen].T * SURE, across[chosen], out=out)
    if bias:
        out += bias * SURE * np.count_nonzero(chosen)
