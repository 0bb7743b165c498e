"""A smooth separable kernel by tiles: few Chebyshev nodes in each, and the support vectors that reach it."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from kpgui.engine import chebyshev
from kpgui.engine.terms import PAUSE, Piece, Term, product, rounding_of
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

NODES = 72
"""Nodes along a side of a tile at most: with more, the products with them take longer than smaller tiles do."""

LARGEST, SMALLEST = 256, 64
"""Pixels along a side of a tile: in larger ones there are more nodes for each pixel, smaller ones are too many."""

FAINT = 1e-15
"""Support vectors whose share in a tile is less than this part of the largest share anywhere are left out of it."""

VECTORS = 1024
"""Support vectors whose factors are held at once."""


def tiles(kernel: Kernel, extent: float, pixels: int) -> int | None:
    """Into how many tiles a side of this length is divided, None when the kernel is too narrow for any."""
    number = 1
    while number == 1 or pixels >= SMALLEST * number:
        count = chebyshev.count(kernel, extent / number)
        if pixels <= LARGEST * number and count is not None and count <= NODES and count < pixels / number:
            return number
        number *= 2
    return None


class Smooth(Term):
    """Σ β K by tiles: values at Chebyshev nodes, and two constant matrices from there to the pixels."""

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, numbers: tuple[int, int]) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._columns = _Side(kernel, view.xmin, view.xmax, nx, numbers[0])
        self._rows = _Side(kernel, view.ymin, view.ymax, ny, numbers[1])

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        shape = len(self._rows), len(self._columns)
        coarse = np.zeros((*shape, self._rows.count, self._columns.count))
        self._missing, self._sizes = np.zeros(shape), np.zeros(shape)
        for first in range(0, len(expansion.support), VECTORS):
            yield from self._add(expansion, expansion.support[first : first + VECTORS], coarse)
        errors = self._missing + rounding_of(len(expansion.support)) * self._sizes
        for row, (bottom, top) in enumerate(pairwise(self._rows.edges)):
            for column, (left, right) in enumerate(pairwise(self._columns.edges)):
                errors[row, column] += chebyshev.left_out(coarse[row, column])
                to_x = chebyshev.from_nodes_to_pixels(self._columns.count, right - left)
                to_y = chebyshev.from_nodes_to_pixels(self._rows.count, top - bottom)
                for start, share in product(to_y, coarse[row, column] @ to_x.T):
                    yield bottom + start, left, share
        self._errors = errors

    @property
    def worst(self) -> float:
        return float(self._errors.max())

    def error_in(self, rows: slice) -> Floats:
        return self._errors[self._rows.tile_of[rows]][:, self._columns.tile_of]

    def _add(self, expansion: Expansion, vectors: Ints, coarse: Floats) -> Iterator[Piece]:
        """Add what some support vectors give at the nodes of every tile."""
        places, beta = self.points[vectors], expansion.beta[vectors]
        across = [self.kernel.factor(places[:, 0], nodes) for nodes in self._columns.nodes]
        up = [self.kernel.factor(places[:, 1], nodes) for nodes in self._rows.nodes]
        widest = [each.max(axis=1) for each in across]
        for each in up:
            each *= beta[:, None]
        highest = [np.abs(each).max(axis=1) for each in up]
        yield PAUSE
        most = max(float(one.max()) for one in widest) * max(float(one.max()) for one in highest)
        for row, weighted in enumerate(up):
            for column, factors in enumerate(across):
                sizes = highest[row] * widest[column]
                far = sizes <= FAINT * most
                near = np.flatnonzero(~far)
                self._sizes[row, column] += sizes.sum()
                self._missing[row, column] += sizes[far].sum()
                if len(near) == len(vectors):
                    coarse[row, column] += weighted.T @ factors
                elif len(near):
                    coarse[row, column] += weighted[near].T @ factors[near]
            yield PAUSE


class _Side:
    """One side of the view, divided into tiles."""

    def __init__(self, kernel: Kernel, low: float, high: float, pixels: int, number: int) -> None:
        self.edges = [pixels * k // number for k in range(number + 1)]
        self.tile_of = np.repeat(np.arange(number), np.diff(self.edges))
        pixel = (high - low) / pixels
        widest = -(-pixels // number)
        count = chebyshev.count(kernel, widest * pixel)
        assert count is not None
        self.count = count
        self.nodes = [
            chebyshev.nodes(low + left * pixel, low + right * pixel, count) for left, right in pairwise(self.edges)
        ]

    def __len__(self) -> int:
        return len(self.nodes)
