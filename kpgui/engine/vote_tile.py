"""The field of a vote of any kernel."""

import numpy as np

from kpgui.engine.terms import pixels_of
from kpgui.engine.vote_part import PixelPart
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats


class Tile(PixelPart):
    """A square of pixels, at each of which the hypotheses are added up one by one."""

    VOTERS = 256

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        super().__init__(kernel, up, across, xs, ys)
        self._pixels = pixels_of(self.xs, self.ys)
        self._values = np.zeros(len(self._pixels))

    def take(self, places: Floats, signs: Floats, weights: Floats, bias: float) -> None:
        hypotheses = self.kernel.gram(self._pixels, places)
        if bias:
            hypotheses += bias
        hypotheses *= signs
        hypotheses[:, 0] += self._values
        np.cumsum(hypotheses, axis=1, out=hypotheses)
        self._values = hypotheses[:, -1].copy()
        np.sign(hypotheses, out=hypotheses)
        self.signs = hypotheses[:, -1].reshape(self.retired.shape).copy()
        self.retired += (hypotheses @ weights).reshape(self.retired.shape)
