"""Rings around the support vectors, larger and bolder for larger α."""

import numpy as np

from kpgui.model.arrays import Ints
from kpgui.model.frame import Frame
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.marks import RunMarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet

LEVELS = 8
"""Number of ring sizes. Each stands for twice the α of the previous one: 1, 2 to 3, 4 to 7, …, 128 and more."""


class RingsLayer(RunMarksLayer):
    def sheet(self, size: float) -> SpriteSheet:
        """One ring for each level: it touches the point at the first, and is about twice as large at the last."""
        sizes = [size + 4 + i * size / 8 for i in range(LEVELS)]
        rings = [symbols.ring(self.palette.support, each, 1.2 + 0.15 * i) for i, each in enumerate(sizes)]
        return SpriteSheet(sizes[-1] + 2, rings)

    def show_frame(self, frame: Frame) -> None:
        if frame.is_of(self.dataset):
            support = frame.expansion.support
            self.mark(support, level(frame.counters.alpha[support]))
        else:
            self.forget_run()


def level(alpha: Ints) -> Ints:
    """The ring size for each α: 0 for 1 and below, one more for each doubling, up to the last."""
    return np.clip(np.frexp(alpha)[1] - 1, 0, LEVELS - 1).astype(np.int64)
