"""Two interleaving half-moons."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator, noise_param
from kpgui.model.arrays import Floats

RADIUS = 1.4


@dataclass(frozen=True)
class Moons(Generator):
    """Two half-circles, each with its end inside the other: the upper one is −1, the lower one +1.

    No line separates the two curves. The shape is that of scikit-learn's make_moons, centred and 1.4 times as large.

    >>> bool((Moons(n=1, noise=0).make().points == [[-0.7, 0.35]]).all())
    True
    """

    key = "moons"
    title = "Two moons"
    formula = "half-circles of radius 1.4, shifted by (1.4, −0.7)"

    noise: float = noise_param(0.15)

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        angle = np.linspace(0, np.pi, count)
        upper = np.column_stack([np.cos(angle) - 0.5, np.sin(angle) - 0.25])
        return -label * RADIUS * upper
