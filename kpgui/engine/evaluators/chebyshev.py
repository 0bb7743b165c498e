"""Chebyshev interpolation on an interval, as constant matrices (Berrut and Trefethen 2004)."""

from functools import lru_cache
from math import ceil, inf, log, pi

import numpy as np

from kpgui.kernels import Kernel
from kpgui.kernels.numerics import BernsteinEllipse
from kpgui.model.arrays import Floats, frozen

TOLERANCE = 1e-11
"""The allowed interpolation error, relative to the largest value of the kernel."""

RHOS = tuple((1 + np.geomspace(0.01, 99.0, 24)).tolist())
"""The parameters ρ of the Bernstein ellipses that are tried."""

SIZES = 1e-75, 1e75
"""The range of lengths whose fourth powers, which the geometry of the ellipses needs, neither under- nor overflow."""

LAST_COEFFICIENTS = 2
"""Coefficients of highest degree from which the truncation error is estimated; a single one may be 0 by symmetry."""


@lru_cache(maxsize=256)
def count(
    kernel: Kernel,
    extent: float,
    away: float = 0.0,
    reach: float = inf,
    products: float = inf,
    tolerance: float = TOLERANCE,
) -> int | None:
    """Returns the nodes needed on an interval of this length to interpolate K(·, z) to the tolerance.

    The fewest that the bound of Trefethen (2013, theorem 8.2) allows; None when K is not smooth enough, or lengths are
    too extreme to compute the bound. away, reach, products: where z is, see `BernsteinEllipse`.
    """
    if kernel.degree is not None:
        return kernel.degree + 1
    if not (SIZES[0] <= extent <= SIZES[1] and away <= SIZES[1]):
        return None
    least = inf
    for rho in RHOS:
        log_growth_bound = kernel.log_growth_bound(BernsteinEllipse(rho, extent, away, reach, products))
        if log_growth_bound < inf:
            least = min(least, (log_growth_bound + log(4 / (rho - 1) / tolerance)) / log(rho) + 1)
    return ceil(least) if least < 1e6 else None


def nodes(low: float, high: float, count: int) -> Floats:
    """Returns the Chebyshev points of the first kind on [low, high], (count,)."""
    return 0.5 * (low + high) + 0.5 * (high - low) * _unit_nodes(count)


def _unit_nodes(count: int) -> Floats:
    return np.cos((2 * np.arange(count) + 1) * np.pi / (2 * count))


@lru_cache(maxsize=32)
def from_nodes_to_pixels(count: int, pixels: int) -> Floats:
    """Returns the matrix (pixels, count) from values at the nodes to values at the centres of equal pixels."""
    angles = (2 * np.arange(count) + 1) * np.pi / (2 * count)
    weights = np.where(np.arange(count) % 2 == 0, 1.0, -1.0) * np.sin(angles)
    at = (2 * np.arange(pixels) + 1) / pixels - 1
    gaps = np.subtract.outer(at, _unit_nodes(count))
    on_node = gaps == 0
    gaps[on_node] = 1.0
    matrix = weights / gaps
    matrix /= matrix.sum(axis=1, keepdims=True)
    hit = on_node.any(axis=1)
    matrix[hit] = on_node[hit]
    return frozen(matrix, np.float64)


def amplified(values: Floats) -> float:
    """Returns a bound on the factor by which interpolation amplifies errors of the values (ny, nx) at the nodes.

    The product of the Lebesgue constants of both axes (Trefethen 2013, theorem 15.2).
    """
    across, up = (1 + 2 / pi * log(count) for count in values.shape)
    return across * up


def left_out(values: Floats) -> float:
    """Returns an estimate of the truncation error of the interpolant through values (ny, nx) at the nodes.

    The coefficients of a smooth function fall at least geometrically, so those left out add up to about the last ones.
    """
    ny, nx = values.shape
    return 2 * max(float(np.abs(values @ _last(nx)).max()), float(np.abs(_last(ny).T @ values).max()))


@lru_cache(maxsize=64)
def _last(count: int) -> Floats:
    """Returns the matrix from values at `count` nodes to the interpolant's last coefficients, (count, their number)."""
    angles = (2 * np.arange(count) + 1) * np.pi / (2 * count)
    return frozen(
        2 / count * np.cos(np.multiply.outer(angles, np.arange(max(0, count - LAST_COEFFICIENTS), count))), np.float64
    )
