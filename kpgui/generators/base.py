"""What a generator is: a recipe for a synthetic dataset."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.param import Declared, param
from kpgui.model.session import SEED


class Generator(ABC, Declared):
    """Base of the generators: frozen dataclasses that declare `n`, `noise` and `seed`, and place points.

    The shapes fit the default view, [−3, 3] × [−2, 2], and are centred on the origin.
    """

    formula: ClassVar[str]
    """Where the points lie, in words or symbols."""

    n: int
    noise: float
    seed: int

    @abstractmethod
    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        """Where `count` points of the class `label` (−1 or +1) lie before noise is added, (count, 2)."""

    def make(self) -> Dataset:
        """The dataset: n points in the plane, the same for the same parameters.

        Both classes have n/2 points; when n is odd, the extra one is of class +1. The order is shuffled, so
        that one pass of an online learner sees the classes mixed.
        """
        rng = np.random.default_rng(self.seed)
        negatives = self.n // 2
        labels = np.where(np.arange(self.n) < negatives, -1, 1)
        points = np.concatenate([self.place(-1, negatives, rng), self.place(1, self.n - negatives, rng)])
        points += self.noise * rng.standard_normal(points.shape)
        order = rng.permutation(self.n)
        return Dataset.of(points[order], labels[order])


def n_param() -> Any:
    """The number of points, a parameter of every generator."""
    return param(
        200,
        "Number of points, half of each class.",
        scale="integer",
        low=1,
        high=1_000_000,
        slider=(10, 1000),
    )


def noise_param(default: float, meaning: str = "Standard deviation of what is added to each coordinate.") -> Any:
    """The noise, a parameter of every generator."""
    return param(default, meaning, low=0, high=1e6, slider=(0, 1), unit="data units")


def seed_param() -> Any:
    """The seed, a parameter of every generator."""
    return param(
        0,
        "The same seed makes the same points.",
        scale="integer",
        low=SEED.low,
        high=SEED.high,
        slider=(0, 100),
    )
