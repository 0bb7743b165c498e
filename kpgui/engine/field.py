"""The field: f sampled over a rectangle, as numbers, as bytes for colours, and as curves."""

from collections.abc import Iterator

import contourpy
import numpy as np

from kpgui.engine.places import Places
from kpgui.engine.raster import Raster, centres
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats, frozen
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

TRUSTED = 1e-7
"""Relative to the largest |f|: below this the sign of an interpolated value is not trusted."""

CROSSING = 16
"""Pixels so near 0 that a boundary, which is steep, may have; more of them are a region far from all points."""


def field(kernel: Kernel, points: Floats, expansion: Expansion, view: View, nx: int, ny: int) -> Floats:
    """f at the pixel centres, float64 (ny, nx), row 0 at ymin, to 1e-8 of the largest |f|.

    Interpolated where that is cheaper; where f is nearly 0, as far from all points, it is taken from the exact
    evaluation, so that signs hold there and the boundary has no specks.
    """
    places = Places(points)
    quick = Raster(kernel, places, view, nx, ny, interpolate=True)
    values = quick.values(expansion)
    if quick.exact:
        return values
    size = np.abs(values)
    small = size <= TRUSTED * size.max()
    if np.count_nonzero(small) > CROSSING:
        np.copyto(values, Raster(kernel, places, view, nx, ny).values(expansion), where=small)
    return values


def quantise(values: Floats, peak: float) -> np.ndarray:
    """f as bytes for a 256-entry lookup table: 128 where f is exactly 0, more where f > 0, less where f < 0.

    Steps are rounded away from zero, so that the side of the boundary is never lost; |f| ≥ peak gives 255 or 1.
    """
    steps = values * (127 / peak)
    np.copysign(np.minimum(np.ceil(np.abs(steps)), 127), steps, out=steps)
    steps += 128
    return steps.astype(np.uint8)


def contours(values: Floats, view: View, levels: tuple[float, ...]) -> Iterator[Floats]:
    """The curves f = level through a field (ny, nx): for each level a (k, 2) array, NaN rows between polylines.

    A region where f is exactly 0, as where an RBF has underflowed, has no boundary around it.
    """
    ny, nx = values.shape
    if nx < 2 or ny < 2:
        yield from (np.zeros((0, 2)) for _ in levels)
        return
    generator = contourpy.contour_generator(
        centres(view.xmin, view.xmax, nx),
        centres(view.ymin, view.ymax, ny),
        np.ma.array(values, mask=_undecided_blocks(values)),
        name="serial",
        line_type=contourpy.LineType.ChunkCombinedNan,
    )
    for level in levels:
        line = generator.lines(level)[0][0]
        yield np.zeros((0, 2)) if line is None else frozen(line, np.float64)


def _undecided_blocks(values: Floats) -> Bools:
    """The pixels that belong to a 2 × 2 block of exact zeros."""
    zero = values == 0
    blocks = np.zeros_like(zero)
    if zero.any():
        corners = zero[1:, 1:] & zero[1:, :-1] & zero[:-1, 1:] & zero[:-1, :-1]
        for rows in (slice(1, None), slice(None, -1)):
            for columns in (slice(1, None), slice(None, -1)):
                blocks[rows, columns] |= corners
    return blocks
