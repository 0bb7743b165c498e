"""Two spirals wound into each other."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator, noise_param
from kpgui.model.arrays import Floats
from kpgui.model.param import param

RADIUS = 1.8


@dataclass(frozen=True)
class Spirals(Generator):
    """Two Archimedean spirals from the origin outwards, each the point reflection of the other.

    A classic hard case (Lang, Witbrock 1988). Except near the origin, the points are about evenly spaced along an arm.
    """

    key = "spirals"
    title = "Two spirals"
    formula = "r = 1.8 t,   φ = 2π · turns · t,   0 < t < 1"

    noise: float = noise_param(0.05)
    turns: float = param(1.5, "How often each arm winds around the origin.", low=0, high=20, slider=(0, 4))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        t = np.sqrt((np.arange(count) + 0.5) / max(1, count))
        angle = 2 * np.pi * self.turns * t
        return label * RADIUS * t[:, np.newaxis] * np.column_stack([np.cos(angle), np.sin(angle)])
