"""Parallel stripes."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator, noise_param
from kpgui.model.arrays import Floats
from kpgui.model.param import param

HALF = 1.5


@dataclass(frozen=True)
class Stripes(Generator):
    """A square cut into stripes of equal width with alternating classes; the first one is −1.

    A line separates two stripes, but no line separates more.
    """

    key = "stripes"
    title = "Stripes"
    formula = "−1, +1, −1, … along the direction of the angle"

    noise: float = noise_param(0.0)
    stripes: int = param(6, "How many stripes.", scale="integer", low=2, high=100, slider=(2, 12))
    angle: float = param(
        30.0, "Direction in which the stripes follow one another.", low=-360, high=360, slider=(0, 180), unit="degrees"
    )

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        own = np.arange(1 if label > 0 else 0, self.stripes, 2)
        stripe = own[np.arange(count) % len(own)]
        # The middle 98 % of a stripe, so that rounding never puts a point on its neighbour's side.
        across = (stripe + 0.01 + 0.98 * rng.random(count)) * (2 * HALF / self.stripes) - HALF
        along = HALF * (2 * rng.random(count) - 1)
        cos, sin = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        return np.column_stack([cos * across - sin * along, sin * across + cos * along])
