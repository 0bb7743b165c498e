"""How far computed numbers may be off: running error analysis (Higham 2002, section 3.3).

Each bound holds for the real numbers that the doubles are, not only to first order: an operation's rounding is counted
as ε = 2⁻⁵² of its result, twice what it can be, which leaves room for the products of errors and for the rounding of
the bounds themselves. exp, sin, tanh and log1p of NumPy are taken to be within 4 units in the last place.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from kpgui.model.arrays import EPSILON, Exacts, Floats

TINY = 2.0**-1022
"""The smallest normal number: underflow takes less from a result."""

SMALL = TINY / EPSILON
"""Above this, rounding takes more from a result than underflow may."""

EXACT = 2.0**52
"""A whole number of units up to here is a double, with a bit to spare."""

FUNCTION = 5 * EPSILON
"""Relative error of exp, sin, tanh, log1p: 4 units in the last place, and room."""

ROOM = 1 + 4 * EPSILON


class Rounded:
    """Computed numbers and how far each may be off from the real numbers meant: an array or one number.

    values: as computed. error: at least |values − real|, also for values of the same quantity that were computed in
    another order within the same bound. unit: a power of two of which computed and real numbers are whole multiples,
    so that sums and products are known to be exact while they are small; 0 where there is none, inf for 0.

    >>> third = Rounded(np.float64(1 / 3), 2.0**-54)
    >>> float((third * third).error) < 2.0**-53
    True
    >>> float((Rounded.of(0.375) * Rounded.of(-6.0)).error)
    0.0
    """

    __slots__ = "error", "unit", "values"  # a dataclass would take as long to make as an operation on few numbers

    def __init__(self, values: Any, error: Any, unit: Any = 0.0) -> None:
        self.values, self.error, self.unit = values, error, unit

    __array_ufunc__ = None  # NumPy's numbers leave operations with these to the methods below

    @classmethod
    def of(cls, number: float) -> "Rounded":
        """A number that is meant as it is."""
        return cls(np.float64(number), 0.0, units(np.float64(number)))

    @property
    def size(self) -> Any:
        """At least |real|."""
        return np.abs(self.values) + self.error

    def __add__(self, other: "Rounded | float") -> "Rounded":
        other = other if isinstance(other, Rounded) else Rounded.of(other)
        return _rounded(self.values + other.values, self.error + other.error, np.minimum(self.unit, other.unit))

    def __sub__(self, other: "Rounded") -> "Rounded":
        return _rounded(self.values - other.values, self.error + other.error, np.minimum(self.unit, other.unit))

    def __mul__(self, other: "Rounded") -> "Rounded":
        """Sizes take in the errors once more, for values that were computed in another order."""
        error = self.size * other.error + other.size * self.error + self.error * other.error
        zero = (self.size == 0) | (other.size == 0)
        return _rounded(self.values * other.values, error, np.where(zero, np.inf, self.unit * other.unit))

    def __rmul__(self, number: float) -> "Rounded":
        return Rounded.of(number) * self

    def exp(self) -> "Rounded":
        """e to these. The error is relative while theirs is small."""
        values = np.exp(self.values)
        spread = np.where(
            self.error < 1, values * np.expm1(np.minimum(self.error, 1)), np.exp(self.values + self.error)
        )
        return Rounded(values, ROOM * spread + FUNCTION * values + np.where(values < SMALL, TINY, 0.0))

    def column(self) -> "Rounded":
        """(n,) as (n, 1)."""
        return Rounded(
            self.values[:, None], self.error[:, None], np.broadcast_to(self.unit, self.values.shape)[:, None]
        )


def _rounded(values: Any, error: Any, unit: Any) -> Rounded:
    """The result of one operation: exact where it is a whole number of units that a double can hold."""
    size = np.abs(values)
    return Rounded(values, ROOM * error + np.where(size < EXACT * unit, 0.0, EPSILON * size + TINY), unit)


def units(numbers: Any) -> Any:
    """The largest power of two that each number is a whole multiple of: its lowest bit. inf for 0."""
    mantissas, exponents = np.frexp(numbers)
    whole = np.asarray(mantissas * 2.0**53).astype(np.int64)
    return np.where(whole == 0, np.inf, np.ldexp((whole & -whole).astype(np.float64), exponents - 53))


def radial_error(values: Floats, X: Floats, Z: Floats, constant: float, slope: float) -> Floats:
    """The error of decaying functions of x − z, (len(X), len(Z)): (constant + slope·(−log K))·ε of each K.

    A relative error of the exponent is an absolute one of as many −log K. values: in [0, 1].
    """
    errors = values * (EPSILON * (constant - slope * np.log(np.maximum(values, TINY * EPSILON))))
    errors += np.where(values < SMALL, TINY, 0.0)
    if differences_overflow(X, Z):
        errors[:] = 1.0
    return zero_at_equal_points(errors, values, X, Z)


def zero_at_equal_points(errors: Floats, values: Floats, X: Floats, Z: Floats) -> Floats:
    """These errors of a kernel with K(x, x) = 1, in place, which are 0 where x = z and 1 was computed."""
    rows, columns = np.nonzero(values == 1)
    same = (X[rows] == Z[columns]).all(axis=1)
    errors[rows[same], columns[same]] = 0.0
    return errors


def radial_bound(points: Floats, constant: float, slope: float) -> Rounded:
    """At least all of `radial_error`: v·(a − b·log v) is at most max(a, b) for v in [0, 1]."""
    error = 1.0 if differences_overflow(points, points) else EPSILON * max(constant, slope) + TINY
    return Rounded(np.float64(1.0), error)


def _largest(X: Floats) -> Any:
    """The largest |coordinate|, without an array of them."""
    return max(X.max(initial=0.0), -X.min(initial=0.0))


def differences_overflow(X: Floats, Z: Floats) -> bool:
    """Whether x − z may overflow for coordinates as large as these, so that nothing is known of the distance."""
    with np.errstate(over="ignore"):
        largest = _largest(X) + _largest(Z)
    return not bool(np.isfinite(largest))


INNER_DIGITS = 212
"""`digits_of` the inner product of two ordinary points: each coordinate has 53, of which most are after the point."""


def digits_of(number: float) -> int:
    """The binary digits of a finite float as a fraction, of numerator and denominator together."""
    return sum(map(int.bit_length, number.as_integer_ratio()))


def exact_number(number: float) -> int | Fraction:
    """The number that a finite float is: whole ones as int, which computes 20 times faster than Fraction."""
    return int(number) if float(number).is_integer() else Fraction(float(number))


def exact_numbers(numbers: Floats) -> Exacts:
    """`exact_number` of each of an array of finite floats: an object array of the same shape.

    >>> exact_numbers(np.array([2.0, 0.5])).tolist()
    [2, Fraction(1, 2)]
    """
    exact = [exact_number(number) for number in numbers.ravel().tolist()]
    return np.array(exact, dtype=object).reshape(numbers.shape)
