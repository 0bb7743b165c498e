"""A checkerboard."""

from dataclasses import dataclass

import numpy as np

from kpgui.generators.base import Generator, noise_param
from kpgui.model.arrays import Floats
from kpgui.model.param import param

HALF = 1.8


@dataclass(frozen=True)
class Checkerboard(Generator):
    """Points spread over the cells of a square board with alternating classes; the lower left cell is −1.

    All cells of a class get equally many points to within one.
    """

    key = "checkerboard"
    title = "Checkerboard"
    formula = "−1 where column + row is even, +1 where it is odd"

    noise: float = noise_param(0.0)
    cells: int = param(4, "Cells along each side.", scale="integer", low=2, high=100, slider=(2, 8))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        column, row = np.divmod(np.arange(self.cells**2), self.cells)
        own = np.flatnonzero((column + row) % 2 == (label > 0))
        cell = rng.permutation(own)[np.arange(count) % len(own)]
        corner = np.column_stack([column[cell], row[cell]])
        # The middle 98 % of a cell, so that rounding never puts a point on its neighbour's side.
        return (corner + 0.01 + 0.98 * rng.random((count, 2))) * (2 * HALF / self.cells) - HALF
