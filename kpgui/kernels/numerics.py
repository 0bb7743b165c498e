"""Numerics of kernels: ellipses of convergence, distances and products of all pairs, and bounds of rounding.

The bounds of rounding are rigorous, by running error analysis (Higham 2002, section 3.3), and hold not only to first
order: each operation is charged ε = 2⁻⁵² of its result, twice the worst case, which leaves room for products of errors
and for the rounding of the bounds themselves. So is each number that was typed: the decimal that it stands for is
within ε/2 of it. NumPy's exp, sin, tanh and log1p are taken to be within 4 units in the last place.
"""

from fractions import Fraction
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from kpgui.model.arrays import EPSILON, Exacts, Floats


class BernsteinEllipse(NamedTuple):
    """An ellipse in the complex plane with the ends of an interval as its foci (Trefethen 2013, chapter 8).

    A function analytic inside it and at most M there differs from its interpolant in n Chebyshev nodes by at most
    4 M ρ^(1−n) / (ρ − 1).

    rho: the sum of its semi-axes in half lengths of the interval, > 1. extent: the interval's length. away: the
    distance of the kernel's other argument z from the interval, or from a rectangle of which it is a side. reach: the
    largest |coordinate| of z. products: the largest |x·z| on the real axis.
    """

    rho: float
    extent: float
    away: float = 0.0
    reach: float = inf
    products: float = inf

    @property
    def height(self) -> float:
        """The largest imaginary part of a point inside."""
        return 0.25 * self.extent * (self.rho - 1 / self.rho)

    @property
    def product_change(self) -> float:
        """A bound of how much x·z at a point inside differs from its value at the nearest point of the interval."""
        overhang = 0.25 * self.extent * (self.rho + 1 / self.rho) - 0.5 * self.extent
        return self.reach * (self.height + overhang)

    @property
    def nearest_squared(self) -> float:
        """A lower bound of the real part of ‖x − z‖² for a coordinate of x inside; it may be negative.

        With z over the interval it is away² − height² in the middle. With z beyond an end, at d from the middle, it is
        (d − p cos t)² − (q sin t)² on the ellipse with half axes p, q, which is least where cos t = dp/(p² + q²).
        """
        q, p, d = self.height, 0.25 * self.extent * (self.rho + 1 / self.rho), self.away + 0.5 * self.extent
        over = self.away * self.away - q * q
        squares = p * p + q * q
        beyond = (d - p) * (d - p) if d * p > squares else q * q * (d * d - squares) / squares
        return min(over, beyond)


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


TINY = 2.0**-1022
"""The smallest normal number: underflow changes a result by less."""

SMALL = TINY / EPSILON
"""Above this, rounding may change a result by more than underflow."""

FUNCTION = 5 * EPSILON
"""Relative error bound of exp, sin, tanh and log1p: 4 units in the last place, and one to spare."""

BOUND_ROUNDING = 1 + 4 * EPSILON
"""Factor that covers the rounding of an error bound itself."""


class Rounded:
    """An array or a number as computed, with a bound of its error.

    values: as computed. error: at least |values − exact|, also if the same quantity is computed in another order.

    >>> third = Rounded(np.float64(1 / 3), 2.0**-54)
    >>> float((third * third).error) < 2.0**-52
    True
    """

    __slots__ = "error", "values"  # constructing a dataclass takes as long as an operation on few numbers

    def __init__(self, values: Any, error: Any) -> None:
        self.values, self.error = values, error

    __array_ufunc__ = None  # so that NumPy's operators defer to the methods below

    @classmethod
    def of(cls, number: float) -> "Rounded":
        """A number that was typed."""
        return cls(np.float64(number), EPSILON * abs(number))

    @property
    def size(self) -> Any:
        """An upper bound of the exact magnitude."""
        return np.abs(self.values) + self.error

    def __add__(self, other: "Rounded | float") -> "Rounded":
        other = other if isinstance(other, Rounded) else Rounded.of(other)
        return _rounded(self.values + other.values, self.error + other.error)

    def __sub__(self, other: "Rounded") -> "Rounded":
        return _rounded(self.values - other.values, self.error + other.error)

    def __mul__(self, other: "Rounded") -> "Rounded":
        """The product; its bound uses `size`, errors included, to hold for values computed in another order too."""
        error = self.size * other.error + other.size * self.error + self.error * other.error
        tiny = np.where((self.size == 0) | (other.size == 0), 0.0, TINY)  # a product may underflow
        return _rounded(self.values * other.values, error + tiny)

    def __rmul__(self, number: float) -> "Rounded":
        return Rounded.of(number) * self

    def exp(self) -> "Rounded":
        """exp of the numbers; an absolute error of the exponent becomes a relative one of the result."""
        values = np.exp(self.values)
        spread = np.where(
            self.error < 1, values * np.expm1(np.minimum(self.error, 1)), np.exp(self.values + self.error)
        )
        return Rounded(values, BOUND_ROUNDING * spread + FUNCTION * values + np.where(values < SMALL, TINY, 0.0))

    def column(self) -> "Rounded":
        """The numbers (n,) as a column (n, 1)."""
        return Rounded(self.values[:, None], self.error[:, None])


def _rounded(values: Any, error: Any) -> Rounded:
    """The result of one operation, charged with its rounding."""
    return Rounded(values, BOUND_ROUNDING * error + EPSILON * np.abs(values))


def radial_error(values: Floats, X: Floats, Z: Floats, constant: float, slope: float) -> Floats:
    """Error bounds of a kernel that decays with x − z, (len(X), len(Z)): (constant + slope·(−log K))·ε·K.

    A relative error of the exponent −log K becomes a relative error of K that is −log K times as large. values: K, in
    [0, 1].
    """
    errors = values * (EPSILON * (constant - slope * np.log(np.maximum(values, TINY * EPSILON))))
    errors += np.where(values < SMALL, TINY, 0.0)
    if differences_overflow(X, Z):
        errors[:] = 1.0
    return zero_at_equal_points(errors, values, X, Z)


def zero_at_equal_points(errors: Floats, values: Floats, X: Floats, Z: Floats) -> Floats:
    """The errors of a kernel with K(x, x) = 1, set in place to 0 where x = z and 1 was computed."""
    rows, columns = np.nonzero(values == 1)
    same = (X[rows] == Z[columns]).all(axis=1)
    errors[rows[same], columns[same]] = 0.0
    return errors


def radial_bound(points: Floats, constant: float, slope: float) -> Rounded:
    """The bound 1 with an error no less than any of `radial_error`, as v·(a − b·log v) ≤ max(a, b) for v in [0, 1]."""
    error = 1.0 if differences_overflow(points, points) else EPSILON * max(constant, slope) + TINY
    return Rounded(np.float64(1.0), error)


def _largest(X: Floats) -> Any:
    """The largest |coordinate|, without a temporary array."""
    return max(X.max(initial=0.0), -X.min(initial=0.0))


def differences_overflow(X: Floats, Z: Floats) -> bool:
    """Whether some x − z may overflow, so that nothing is known about the distance."""
    with np.errstate(over="ignore"):
        largest = _largest(X) + _largest(Z)
    return not bool(np.isfinite(largest))


INNER_DIGITS = 212
"""`digits_of` the inner product of two ordinary points, whose coordinates have 53 digits, mostly fractional."""


def digits_of(number: float) -> int:
    """The number of binary digits of a finite float as a fraction, numerator and denominator together."""
    return sum(map(int.bit_length, number.as_integer_ratio()))


def exact_number(number: float) -> int | Fraction:
    """A finite float as an exact number: an int where possible, which computes 20 times faster than a Fraction."""
    return int(number) if float(number).is_integer() else Fraction(float(number))


def exact_numbers(numbers: Floats) -> Exacts:
    """`exact_number` of each element of an array of finite floats: an object array of the same shape.

    >>> exact_numbers(np.array([2.0, 0.5])).tolist()
    [2, Fraction(1, 2)]
    """
    exact = [exact_number(number) for number in numbers.ravel().tolist()]
    return np.array(exact, dtype=object).reshape(numbers.shape)
