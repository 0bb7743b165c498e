"""A smooth separable kernel, interpolated on tiles, and the number of Chebyshev nodes that it needs.

Samples prove nothing about an arbitrary function. So there are two checks with different samples: here, the kernel
itself on lines through the support vectors, where kernels are sharpest, at two samples a pixel; and once a tile is
interpolated, `discrepancy` compares it with the sum at pixels other than nodes. Where either finds too large an error,
the tile is computed pixel by pixel.
"""

from collections.abc import Generator, Iterator
from itertools import pairwise
from math import isfinite

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.evaluators.terms import PAUSE, PIECE_VALUES, PRODUCTS, Piece, Term, product, rounding_of, without_tiny
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

COUNT_TOLERANCE = 1e-11
"""The allowed sum of the truncated coefficients, relative to the largest value on the sampled lines."""

ALLOWED = 1e-10
"""The allowed discrepancy of the interpolant, relative to the largest sum of |terms|."""

SAFETY = 4.0
"""The factor from the discrepancy found at some pixels to the error assumed for all."""

LEAST_PIXELS_PER_NODE = 6
"""The fewest pixels per node at which interpolation pays: the checks cost too, and may fail."""

LEAST_TILE_PIXELS = 600
"""The fewest pixels of a tile: in smaller ones no kernel is smooth enough for interpolation to pay."""

LEAST_KERNEL_VALUES = 1 << 18
"""The fewest kernel values, pixel by pixel, at which the checks pay."""

SPARE_NODES = 2
"""Nodes beyond those that the sampled lines need, since other lines may need a few more."""

SAMPLES = 2
"""Samples of a line per pixel."""

COUNT_VECTORS, LINES = 16, 3
"""Support vectors that are sampled for one tile, and sampled lines along each axis."""

CHECKED_VECTORS = 64
"""Support vectors at whose pixels the interpolant is checked: kinks and narrow peaks show most there."""

PIXELS_PER_CHECK = 128
"""Besides, it is checked at one in this many pixels."""

R2_STEPS = 0.7548776662466927, 0.5698402909980532
"""Steps of the R2 low-discrepancy sequence (M. Roberts): multiples modulo 1 are spread evenly over the unit square."""


def needed(values: Floats) -> int | None:
    """Returns the nodes needed to interpolate curves given by values (samples, curves) at Chebyshev nodes.

    None when the samples do not suffice, or are not finite.

    An interpolant in n nodes differs from a function with the coefficients c_k by at most twice the sum of |c_k| from
    k = n on (Trefethen 2013, theorem 4.2).
    """
    samples, scale = len(values), float(np.abs(values).max())
    if not isfinite(scale):
        return None
    coefficients = np.abs(np.fft.rfft(np.concatenate([values, values[::-1]]), axis=0)[:samples]) / samples
    left_out = 2 * np.cumsum(coefficients[::-1], axis=0)[::-1].max(axis=1)
    enough = np.flatnonzero(left_out <= COUNT_TOLERANCE * scale)
    return max(1, int(enough[0])) + SPARE_NODES if len(enough) else None


def counts(
    kernel: Kernel, low: Floats, high: Floats, pixels: tuple[int, int], vectors: Floats
) -> Generator[Piece, None, tuple[int, int] | None]:
    """Returns the nodes (across, up) needed on a tile from corner `low` to `high`.

    None when no number suffices or computing the pixels is cheaper. pixels: of the tile, (across, up). vectors: the
    support vectors (k, 2), k ≥ 1. The kernel is sampled on lines through the tile near the nearest ones, and, for those
    outside the tile, on equally long lines through the support vector itself, where a kernel with narrow peaks mostly
    has one.
    """
    chosen = vectors[_chosen(vectors, low, high)]
    through = chosen[:LINES]
    beyond = through[((through < low) | (through > high)).any(axis=1)]
    found = []
    for axis in range(2):
        nodes = chebyshev.nodes(low[axis], high[axis], SAMPLES * pixels[axis])
        of_tile = [_along(axis, nodes, point) for point in np.clip(through, low, high)]
        middle = 0.5 * (low[axis] + high[axis])
        of_points = [_along(axis, nodes + (point[axis] - middle), point) for point in beyond]
        count = 0
        for lines, others in ((of_tile, [chosen] * len(of_tile)), (of_points, beyond[:, None])):
            curves = []
            for line, seen in zip(lines, others, strict=True):
                with np.errstate(all="ignore"):
                    curves.append(kernel.values(line, seen))
                yield PAUSE
            if curves:
                of_curves = needed(np.concatenate(curves, axis=1))
                yield PAUSE
                if of_curves is None:
                    return None
                count = max(count, of_curves)
        found.append(count)
    return _worthwhile((found[0], found[1]), pixels)


def more(counts: tuple[int, int], pixels: tuple[int, int]) -> tuple[int, int] | None:
    """Returns half as many nodes again, for an interpolant that is too inaccurate; None when pixels are cheaper."""
    return _worthwhile((counts[0] + (counts[0] + 1) // 2, counts[1] + (counts[1] + 1) // 2), pixels)


def _worthwhile(counts: tuple[int, int], pixels: tuple[int, int]) -> tuple[int, int] | None:
    fewer = counts[0] <= pixels[0] and counts[1] <= pixels[1]
    return counts if fewer and LEAST_PIXELS_PER_NODE * counts[0] * counts[1] <= pixels[0] * pixels[1] else None


def _along(axis: int, coordinates: Floats, point: Floats) -> Floats:
    """Returns positions (k, 2) on the line through a point along an axis."""
    line = np.tile(point, (len(coordinates), 1))
    line[:, axis] = coordinates
    return line


def check_pixels(beta: Floats, columns: Floats, rows: Floats, shape: tuple[int, int]) -> tuple[Ints, Ints]:
    """Returns the rows and columns of the pixels at which a tile's interpolant is checked.

    These are the pixels of the support vectors in the tile with the largest |β|, and others spread evenly. beta,
    columns, rows: the coefficients of the support vectors, and their pixels, integers that may lie outside the tile.
    shape: (ny, nx) of the tile.
    """
    inside = np.flatnonzero((columns >= 0) & (columns < shape[1]) & (rows >= 0) & (rows < shape[0]))
    strongest = inside[np.argsort(-np.abs(beta[inside]), kind="stable")[:CHECKED_VECTORS]]
    numbers = 0.5 + np.arange(max(CHECKED_VECTORS, shape[0] * shape[1] // PIXELS_PER_CHECK))
    spread = [(numbers * step % 1.0 * side).astype(np.int64) for step, side in zip(R2_STEPS, shape, strict=True)]
    at_vectors = rows[strongest].astype(np.int64), columns[strongest].astype(np.int64)
    return np.concatenate([at_vectors[0], spread[0]]), np.concatenate([at_vectors[1], spread[1]])


def discrepancy(coarse: Floats, to_y: Floats, to_x: Floats, values: Floats) -> float:
    """Returns an error estimate for the interpolant through values `coarse` (ny, nx) at the nodes.

    Its largest difference from `values` (k,) or its truncation error, whichever is larger, times `SAFETY`. to_y, to_x:
    the interpolation matrices from the nodes to the pixels of `values`, (k, ny) and (k, nx).
    """
    found = np.einsum("kj,kj->k", to_y @ coarse, to_x)
    return SAFETY * max(float(np.abs(found - values).max()), chebyshev.left_out(coarse))


def _chosen(vectors: Floats, low: Floats, high: Floats) -> Ints:
    """Returns indices of support vectors: those nearest to the middle of a tile, and others evenly by distance.

    The farthest comes second, since a function of x·z may be steepest there.
    """
    gaps = np.abs(vectors - 0.5 * (low + high)) / (high - low)
    order = np.argsort(gaps.max(axis=1), kind="stable")
    near, rest = order[: COUNT_VECTORS // 2], order[COUNT_VECTORS // 2 :][::-1]
    evenly = rest[:: max(1, -(-len(rest) // (COUNT_VECTORS - len(near))))]
    return np.concatenate([near[:1], evenly[:1], near[1:], evenly[1:]])


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
