"""Inner products with rounding-error bounds, and the base of the kernels that are functions of x·z."""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np

from kpgui.kernels.base import Leaf
from kpgui.kernels.numerics import EXACT_INTEGERS, SMALL, TINY, Rounded, inner_products, units
from kpgui.model.arrays import EPSILON, Floats

MOST_POINTS_WITH_UNIT = 20_000
"""For more points than this no common unit is sought: that would take longer than everything else."""


class Vectors(NamedTuple):
    """Vectors (n, d) with what is known about their exactness.

    rows: (n, d). units: (n,), a power of two of which all numbers of the row are integer multiples, 0 where they are
    not known to be exact. off: whether they are results of a rounded multiplication.
    """

    rows: Floats
    units: Floats
    off: bool = False

    @classmethod
    def of(cls, X: Floats) -> "Vectors":
        """The points themselves, which are exact."""
        return cls(X, row_units(X))

    @property
    def sizes(self) -> Floats:
        """|x| for each coordinate, enlarged after a rounded multiplication so that ε·size covers underflow."""
        return np.abs(self.rows) + SMALL if self.off else np.abs(self.rows)


class InnerProduct(Leaf, ABC):
    """A kernel K(x, z) = k(x·z)."""

    @abstractmethod
    def of_product(self, product: Rounded) -> Rounded:
        """k of inner products with error bounds."""

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return self.of_product(rounded_products(Vectors.of(X), Vectors.of(Z)))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return self.of_product(rounded_squares(Vectors.of(X)))

    def rounded_bound(self, points: Floats) -> Rounded:
        exact = len(points) <= MOST_POINTS_WITH_UNIT
        return self.of_product(largest_square(Vectors.of(points) if exact else Vectors(points, np.zeros(len(points)))))


def row_units(X: Floats) -> Floats:
    """The largest power of two of which all numbers of a row are integer multiples, (len(X),)."""
    return units(X).min(axis=1, initial=np.inf)


def rounded_products(X: Vectors, Z: Vectors) -> Rounded:
    """x·z for every pair, (len(X), len(Z)), with error bounds that hold for any order of summation."""
    sizes = inner_products(X.sizes, Z.sizes)
    unit = np.multiply.outer(X.units, Z.units)
    return _summed(inner_products(X.rows, Z.rows), sizes, unit, X.rows.shape[1] + X.off + Z.off)


def rounded_squares(X: Vectors) -> Rounded:
    """x·x for every row, with error bounds."""
    squares = np.einsum("ij,ij->i", X.rows, X.rows)
    sizes = np.einsum("ij,ij->i", X.sizes, X.sizes) if X.off else squares
    return _summed(squares, sizes, X.units * X.units, X.rows.shape[1] + 2 * X.off)


def largest_square(X: Vectors) -> Rounded:
    """Bounds of |x·z|, exact or computed, and of its error for any two rows, by the Cauchy-Schwarz inequality."""
    squares = rounded_squares(X)
    unit, size = squares.unit.min(initial=np.inf), squares.size.max(initial=0.0)
    return _summed(size, size, unit, X.rows.shape[1] + 2 * X.off)


def _summed(values: Any, sizes: Any, unit: Any, roundings: int) -> Rounded:
    """Sums of products with error bounds: exact while the sum of the sizes is few enough units for a double."""
    return Rounded(values, np.where(sizes < EXACT_INTEGERS * unit, 0.0, roundings * EPSILON * sizes + TINY), unit)
