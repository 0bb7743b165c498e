"""The field of a vote of any kernel."""

from itertools import pairwise

import numpy as np

from kpgui.engine.terms import pixels_of
from kpgui.engine.vote_part import PixelPart, Voters
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats

FEW = 64
"""Voters whose values at the pixels stay in the cache."""


class Tile(PixelPart):
    """A square of pixels, at each of which the hypotheses are added up one by one."""

    VOTERS = 512

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        super().__init__(kernel, up, across, xs, ys)
        self._pixels = pixels_of(self.xs, self.ys)
        self._values = np.zeros(len(self._pixels))

    def take(self, voters: Voters) -> None:
        # Most points vote more than once, and a kernel value takes longer than the rest.
        _, firsts, which = np.unique(voters.points, return_index=True, return_inverse=True)
        kernel = self.kernel.gram(voters.places[firsts], self._pixels)
        kernel += voters.bias
        for first in range(0, len(which), FEW):
            some = slice(first, first + FEW)
            hypotheses = kernel[which[some]]
            hypotheses *= voters.signs[some, None]
            hypotheses[0] += self._values
            for before, after in pairwise(hypotheses):
                after += before
            self._values = hypotheses[-1].copy()
            self.retired += (voters.weights[some] @ np.sign(hypotheses, out=hypotheses)).reshape(self.retired.shape)
        if voters.pending:
            self.signs = np.sign(self._values).reshape(self.retired.shape)
