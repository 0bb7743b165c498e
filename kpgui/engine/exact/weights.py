"""Scores of a polynomial kernel in integer arithmetic, from the weights of f in the kernel's monomials.

Points with few digits, as people type them, often have f(x) = 0 exactly, which float64 cannot decide. In feature space
a score is one inner product, however many support vectors there are, and a mistake changes each weight by one product.
"""

from fractions import Fraction
from math import inf, lcm, prod

import numpy as np

from kpgui.engine.exact.scores import TINY
from kpgui.kernels import Kernel
from kpgui.kernels.monomials import in_monomials
from kpgui.model.arrays import Floats, Ints

MOST_BITS = 4000
"""The most bits of a monomial of a point, when all coordinates are integer multiples of one unit."""

CACHED_POINTS = 50_000
"""Points whose monomials are cached."""


class ExactWeights:
    """f = Σ cⱼ·K(xⱼ, ·) + b for integer c and b, with K(x, z) = Σ a_m xᵐ zᵐ, in integer arithmetic.

    Coordinates are integer multiples of 2^exponent. weights: Σ cⱼ xⱼᵐ in that unit, for the coefficients of the last
    call. factors: a_m in units of 1/denominator, multiplied by the units of the two monomials.
    """

    def __init__(self, coefficients: dict[tuple[int, ...], Fraction], points: Floats) -> None:
        exponents = np.frexp(points[points != 0])[1]
        self._points, self._exponent = points, int(exponents.min(initial=53)) - 53
        self._monomials = list(coefficients)
        weighed = [a * Fraction(2) ** (2 * self._exponent * sum(m)) for m, a in coefficients.items()]
        self._denominator = lcm(*(a.denominator for a in weighed))
        self._factors = [int(a * self._denominator) for a in weighed]
        self._weights = [0] * len(self._factors)
        self._seen: Floats = np.zeros(len(points))
        self._features: dict[int, list[int]] = {}

    @classmethod
    def of(cls, kernel: Kernel, points: Floats) -> "ExactWeights | None":
        """Returns None if the kernel is not a polynomial, or has too many monomials, or the points too many bits."""
        found = in_monomials(kernel, points.shape[1]) if kernel.rational else None
        if found is None or found.norm is not None or not points.size:
            return None
        _, exponents = np.frexp(points[points != 0])
        bits = int(np.ptp(exponents)) + 53 if len(exponents) else 53
        degree = max(map(sum, found.coefficients), default=0)
        return cls(found.coefficients, points) if bits * degree <= MOST_BITS else None

    def scores(self, rows: Ints, coefficients: Floats, bias: float) -> Floats:
        """Returns f at these points, each rounded once, and to 0 only if it is 0."""
        self._follow(coefficients)
        weighed = [a * w for a, w in zip(self._factors, self._weights, strict=True)]
        constant = int(bias) * self._denominator
        if not any(weighed):
            return np.full(len(rows), bias)
        sums = (sum(map(int.__mul__, weighed, self._of(i)), constant) for i in rows.tolist())
        return np.array([_quotient(each, self._denominator) for each in sums])

    def _follow(self, coefficients: Floats) -> None:
        """Updates the weights for the coefficients that changed since the last call."""
        changes = coefficients - self._seen
        for j in np.flatnonzero(changes).tolist():
            change = int(changes[j])
            self._weights = [w + change * x for w, x in zip(self._weights, self._of(j), strict=True)]
        self._seen = coefficients.copy()

    def _of(self, i: int) -> list[int]:
        """Returns the monomials of point i, from the cache if they are there."""
        found = self._features.get(i)
        if found is None:
            if len(self._features) >= CACHED_POINTS:
                self._features.clear()
            row = [self._whole(x) for x in self._points[i].tolist()]
            found = [prod(x**power for x, power in zip(row, m, strict=True) if power) for m in self._monomials]
            self._features[i] = found
        return found

    def _whole(self, x: float) -> int:
        """Returns a coordinate as an integer multiple of the unit."""
        numerator, denominator = x.as_integer_ratio()
        shift = -self._exponent - (denominator.bit_length() - 1)
        return numerator << shift if shift >= 0 else numerator >> -shift


def _quotient(total: int, denominator: int) -> float:
    """Returns total / denominator, rounded; infinite on overflow, `TINY` in size on underflow."""
    sign = float((total > 0) - (total < 0))
    try:
        return total / denominator or sign * TINY
    except OverflowError:
        return sign * inf
