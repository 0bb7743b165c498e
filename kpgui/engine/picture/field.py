"""The field: f sampled over a rectangle, as numbers, as bytes for a colour table, and as contours."""

from collections.abc import Iterator

import contourpy
import numpy as np

from kpgui.engine.evaluators.terms import centres
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.picture.raster import Raster
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats, frozen
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

HATCHES = 80
"""Lines that would hatch the longer side of a field."""


def field(kernel: Kernel, points: Floats, expansion: Expansion, view: View, nx: int, ny: int) -> Floats:
    """Returns f at the pixel centres, (ny, nx), row 0 at ymin, within 1e-8 of the largest |f|, all signs correct.

    Raises KpguiError when f overflows float64 there.
    """
    return Raster(kernel, DistinctPoints(expansion.places(points)), view, nx, ny).values(expansion)


def quantise(values: Floats, peak: float) -> np.ndarray:
    """Returns f as bytes for a 256-entry lookup table: 128 where f is exactly 0, more where f > 0, less where f < 0.

    Values are rounded away from zero, so that each pixel keeps its sign; |f| ≥ peak gives 255 or 1.
    """
    steps = np.abs(values)
    np.minimum(steps, peak, out=steps)
    steps /= peak
    steps *= 127
    np.ceil(steps, out=steps)
    np.maximum(steps, values != 0, out=steps)
    np.copysign(steps, values, out=steps)
    steps += 128
    return steps.astype(np.uint8)


def contours(values: Floats, view: View, levels: tuple[float, ...], every: int = 1) -> Iterator[Floats]:
    """Yields for each level the curves f = level in a field (ny, nx): a (k, 2) array with NaN rows between polylines.

    Only every `every`-th pixel of each axis is used; between them the curves are straight. No curve is drawn around a
    region where f is exactly 0, as where an RBF has underflowed.
    """
    ny, nx = values.shape
    xs, ys = centres(view.xmin, view.xmax, nx)[::every], centres(view.ymin, view.ymax, ny)[::every]
    values = values[::every, ::every]
    if len(xs) < 2 or len(ys) < 2:
        yield from (np.zeros((0, 2)) for _ in levels)
        return
    generator = contourpy.contour_generator(
        xs,
        ys,
        np.ma.array(values, mask=_undecided_blocks(values)),
        name="serial",
        line_type=contourpy.LineType.ChunkCombinedNan,
    )
    for level in levels:
        line = generator.lines(level)[0][0]
        yield np.zeros((0, 2)) if line is None else frozen(line, np.float64)


def ties(values: Floats, view: View, every: int = 1) -> Floats:
    """Returns the regions where f is exactly 0 as lines, (k, 2) with NaN rows between: their edges, and their hatching.

    values: (ny, nx) over the view, of which every `every`-th pixel of each axis is used.
    """
    zero = np.pad(_undecided_blocks(values[::every, ::every]), 1)
    if not zero.any():
        return np.zeros((0, 2))
    ny, nx = values.shape
    corner = np.array([view.xmin, view.ymin])
    pixel = np.array([(view.xmax - view.xmin) / nx, (view.ymax - view.ymin) / ny])
    edges = contourpy.contour_generator(z=zero.astype(np.float64), line_type=contourpy.LineType.ChunkCombinedNan)
    parts = [np.asarray(edges.lines(0.5)[0][0])]
    for hatch in _hatching(zero, max(2, round(max(zero.shape) / HATCHES))):
        parts += [np.full((1, 2), np.nan), hatch]
    found: Floats = np.concatenate(parts)
    return frozen(corner + pixel * (0.5 + every * (found - 1)), np.float64)


def _hatching(region: Bools, spacing: int) -> Iterator[Floats]:
    """Yields the pieces in the region (ny, nx) of diagonals so many pixels apart, as x and y of both ends, (2, 2)."""
    ny, nx = region.shape
    for diagonal in range(0, ny + nx, spacing):
        x = np.arange(max(0, diagonal - ny + 1), min(nx, diagonal + 1))
        inside = np.concatenate([[False], region[diagonal - x, x], [False]])
        changes = np.flatnonzero(inside[1:] != inside[:-1])
        for first, stop in changes.reshape(-1, 2).tolist():
            ends = x[[first, stop - 1]]
            yield np.column_stack([ends, diagonal - ends]).astype(np.float64)


def _undecided_blocks(values: Floats) -> Bools:
    """Returns the pixels that belong to a 2 × 2 block of exact zeros, (ny, nx)."""
    zero = values == 0
    blocks = np.zeros_like(zero)
    if zero.any():
        corners = zero[1:, 1:] & zero[1:, :-1] & zero[:-1, 1:] & zero[:-1, :-1]
        for rows in (slice(1, None), slice(None, -1)):
            for columns in (slice(1, None), slice(None, -1)):
                blocks[rows, columns] |= corners
    return blocks
