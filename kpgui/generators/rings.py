"""Rings around one another."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator, noise_param
from kpgui.model.arrays import Floats
from kpgui.model.param import param

RADIUS = 1.8


@dataclass(frozen=True)
class Rings(Generator):
    """Circles around the origin with alternating classes, +1 innermost; the points of a class are evenly spaced.

    Separating them takes a polynomial in x² + y² of degree `rings` − 1 or more.

    >>> Rings(n=1, noise=0, rings=3).make().points.round(9).tolist()
    [[0.6, 0.0]]
    """

    key = "rings"
    title = "Rings"
    formula = "circles of radius 1.8 · k / rings; +1, −1, +1, … from inside"

    noise: float = noise_param(0.05)
    rings: int = param(4, "How many rings, of both classes together.", scale="integer", low=2, high=50, slider=(2, 10))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        radii = RADIUS / self.rings * np.arange(1 if label > 0 else 2, self.rings + 1, 2)
        ends = np.cumsum(radii)
        along = ends[-1] * np.arange(count) / max(1, count)
        ring = np.searchsorted(ends, along, side="right")
        angle = 2 * np.pi * (along - (ends - radii)[ring]) / radii[ring]
        return radii[ring, np.newaxis] * np.column_stack([np.cos(angle), np.sin(angle)])
