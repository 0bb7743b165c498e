"""Two Gaussian clouds with outliers."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator, noise_param, spread
from kpgui.model.arrays import Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Outliers(Generator):
    """A Gaussian cloud for each class, −1 on the left and +1 on the right, and points far from both.

    Some points of each class, the outliers, lie anywhere, even in the other cloud. Their effect on the boundary shows
    what a soft margin or a budget is for.
    """

    key = "outliers"
    title = "Gaussians with outliers"
    formula = "(±distance/2, 0) + noise; outliers anywhere"

    noise: float = noise_param(0.4, "Standard deviation of each cloud.")
    distance: float = param(
        2.5, "From one cloud's centre to the other's.", low=0, high=1e6, slider=(0, 5), unit="data units"
    )
    outliers: float = param(0.1, "Share of each class's points that lie anywhere.", low=0, high=1, slider=(0, 0.5))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        points = np.tile([label * self.distance / 2, 0.0], (count, 1))
        out = round(count * self.outliers)
        points[:out] = spread(out, rng)
        return points
