"""A smooth separable kernel, interpolated on tiles: one matrix product gives the values at the nodes of all tiles."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.evaluators.terms import PAUSE, PIECE_VALUES, PRODUCTS, Piece, Term, product, rounding_of, without_tiny
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

NODES = 72
"""The most nodes along a side of a tile: with more, smaller tiles are faster."""

LEAST_TILE_SIDE = 64
"""The fewest pixels along a side of a tile: the overhead of smaller ones is too large."""

VECTORS = 256
"""Support vectors in one matrix product: their factors stay in the cache."""

NEGLIGIBLE = 1e-150
"""Smaller factors are set to 0: they are negligible beside the interpolation error."""

NODES_PER_SAMPLE = 5
"""One in this many nodes is used to estimate the sum of |terms| near it."""


def tiles(kernel: Kernel, extent: float, pixels: int) -> int | None:
    """Returns into how many tiles a side of this length is divided; None when the kernel is too narrow."""
    number = 1
    while number == 1 or pixels >= LEAST_TILE_SIDE * number:
        count = chebyshev.count(kernel, extent / number)
        if count is not None and count <= NODES and 3 * count < 2 * pixels / number:
            return number
        number *= 2
    return None


class Smooth(Term):
    """Σ β K on tiles: values at Chebyshev nodes, and two constant matrices from there to the pixels.

    Tiles keep the number of nodes per pixel small. Each tile takes all support vectors, also those too far away to
    contribute: selecting the others would take longer than the product.
    """

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, numbers: tuple[int, int]) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._columns = _Side(kernel, view.xmin, view.xmax, nx, numbers[0])
        self._rows = _Side(kernel, view.ymin, view.ymax, ny, numbers[1])

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        rows, columns = self._rows, self._columns
        coarse = np.zeros((len(rows.nodes), len(columns.nodes)))
        sizes = np.zeros((len(rows.sampled), len(columns.sampled)))
        most = max(1, min(VECTORS, PIECE_VALUES // (len(rows.nodes) + len(columns.nodes))))
        height = max(1, PRODUCTS // (most * len(columns.nodes)))
        largest = 0.0
        for first in range(0, len(expansion.support), most):
            vectors = expansion.support[first : first + most]
            ex = without_tiny(self.kernel.factor(self.points[vectors, 0], columns.nodes), NEGLIGIBLE)
            ey = without_tiny(self.kernel.factor(self.points[vectors, 1], rows.nodes), NEGLIGIBLE)
            largest = max(largest, *(max(float(each.max()), -float(each.min())) for each in (ex, ey)))
            ey *= expansion.beta[vectors, None]
            yield PAUSE
            for start in range(0, len(coarse), height):
                coarse[start : start + height] += ey[:, start : start + height].T @ ex
                yield PAUSE
            sizes += np.abs(ey[:, rows.sampled]).T @ np.abs(ex[:, columns.sampled])
        of_tiles = sizes.reshape(rows.number, -1, columns.number, sizes.shape[1] // columns.number).max(axis=(1, 3))
        missing = 2 * NEGLIGIBLE * largest * float(np.abs(expansion.beta).sum())
        self._errors = missing + rounding_of(len(expansion.support)) * of_tiles
        for row, (bottom, top) in enumerate(pairwise(rows.edges)):
            for column, (left, right) in enumerate(pairwise(columns.edges)):
                values = coarse[rows.nodes_of(row), columns.nodes_of(column)]
                self._errors[row, column] *= chebyshev.amplified(values)
                self._errors[row, column] += chebyshev.left_out(values)
                to_x = chebyshev.from_nodes_to_pixels(columns.count, right - left)
                to_y = chebyshev.from_nodes_to_pixels(rows.count, top - bottom)
                for start, share in product(to_y, values @ to_x.T):
                    yield bottom + start, left, share

    @property
    def worst(self) -> float:
        return float(self._errors.max())

    def error_in(self, rows: slice) -> Floats:
        return self._errors[self._rows.tile_of[rows]][:, self._columns.tile_of]


class _Side:
    """One side of the view, divided into tiles with equally many nodes.

    edges: the first pixel of each tile, and the end. nodes: tile after tile, (number·count,). sampled: indices of every
    `NODES_PER_SAMPLE`-th node of each tile. tile_of: the tile of each pixel.
    """

    def __init__(self, kernel: Kernel, low: float, high: float, pixels: int, number: int) -> None:
        self.number = number
        self.edges = [pixels * k // number for k in range(number + 1)]
        self.tile_of = np.repeat(np.arange(number), np.diff(self.edges))
        pixel = (high - low) / pixels
        count = chebyshev.count(kernel, -(-pixels // number) * pixel)
        assert count is not None
        self.count = count
        tiles = [
            chebyshev.nodes(low + left * pixel, low + right * pixel, count) for left, right in pairwise(self.edges)
        ]
        self.nodes = np.concatenate(tiles)
        self.sampled = np.add.outer(count * np.arange(number), np.arange(0, count, NODES_PER_SAMPLE)).ravel()

    def nodes_of(self, tile: int) -> slice:
        return slice(tile * self.count, (tile + 1) * self.count)
