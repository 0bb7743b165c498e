"""The generator interface: a recipe for a synthetic dataset."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import floor
from typing import Any, ClassVar

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.param import Declared, param
from kpgui.model.session import SEED

HALF_WIDTH, HALF_HEIGHT = 2.7, 1.8
"""Half the sides of the rectangle over which shapes without an outline of their own are spread."""


def noise_param(default: float, meaning: str = "Standard deviation of what is added to each coordinate.") -> Any:
    """The parameter `noise`, for which each generator has its own default."""
    return param(default, meaning, low=0, high=1e6, slider=(0, 1), unit="data units")


@dataclass(frozen=True)
class Generator(ABC, Declared):
    """Base of the generators, which only place points; counts, labels and noise are handled here.

    The shapes fit the default view, [−3, 3] × [−2, 2], and are centred on the origin.
    """

    formula: ClassVar[str]
    """Where the points lie, in words or symbols."""

    n: int = param(200, "Number of points.", scale="integer", low=1, high=1_000_000, slider=(10, 1000))
    noise: float = noise_param(0.1)
    seed: int = param(
        0,
        "The same seed makes the same points.",
        scale="integer",
        low=SEED.low,
        high=SEED.high,
        slider=(0, 100),
        rare=True,
    )
    balance: float = param(0.5, "Share of the points that are of class +1.", low=0, high=1, slider=(0, 1), rare=True)
    label_noise: float = param(
        0.0, "Share of the points that get the wrong label.", low=0, high=1, slider=(0, 0.5), rare=True
    )

    @abstractmethod
    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        """Positions of `count` points of the class `label` (−1 or +1) before noise is added, (count, 2)."""

    @property
    def remark(self) -> str:
        """A remark for the user about these points that does not follow from the parameters; "" for none."""
        return ""

    def make(self) -> Dataset:
        """The dataset: n points in the plane, the same for the same parameters.

        `balance` · n points, rounded half up, are of class +1. The order is shuffled, so that an online learner sees
        the classes mixed. Last, `label_noise` · n points get the other label; a larger share flips the same points and
        more.
        """
        rng = np.random.default_rng(self.seed)
        negatives = self.n - _whole(self.n * self.balance)
        labels = np.where(np.arange(self.n) < negatives, -1, 1)
        points = np.concatenate([self.place(-1, negatives, rng), self.place(1, self.n - negatives, rng)])
        points += self.noise * rng.standard_normal(points.shape)
        order = rng.permutation(self.n)
        labels = labels[order]
        labels[rng.permutation(self.n)[: _whole(self.n * self.label_noise)]] *= -1
        return Dataset.of(points[order], labels)


def spread(count: int, rng: "np.random.Generator") -> Floats:
    """Points spread evenly over the rectangle |x| < 2.7, |y| < 1.8: (count, 2)."""
    return np.multiply(2 * rng.random((count, 2)) - 1, (HALF_WIDTH, HALF_HEIGHT))


def _whole(number: float) -> int:
    """The number rounded, half up."""
    return floor(number + 0.5)
