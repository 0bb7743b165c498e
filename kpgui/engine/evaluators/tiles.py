"""An evaluator for kernels without per-axis structure: a quadtree of tiles, interpolated where K is smooth.

Most kernels are smooth, at least away from the support vector itself. So a tile interpolates the sum over the support
vectors that are far enough away from Chebyshev nodes, and passes the others on to its parts; the smallest tiles compute
the rest pixel by pixel. This is one half of a fast multipole method (Fong and Darve 2009): targets are interpolated,
sources are not.
"""

from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.evaluators.terms import PAUSE, PIECE_VALUES, Piece, Term, pixels_of, product, rounding_of
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

BLOCK = 1 << 15
"""Kernel values computed at once: few enough to stay in the cache."""

LEAST_TILE_PIXELS = 256
"""Tiles of at most this many pixels are not divided."""

LEAST_PIXELS_PER_NODE = 2
"""The fewest pixels per node at which interpolation pays."""

OVERHEAD = 1 << 12
"""The fixed cost of a tile, in kernel values."""

TOLERANCE = 1e-10
"""The allowed interpolation error, relative to the largest value of the kernel: larger than in `chebyshev`, as
many tiles make nodes expensive."""


class _Tile(NamedTuple):
    """A rectangle of pixels: columns left to right − 1, rows bottom to top − 1."""

    left: int
    right: int
    bottom: int
    top: int

    @property
    def pixels(self) -> int:
        return (self.right - self.left) * (self.top - self.bottom)


class Tiles(Term):
    """Σ β K by tiles: exact pixel by pixel, or interpolated within `TOLERANCE`."""

    def __init__(self, kernel: Kernel, points: Floats, view: View, nx: int, ny: int) -> None:
        super().__init__(kernel, points, view, nx, ny)
        self._dx, self._dy = (view.xmax - view.xmin) / nx, (view.ymax - view.ymin) / ny
        self._counts: dict[tuple[float, float, float], tuple[int, int] | None] = {}
        self._reach: tuple[float, float] = tuple(np.abs(points).max(axis=0).tolist())
        sides = max(abs(view.xmin), abs(view.xmax)), max(abs(view.ymin), abs(view.ymax))
        self._products = sides[0] * self._reach[0] + sides[1] * self._reach[1]

    def shares(self, expansion: Expansion) -> Iterator[Piece]:
        self.error = self._error = np.zeros((self.ny, self.nx))
        self._beta = expansion.beta
        self._work = 0
        return self._fill(_Tile(0, self.nx, 0, self.ny), expansion.support)

    def _fill(self, tile: _Tile, vectors: Ints) -> Iterator[Piece]:
        """Yields the share of these support vectors in a tile."""
        width, height = (tile.right - tile.left) * self._dx, (tile.top - tile.bottom) * self._dy
        smooth = self._nodes(tile, width, height, 0.0)
        if smooth is not None:
            yield from self._interpolate(tile, vectors, smooth)
            return
        away = max(width, height)
        nodes = self._nodes(tile, width, height, away)
        if nodes is not None:
            far = self._gaps(tile, vectors) >= away
            if far.any():
                yield from self._interpolate(tile, vectors[far], nodes)
                vectors = vectors[~far]
        if not len(vectors):
            return
        if tile.pixels <= LEAST_TILE_PIXELS:
            yield from self._exactly(tile, vectors)
            return
        for part in self._parts(tile, width, height):
            yield from self._fill(part, vectors)

    def _nodes(self, tile: _Tile, width: float, height: float, away: float) -> tuple[int, int] | None:
        """Returns the nodes (across, up) for vectors at least `away` from a tile; None when pixels are cheaper."""
        key = width, height, away
        if key not in self._counts:
            across = chebyshev.count(self.kernel, width, away, self._reach[0], self._products, TOLERANCE)
            up = chebyshev.count(self.kernel, height, away, self._reach[1], self._products, TOLERANCE)
            self._counts[key] = None if across is None or up is None else (across, up)
        counts = self._counts[key]
        return None if counts is None or LEAST_PIXELS_PER_NODE * counts[0] * counts[1] > tile.pixels else counts

    def _gaps(self, tile: _Tile, vectors: Ints) -> Floats:
        """Returns the Chebyshev distance of each support vector from a tile, not positive inside it."""
        x, y = self.points[vectors].T
        left, bottom = self._corner(tile.left, tile.bottom)
        right, top = self._corner(tile.right, tile.top)
        return np.maximum(np.maximum(left - x, x - right), np.maximum(bottom - y, y - top))

    def _corner(self, column: int, row: int) -> tuple[float, float]:
        return self.view.xmin + column * self._dx, self.view.ymin + row * self._dy

    def _parts(self, tile: _Tile, width: float, height: float) -> Iterator[_Tile]:
        """Yields the halves of a long tile, the quarters of one that is nearly square."""
        columns, rows = tile.right - tile.left, tile.top - tile.bottom
        across = [tile.left, tile.right]
        up = [tile.bottom, tile.top]
        if columns > 1 and (2 * width > height or rows == 1):
            across.insert(1, (tile.left + tile.right) // 2)
        if rows > 1 and (2 * height > width or columns == 1):
            up.insert(1, (tile.bottom + tile.top) // 2)
        for bottom, top in pairwise(up):
            for left, right in pairwise(across):
                yield _Tile(left, right, bottom, top)

    def _interpolate(self, tile: _Tile, vectors: Ints, counts: tuple[int, int]) -> Iterator[Piece]:
        coarse, size = yield from self._at_nodes(tile, vectors, counts)
        error = chebyshev.left_out(coarse) + chebyshev.amplified(coarse) * rounding_of(len(vectors)) * size
        yield from self._from_nodes(tile, coarse, error)

    def _from_nodes(self, tile: _Tile, coarse: Floats, error: float) -> Iterator[Piece]:
        """Interpolates values at the nodes at the pixels of a tile. error: of the result."""
        self._error[tile.bottom : tile.top, tile.left : tile.right] += error
        to_x = chebyshev.from_nodes_to_pixels(coarse.shape[1], tile.right - tile.left)
        to_y = chebyshev.from_nodes_to_pixels(coarse.shape[0], tile.top - tile.bottom)
        yield PAUSE
        along_x = np.empty((len(coarse), len(to_x)))
        for row, values in product(coarse, to_x.T):
            along_x[row : row + len(values)] = values
            yield PAUSE
        for row, share in product(to_y, along_x):
            yield tile.bottom + row, tile.left, share

    def _at_nodes(
        self, tile: _Tile, vectors: Ints, counts: tuple[int, int]
    ) -> Generator[Piece, None, tuple[Floats, float]]:
        """Returns the values at the nodes, (up, across), and the largest Σ |β K| at a node. counts: (across, up)."""
        left, bottom = self._corner(tile.left, tile.bottom)
        right, top = self._corner(tile.right, tile.top)
        nodes = pixels_of(chebyshev.nodes(left, right, counts[0]), chebyshev.nodes(bottom, top, counts[1]))
        values, sizes = np.empty((2, len(nodes)))
        yield from self._sum(nodes, vectors, values, sizes)
        return values.reshape(counts[1], counts[0]), float(sizes.max())

    def _exactly(self, tile: _Tile, vectors: Ints) -> Iterator[Piece]:
        pixels = pixels_of(self.xs[tile.left : tile.right], self.ys[tile.bottom : tile.top])
        values, sizes = np.empty((2, len(pixels)))
        yield from self._sum(pixels, vectors, values, sizes)
        shape = tile.top - tile.bottom, tile.right - tile.left
        error = rounding_of(len(vectors)) * sizes.reshape(shape)
        self._error[tile.bottom : tile.top, tile.left : tile.right] += error
        yield tile.bottom, tile.left, values.reshape(shape)

    def _sum(self, positions: Floats, vectors: Ints, values: Floats, sizes: Floats) -> Iterator[Piece]:
        """Computes Σ β K and Σ |β K| at these positions into `values` and `sizes`, with pauses."""
        points, beta = self.points[vectors], self._beta[vectors]
        weights = np.abs(beta)
        cost = len(self.kernel.leaves) * len(vectors)
        rows = max(1, BLOCK // max(1, cost))
        for start in range(0, len(positions), rows):
            some = slice(start, start + rows)
            with np.errstate(over="ignore", invalid="ignore"):
                gram = self.kernel.gram(positions[some], points)
                values[some] = gram @ beta
                sizes[some] = np.abs(gram, out=gram) @ weights
            self._work += rows * cost
            if self._work > PIECE_VALUES:
                self._work = 0
                yield PAUSE
        self._work += OVERHEAD
