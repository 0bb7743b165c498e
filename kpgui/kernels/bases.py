"""Bases of the kernels: functions of x·z, functions that decay with the distance."""

from abc import ABC, abstractmethod
from math import inf, log
from typing import Any

import numpy as np

from kpgui.kernels.base import Leaf
from kpgui.kernels.numerics import (
    SMALL,
    TINY,
    Rounded,
    differences_overflow,
    inner_products,
    radial_bound,
    radial_error,
)
from kpgui.model.arrays import EPSILON, FAINTEST, Bools, Floats


class InnerProduct(Leaf, ABC):
    """A kernel K(x, z) = k(x·z)."""

    @abstractmethod
    def of_product(self, product: Rounded) -> Rounded:
        """k of inner products with error bounds."""

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return self.of_product(rounded_products(X, Z))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return self.of_product(rounded_squares(X))

    def rounded_bound(self, points: Floats) -> Rounded:
        return self.of_product(largest_square(points))


def rounded_products(X: Floats, Z: Floats, made: int = 1) -> Rounded:
    """x·z for every pair, (len(X), len(Z)), with error bounds that hold for any order of summation.

    The terms may cancel, so errors are relative to Σ |xₐzₐ|. made: how many coordinates as typed each one is at most a
    product of.
    """
    sizes = inner_products(_sizes(X, made), _sizes(Z, made))
    zero = np.logical_or.outer(_at_origin(X, made), _at_origin(Z, made))
    return Rounded(inner_products(X, Z), np.where(zero, 0.0, _error(sizes, X.shape[1], made)))


def rounded_squares(X: Floats, made: int = 1) -> Rounded:
    """x·x for every row, with error bounds."""
    sizes = _sizes(X, made)
    error = _error(np.einsum("ij,ij->i", sizes, sizes), X.shape[1], made)
    return Rounded(np.einsum("ij,ij->i", X, X), np.where(_at_origin(X, made), 0.0, error))


def largest_square(X: Floats, made: int = 1) -> Rounded:
    """Bounds of |x·z|, exact or computed, and of its error for any two rows, by the Cauchy-Schwarz inequality."""
    size = rounded_squares(X, made).size.max(initial=0.0)
    return Rounded(size, _error(size, X.shape[1], made))


def _sizes(X: Floats, made: int) -> Floats:
    """|x| for each coordinate, enlarged after a rounded multiplication so that ε·size covers underflow."""
    return np.abs(X) + SMALL if made > 1 else np.abs(X)


def _at_origin(X: Floats, made: int) -> Bools:
    """Whether x is known to be 0, which a product may also be by underflow."""
    return (X == 0).all(axis=1) if made == 1 else np.zeros(len(X), bool)


def _error(sizes: Any, d: int, made: int) -> Any:
    """Error bounds of sums of d products with these sums of sizes."""
    return (d + 2 * made) * EPSILON * sizes + TINY


class Radial(Leaf, ABC):
    """A strictly positive definite kernel that is 1 at x = z and decays to 0 with distance."""

    bound = 1.0
    strictly_positive_definite = True

    @abstractmethod
    def roundings(self, d: int) -> tuple[float, float]:
        """a and b such that values for points in d dimensions have a relative error of at most (a + b·(−log K))·ε.

        A relative error δ of the distance changes K by at most 2δ·(−log K) of it: by exactly that for the RBF, by less
        where −log K grows more slowly than the squared distance.
        """

    def diagonal_values(self, X: Floats) -> Floats:
        return np.ones(len(X))

    def relative_error(self, points: Floats) -> float:
        constant, slope = self.roundings(points.shape[1])
        deepest = -log(FAINTEST)
        return inf if differences_overflow(points, points) else EPSILON * (constant + slope * deepest)

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        values = self.values(X, Z)
        return Rounded(values, radial_error(values, X, Z, *self.roundings(X.shape[1])))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return Rounded(np.ones(len(X)), np.zeros(len(X)))

    def rounded_bound(self, points: Floats) -> Rounded:
        return radial_bound(points, *self.roundings(points.shape[1]))
