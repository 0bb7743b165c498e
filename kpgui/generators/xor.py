"""Exclusive or: opposite quadrants belong together."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator
from kpgui.model.arrays import Floats
from kpgui.model.param import param

EXTENT = 1.6


@dataclass(frozen=True)
class Xor(Generator):
    """Points spread over four squares, one in each quadrant: +1 where exactly one coordinate is positive.

    The classic example that no line separates (Minsky, Papert 1969), but the product x·y does.
    """

    key = "xor"
    title = "XOR"
    formula = "+1 where x·y < 0, −1 where x·y > 0"

    gap: float = param(
        0.2, "Distance of the squares from the axes.", low=0, high=EXTENT, slider=(0, 1), unit="data units"
    )

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        sizes = EXTENT - (EXTENT - self.gap) * rng.random((count, 2))
        side = np.where(np.arange(count) % 2, -1.0, 1.0)
        return sizes * np.column_stack([side, -label * side])
