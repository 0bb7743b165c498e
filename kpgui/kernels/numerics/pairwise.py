"""Pairwise quantities of two sets of points: inner products, squared distances, differences along an axis."""

from math import inf, sqrt

import numpy as np

from kpgui.kernels.numerics.ellipse import BernsteinEllipse
from kpgui.model.arrays import Floats

FEW_DIMENSIONS = 8
"""Up to this many dimensions a loop over the axes is as quick as BLAS."""

FAR_DISTANCE = 1000.0
"""A scaled distance at which exp(−distance) is 0 in float64 while a polynomial in it is still finite."""


def inner_products(X: Floats, Z: Floats) -> Floats:
    """x·z for every pair, (len(X), len(Z)).

    In few dimensions axis by axis, so that a pair gives the same bits whatever else is in the arrays.
    """
    if X.shape[1] > FEW_DIMENSIONS:
        return X @ Z.T
    total = X[:, 0, None] * Z[:, 0]
    for axis in range(1, X.shape[1]):
        total += X[:, axis, None] * Z[:, axis]
    return total


def squared_distances(X: Floats, Z: Floats, length: float) -> Floats:
    """‖(x − z) / length‖² for every pair, (len(X), len(Z)).

    Computed from differences, since ‖x‖² + ‖z‖² − 2x·z cancels when the points are far from the origin. Divided before
    squaring, so that neither step overflows needlessly.
    """
    total = None
    for axis in range(X.shape[1]):
        gap = axis_gaps(X, Z, axis)
        gap /= length
        gap *= gap
        total = gap if total is None else np.add(total, gap, out=total)
    assert total is not None
    return total.reshape(len(X), len(Z))


def radial_growth(ellipse: BernsteinEllipse, length: float) -> float:
    """`log_growth_bound` of exp(−‖x − z‖/length), by Re ‖x − z‖ ≥ √(Re ‖x − z‖²); inf where that is not positive."""
    squared = ellipse.nearest_squared
    return (ellipse.away - sqrt(squared)) / length if squared > 0 else inf


def axis_gaps(X: Floats, Z: Floats, axis: int) -> Floats:
    """z − x on one axis for every pair, (len(X), len(Z)), or (len(Z),) for a single x, which is quicker."""
    return Z[:, axis] - (X[0, axis] if len(X) == 1 else X[:, axis, None])
