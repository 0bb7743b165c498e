"""Two round clouds."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator, noise_param
from kpgui.model.arrays import Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Blobs(Generator):
    """A Gaussian cloud for each class, −1 on the left and +1 on the right.

    A line separates them as far as they do not overlap.

    >>> Blobs(n=1, noise=0, distance=2).make().points.tolist()
    [[1.0, 0.0]]
    """

    key = "blobs"
    title = "Two blobs"
    formula = "(±distance/2, 0) + noise"

    noise: float = noise_param(0.55, "Standard deviation of each cloud.")
    distance: float = param(
        2.8, "From one cloud's centre to the other's.", low=0, high=1e6, slider=(0, 5), unit="data units"
    )

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        return np.tile([label * self.distance / 2, 0.0], (count, 1))
