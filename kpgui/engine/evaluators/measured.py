"""How many Chebyshev nodes do for a kernel that does not say how it grows off the real axis: found by looking at it.

No number of samples proves anything of a function of which nothing is known. So there are two checks, which look in
different places: here curves of the kernel itself, at two samples a pixel on lines through the support vectors, where
kernels are sharpest; and once a tile is interpolated, `discrepancy`, its sum at pixels that are no nodes. Where either
finds more than is allowed, the tile is computed in the slow way.
"""

from collections.abc import Generator
from math import isfinite

import numpy as np

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.evaluators.terms import PAUSE, Piece
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints

TOLERANCE = 1e-11
"""What coefficients that are left out may add up to, relative to the largest value on the curves."""

ALLOWED = 1e-10
"""What the interpolant may be found to be off, relative to the largest sum of the sizes of its terms."""

SAFETY = 4.0
"""How many times as far off as was found the interpolant is taken to be."""

WORTH = 6
"""Pixels for each node at least: beside the nodes there are the checks, and all may be for nothing."""

FEWEST = 600
"""Pixels of a tile at least: with fewer no kernel is smooth enough."""

VALUES = 1 << 18
"""Kernel values that a tile takes pixel by pixel, at least: less is sooner done than looked at."""

SPARE = 2
"""Nodes beyond those that the curves need, since others may need a few more."""

SAMPLES = 2
"""Samples of a curve for each pixel."""

VECTORS, LINES = 16, 3
"""Support vectors that are looked at from one tile, and lines along each axis."""

STRONGEST = 64
"""Support vectors next to which the interpolant is checked, where kinks and narrow bells show most."""

PIXELS = 128
"""It is checked at one pixel of so many besides."""

SPREAD = 0.7548776662466927, 0.5698402909980532
"""Multiples of these, modulo 1, are spread evenly over the unit square: the R2 sequence of M. Roberts."""


def needed(values: Floats) -> int | None:
    """Nodes that represent curves, from their values (samples, curves) at Chebyshev nodes; None where none do.

    An interpolant in n nodes differs from a function with the coefficients c_k by at most twice the sum of |c_k| from
    k = n on (Trefethen 2013, theorem 4.2).
    """
    samples, scale = len(values), float(np.abs(values).max())
    if not isfinite(scale):
        return None
    coefficients = np.abs(np.fft.rfft(np.concatenate([values, values[::-1]]), axis=0)[:samples]) / samples
    left_out = 2 * np.cumsum(coefficients[::-1], axis=0)[::-1].max(axis=1)
    enough = np.flatnonzero(left_out <= TOLERANCE * scale)
    return max(1, int(enough[0])) + SPARE if len(enough) else None


def counts(
    kernel: Kernel, low: Floats, high: Floats, pixels: tuple[int, int], vectors: Floats
) -> Generator[Piece, None, tuple[int, int] | None]:
    """Nodes across and up that do for a tile from corner `low` to `high`, None when pixels are cheaper or nothing does.

    pixels: the tile's, across and up. vectors: the support vectors (k, 2), k ≥ 1. Those that are nearest are looked at
    on lines across the tile, and where they are beyond it also on as long lines through themselves: a kernel that has
    needles at some distance from a support vector mostly has one there as well.
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
    """Half as many nodes again, for an interpolant that is off by too much; None when pixels are cheaper."""
    return _worthwhile((counts[0] + (counts[0] + 1) // 2, counts[1] + (counts[1] + 1) // 2), pixels)


def _worthwhile(counts: tuple[int, int], pixels: tuple[int, int]) -> tuple[int, int] | None:
    fewer = counts[0] <= pixels[0] and counts[1] <= pixels[1]
    return counts if fewer and WORTH * counts[0] * counts[1] <= pixels[0] * pixels[1] else None


def _along(axis: int, coordinates: Floats, point: Floats) -> Floats:
    """Places (k, 2) on the line through a point along an axis."""
    line = np.tile(point, (len(coordinates), 1))
    line[:, axis] = coordinates
    return line


def check_pixels(beta: Floats, columns: Floats, rows: Floats, shape: tuple[int, int]) -> tuple[Ints, Ints]:
    """Rows and columns of the pixels (ny, nx) of a tile at which its interpolant is checked.

    beta, columns, rows: the coefficients of the support vectors, and the pixels in which they are, whole numbers that
    may be beyond the tile. The strongest inside are checked, and pixels that are spread evenly.
    """
    inside = np.flatnonzero((columns >= 0) & (columns < shape[1]) & (rows >= 0) & (rows < shape[0]))
    strongest = inside[np.argsort(-np.abs(beta[inside]), kind="stable")[:STRONGEST]]
    numbers = 0.5 + np.arange(max(STRONGEST, shape[0] * shape[1] // PIXELS))
    spread = [(numbers * step % 1.0 * side).astype(np.int64) for step, side in zip(SPREAD, shape, strict=True)]
    at_vectors = rows[strongest].astype(np.int64), columns[strongest].astype(np.int64)
    return np.concatenate([at_vectors[0], spread[0]]), np.concatenate([at_vectors[1], spread[1]])


def discrepancy(coarse: Floats, to_y: Floats, to_x: Floats, values: Floats) -> float:
    """How far the interpolant through `coarse` (ny, nx) is from values (k,), or from itself without its last nodes.

    to_y, to_x: the rows of the matrices from the nodes to each of the places, (k, ny) and (k, nx).
    """
    found = np.einsum("kj,kj->k", to_y @ coarse, to_x)
    return SAFETY * max(float(np.abs(found - values).max()), chebyshev.left_out(coarse))


def _chosen(vectors: Floats, low: Floats, high: Floats) -> Ints:
    """Some of the support vectors, by their distance from the middle of a tile: the nearest, and others evenly.

    The farthest is the second, since a function of x·z may be steepest there.
    """
    gaps = np.abs(vectors - 0.5 * (low + high)) / (high - low)
    order = np.argsort(gaps.max(axis=1), kind="stable")
    near, rest = order[: VECTORS // 2], order[VECTORS // 2 :][::-1]
    evenly = rest[:: max(1, -(-len(rest) // (VECTORS - len(near))))]
    return np.concatenate([near[:1], evenly[:1], near[1:], evenly[1:]])
