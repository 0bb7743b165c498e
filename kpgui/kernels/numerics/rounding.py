"""Rigorous rounding-error bounds by running error analysis (Higham 2002, section 3.3).

The bounds hold not only to first order: each operation is charged ε = 2⁻⁵² of its result, twice the worst case, which
leaves room for products of errors and for the rounding of the bounds themselves. So is each number that was typed: the
decimal that it stands for is within ε/2 of it. NumPy's exp, sin, tanh and log1p are taken to be within 4 units in the
last place.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from kpgui.model.arrays import EPSILON, Exacts, Floats

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
