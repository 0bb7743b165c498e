"""A ring inside a ring."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator
from kpgui.model.arrays import Floats
from kpgui.model.param import param

RADIUS = 1.6


@dataclass(frozen=True)
class Circles(Generator):
    """Two circles around the origin, +1 inside and −1 outside; x² + y² separates them, no line does.

    >>> Circles(n=1, noise=0, ratio=0.5).make().points.tolist()
    [[0.8, 0.0]]
    """

    key = "circles"
    title = "Circle in a circle"
    formula = "circles of radius 1.6 and ratio · 1.6"

    ratio: float = param(0.5, "Radius of the inner circle over that of the outer one.", low=0, high=1, slider=(0, 1))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        angle = 2 * np.pi * np.arange(count) / max(1, count)
        radius = RADIUS if label < 0 else RADIUS * self.ratio
        return radius * np.column_stack([np.cos(angle), np.sin(angle)])
