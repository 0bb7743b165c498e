"""A wave as the boundary."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import HALF_HEIGHT, HALF_WIDTH, Generator, noise_param, spread
from kpgui.model.arrays import Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Sine(Generator):
    """Points spread evenly over a rectangle, +1 above a sine wave and −1 below it."""

    key = "sine"
    title = "Sine boundary"
    formula = "+1 where y > amplitude · sin(2π · waves · x / 5.4)"

    noise: float = noise_param(0.0)
    amplitude: float = param(
        0.9, "Height of the wave's crests.", low=0, high=HALF_HEIGHT, slider=(0, HALF_HEIGHT), unit="data units"
    )
    waves: float = param(1.5, "How many waves there are from the left to the right.", low=0, high=50, slider=(0, 5))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        points = spread(count, rng)
        x, y = points.T
        above = y > self.amplitude * np.sin(np.pi * self.waves * x / HALF_WIDTH)
        # The wave is point-symmetric about the origin, so a point on the wrong side is reflected to the right one.
        points[above != (label > 0)] *= -1
        return points
