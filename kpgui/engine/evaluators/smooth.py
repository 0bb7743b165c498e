"""A smooth separable kernel by tiles, with few Chebyshev nodes in each: one matrix product for the nodes of all."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.evaluators.terms import PAUSE, PRODUCTS, VALUES, Piece, Term, product, rounding_of, without_tiny
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

NODES = 72
"""Nodes along a side of a tile at most: with more, the products with them take longer than smaller tiles do."""

SMALLEST = 64
"""Pixels along a side of a tile at least: smaller ones are too many."""

VECTORS = 256
"""Support vectors in one matrix product: their factors stay in the cache."""

NOTHING = 1e-150
"""Smaller factors are left out, as they do not count beside the error of interpolation."""

EVERY = 5
"""One node of so many shows how large the terms are that add up near it."""


def tiles(kernel: Kernel, extent: float, pixels: int) -> int | None:
    """Into how many tiles a side of this length is divided, None when the kernel is too narrow for any."""
    number = 1
    while number == 1 or pixels >= SMALLEST * number:
        count = chebyshev.count(kernel, extent / number)
        if count is not None and count <= NODES and 3 * count < 2 * pixels / number:
            return number
        number *= 2
    return None


class Smooth(Term):
    """Σ β K by tiles: values at Chebyshev nodes, and two constant matrices from there to the pixels.

    Tiles keep the nodes few for each pixel. Support vectors that do not reach a tile are not left out of it: to gather
    the others takes longer than the product.
    """

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int, numbers: tuple[int, int]) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._columns = _Side(kernel, view.xmin, view.xmax, nx, numbers[0])
        self._rows = _Side(kernel, view.ymin, view.ymax, ny, numbers[1])

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        rows, columns = self._rows, self._columns
        coarse, sizes = np.zeros((len(rows.nodes), len(columns.nodes))), np.zeros((len(rows.seen), len(columns.seen)))
        most = max(1, min(VECTORS, VALUES // (len(rows.nodes) + len(columns.nodes))))
        height = max(1, PRODUCTS // (most * len(columns.nodes)))
        largest = 0.0
        for first in range(0, len(expansion.support), most):
            vectors = expansion.support[first : first + most]
            ex = without_tiny(self.kernel.factor(self.points[vectors, 0], columns.nodes), NOTHING)
            ey = without_tiny(self.kernel.factor(self.points[vectors, 1], rows.nodes), NOTHING)
            largest = max(largest, *(max(float(each.max()), -float(each.min())) for each in (ex, ey)))
            ey *= expansion.beta[vectors, None]
            yield PAUSE
            for start in range(0, len(coarse), height):
                coarse[start : start + height] += ey[:, start : start + height].T @ ex
                yield PAUSE
            sizes += np.abs(ey[:, rows.seen]).T @ np.abs(ex[:, columns.seen])
        of_tiles = sizes.reshape(rows.number, -1, columns.number, len(columns.seen) // columns.number).max(axis=(1, 3))
        missing = 2 * NOTHING * largest * float(np.abs(expansion.beta).sum())
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
    """One side of the view, divided into tiles of equally many nodes.

    edges: the first pixel of each tile, and the end. nodes: those of one tile after the other. seen: some of them.
    tile_of: the tile of each pixel.
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
        self.seen = np.add.outer(count * np.arange(number), np.arange(0, count, EVERY)).ravel()

    def nodes_of(self, tile: int) -> slice:
        return slice(tile * self.count, (tile + 1) * self.count)
