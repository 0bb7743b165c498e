"""The cosine kernel."""

from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from kpgui.kernels.base import Kernel, Leaf
from kpgui.kernels.bases import rounded_products
from kpgui.kernels.linear import Linear
from kpgui.kernels.numerics import BernsteinEllipse, Rounded, inner_products
from kpgui.model.arrays import EPSILON, Bools, Floats


@dataclass(frozen=True)
class Cosine(Leaf):
    """K(x, z) = x·z / (‖x‖ ‖z‖), the cosine of the angle between two points as seen from the origin.

    The origin has no direction. There K counts as 0, as in scikit-learn's cosine_similarity, so that f has a value at
    every pixel; a dataset with a point there is refused.

    >>> Cosine().gram([[1, 0]], [[3, 3], [0, 0]])
    array([[0.70710678, 0. ]])
    """

    key = "cosine"
    title = "Cosine"
    formula = "x·z / (‖x‖ ‖z‖)"
    psd_reason = "it is the inner product of the directions x/‖x‖ and z/‖z‖"
    bound = 1.0

    def values(self, X: Floats, Z: Floats) -> Floats:
        left, right = np.einsum("ij,ij->i", X, X), np.einsum("ij,ij->i", Z, Z)
        safe_left, safe_right = _are_safe(left), _are_safe(right)
        values = inner_products(X, Z)
        values /= np.multiply.outer(
            np.sqrt(left, where=safe_left, out=np.ones(len(X))), np.sqrt(right, where=safe_right, out=np.ones(len(Z)))
        )
        if not (safe_left.all() and safe_right.all()):
            unsafe = ~np.logical_and.outer(safe_left, safe_right)
            np.copyto(values, inner_products(_directions(X), _directions(Z)), where=unsafe)
        np.clip(values, -1, 1, out=values)
        return values

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        """`values` with error bounds: directions, or inner product and norms, have seen up to d + 8 roundings."""
        d = X.shape[1]
        values, products = self.values(X, Z), rounded_products(X, Z)
        left, right = np.einsum("ij,ij->i", X, X), np.einsum("ij,ij->i", Z, Z)
        norms = np.multiply.outer(np.sqrt(left), np.sqrt(right))
        errors = np.where(
            np.logical_and.outer(_are_safe(left), _are_safe(right)),
            products.error / norms + (d + 5) * EPSILON * np.abs(values),
            2 * (d + 5) * EPSILON,
        )
        errors[np.logical_or.outer((X == 0).all(axis=1), (Z == 0).all(axis=1))] = 0.0
        return Rounded(values, errors)

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return Rounded(self.diagonal_values(X), np.zeros(len(X)))

    def rounded_bound(self, points: Floats) -> Rounded:
        return Rounded(np.float64(1.0), 2 * (points.shape[1] + 5) * EPSILON)

    def diagonal_values(self, X: Floats) -> Floats:
        return np.where((X == 0).all(axis=1), 0.0, 1.0)

    def undefined_at(self, X: Floats) -> int | None:
        zero = (X == 0).all(axis=1)
        return int(zero.argmax()) if zero.any() else None

    @cached_property
    def unnormalised(self) -> Kernel:
        return Linear()

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """It jumps at the origin."""
        return inf

    def norms(self, X: Floats) -> Floats:
        squares = np.einsum("ij,ij->i", X, X)
        norms: Floats = np.sqrt(squares) if _are_safe(squares).all() else np.hypot.reduce(X.T, axis=0)
        norms[norms == 0] = inf
        return norms


def _are_safe(squares: Floats) -> Bools:
    """Which of these sums of squares neither overflow nor lose digits to underflow."""
    return (squares > 1e-200) & (squares < 1e200)


def _directions(X: Floats) -> Floats:
    """x/‖x‖ for each row, 0 for 0. Divided by the largest coordinate first, so that no square overflows."""
    largest: Floats = np.abs(X).max(axis=1, initial=0.0)
    largest[largest == 0] = 1
    scaled = X / largest[:, None]
    norms = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
    norms[norms == 0] = 1
    scaled /= norms[:, None]
    return scaled
