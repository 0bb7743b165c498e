"""The field of a vote of any kernel."""

from collections.abc import Iterator

import numpy as np

from kpgui.engine.sign_sum import SignSum
from kpgui.engine.terms import pixels_of
from kpgui.engine.vote_part import PixelPart, Voters
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats

FEW = 64
"""Voters whose values at the pixels stay in the cache."""

ROWS = 64
"""Of kernel values, for the same reason: there are several numbers on the way to each."""


class Tile(PixelPart):
    """A square of pixels, at each of which the hypotheses are added up one by one."""

    VOTERS = 2048

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        super().__init__(kernel, up, across, xs, ys)
        self._pixels = pixels_of(self.xs, self.ys)
        self._values = np.zeros(len(self._pixels))

    def take(self, voters: Voters) -> None:
        self._work = self._add(voters)

    def _add(self, voters: Voters) -> Iterator[None]:
        # Most points vote more than once, and a kernel value takes longer than the rest.
        _, firsts, which = np.unique(voters.points, return_index=True, return_inverse=True)
        places = voters.places[firsts]
        terms = np.empty((len(places), len(self._pixels)))
        for first in range(0, len(places), ROWS):
            some = slice(first, first + ROWS)
            np.add(self.kernel.gram(places[some], self._pixels), voters.bias, out=terms[some])
            yield
        room, sign_sum = np.empty((FEW, len(self._pixels))), SignSum(FEW * len(self._pixels))
        for first in range(0, len(which), FEW):
            few = slice(first, first + FEW)
            hypotheses, before = room[: len(which[few])], self._values
            for term, sign, after in zip(which[few], voters.signs[few], hypotheses, strict=True):
                before = (np.add if sign > 0 else np.subtract)(before, terms[term], out=after)
            self._values = before.copy()
            votes, _ = sign_sum.of(hypotheses, voters.weights[few])
            self.retired += votes.reshape(self.retired.shape)
            yield
        if voters.pending:
            self.signs = np.sign(self._values).reshape(self.retired.shape)
