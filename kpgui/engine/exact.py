"""Scores with correct signs: 0 where f is 0 or cannot be distinguished from 0.

Points with few digits, as people type them, often have f(x) = 0 exactly, which float64 cannot decide. In feature space
a score is one inner product, however many support vectors there are, and a mistake changes each weight by one product.

Three stages, each for the positions whose signs the previous one leaves in doubt. First a float64 sum with a bound on
its rounding error (Higham 2002, section 3.1); then the sum of the exact products (Dekker 1971), rounded once (Shewchuk
1997, `math.fsum`), which leaves only the errors of the kernel values; then rational arithmetic, where the kernel's
values are rational. What is still in doubt is 0.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import fsum, inf, lcm, prod

import numpy as np

from kpgui.kernels import Kernel
from kpgui.kernels.monomials import in_monomials
from kpgui.kernels.numerics import exact_numbers
from kpgui.model.arrays import EPSILON, Bools, Floats, Ints
from kpgui.model.expansion import Expansion, finite


class DistinctPoints:
    """The distinct points among points (n, 2), as `points` (k, 2), in lexicographic order unless all differ.

    The terms of two coinciding points with opposite labels cancel, but summed one after the other, rounding would leave
    specks of either sign all over the plane. So their coefficients are added first.
    """

    def __init__(self, points: Floats) -> None:
        order = np.lexsort(points.T[::-1])
        in_order = points[order]
        first = np.append(True, np.any(in_order[1:] != in_order[:-1], axis=1))[: len(points)]
        self._all_differ = bool(first.all())
        self.points = points if self._all_differ else in_order[first]
        self._index_of = np.empty(len(points), np.int64)
        self._index_of[order] = np.cumsum(first) - 1

    def of(self, points: Ints) -> Ints:
        """Returns the index into `points` of each of these points, given by their indices."""
        return points if self._all_differ else self._index_of[points]

    def merged(self, expansion: Expansion) -> Expansion:
        """Returns the same f as an expansion over the distinct points.

        Rounded terms that cancel to within their rounding error give 0. `roundings` is relative to the sum of the
        absolute values of the terms, so it grows by the factor by which this sum shrinks.

        >>> DistinctPoints(np.array([[1., 1.], [1., 1.]])).merged(Expansion.of([5, -5], 0)).beta
        array([0.])
        """
        if self._all_differ:
            return expansion
        terms, roundings = self._sums(expansion.terms), expansion.roundings
        if roundings:
            sizes = self._sums(np.abs(expansion.terms))
            terms[np.abs(terms) <= roundings * EPSILON * sizes] = 0.0
            left = float(np.abs(terms).sum())
            roundings *= float(sizes.sum()) / left if left else 1.0
        return Expansion.of(terms, expansion.constant, expansion.unit, roundings)

    def _sums(self, terms: Floats) -> Floats:
        sums = np.bincount(self._index_of, weights=terms, minlength=len(self.points))
        return sums.astype(np.float64, copy=False)


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


TINY = 5e-324
"""The smallest float64 above 0: a bound on the error of a product that underflows."""

BLOCK = 1 << 17
"""Kernel values computed at once."""

SPLITTER = 134217729.0
"""2²⁷ + 1, which splits the 53 bits of a float64 into two halves (Veltkamp)."""


def exact_scores(
    kernel: Kernel,
    vectors: Floats,
    coefficients: Floats,
    bias: float,
    Z: Floats,
    coefficient_error: float = 0.0,
    undecided: float = 0.0,
) -> Floats:
    """Returns Σ βᵢ K(xᵢ, z) + b at each row z of `Z` (m, d): (m,), correct in sign, 0 where it is 0 or in doubt.

    vectors: the xᵢ (k, d). coefficients: the βᵢ (k,). coefficient_error: a bound on the relative error of each
    coefficient and of the bias, in units of `EPSILON`; rational arithmetic is used only if it is 0. undecided: the
    score where a doubt remains.

    Raises KpguiError when f overflows float64 at some row.
    """
    scores = np.empty(len(Z))
    rows = max(1, BLOCK // max(1, len(vectors)))
    for start in range(0, len(Z), rows):
        block = _Block(kernel, vectors, coefficients, bias, Z[start : start + rows], coefficient_error)
        scores[start : start + rows] = block.scores(undecided)
    return scores


class _Block:
    """A block of positions that are scored together, to bound the memory for kernel values."""

    def __init__(
        self,
        kernel: Kernel,
        vectors: Floats,
        coefficients: Floats,
        bias: float,
        Z: Floats,
        coefficient_error: float,
    ) -> None:
        self._kernel, self._vectors, self._Z = kernel, vectors, Z
        self._coefficients, self._bias, self._coefficient_error = coefficients, bias, coefficient_error

    def scores(self, undecided: float) -> Floats:
        sizes = np.abs(self._coefficients)
        with np.errstate(over="ignore", invalid="ignore"):
            self._values = self._kernel.gram(self._Z, self._vectors)
            scores = finite(self._values @ self._coefficients + self._bias, self._kernel)
            size = np.abs(self._values) @ sizes
            given = self._coefficient_error * EPSILON * (size + abs(self._bias))
            self._error = self._bound(self._kernel.value_error(self._Z, self._vectors) @ sizes + given)
            doubtful = ~_certain(scores, self._error + (3 + len(sizes)) * EPSILON * size)
            doubtful &= (size > 0) | self._has_rationals  # where every value has underflowed there is nothing to sum
        if doubtful.any():
            scores[doubtful], certain = self._summed_exactly(doubtful)
            rows = np.flatnonzero(doubtful)[~certain]
            scores[rows] = self._rational(rows) if self._has_rationals else undecided
        return scores

    def _bound(self, errors: Floats) -> Floats:
        """Returns bounds on the errors of scores, with room for their own rounding and for underflow."""
        terms = len(self._coefficients)
        return (1 + (3 + terms) * EPSILON) * errors + 4 * (1 + terms) * TINY

    def _summed_exactly(self, rows: Bools) -> tuple[Floats, Bools]:
        """Returns the scores of these rows from exact products, rounded once, and whether each sign is certain.

        Each row is scaled by a power of 2 near its largest term, so that nothing overflows and underflow is negligible.
        """
        values, error = self._values[rows], self._error[rows]
        coefficients = np.broadcast_to(self._coefficients, values.shape)
        split = self._kernel.split(self._Z[rows], self._vectors, self._coefficients)
        if split is not None and not self._coefficient_error:
            values, coefficients, error = *split[:2], self._bound(split[2])
        ones = np.ones((len(values), 1))
        high, low, exponents = _products(np.hstack([values, ones]), np.hstack([coefficients, self._bias * ones]))
        largest = exponents.max(axis=1, where=high != 0, initial=-3000)
        exponents -= largest[:, None]
        terms = np.hstack([np.ldexp(high, exponents), np.ldexp(low, exponents)])
        sums = np.array([fsum(row) for row in terms.tolist()])
        with np.errstate(over="ignore"):
            certain = _certain(sums, np.ldexp(error, -largest) + terms.shape[1] * TINY)
        scores = np.ldexp(sums, largest)
        return np.copysign(np.maximum(np.abs(scores), TINY), sums), certain

    @property
    def _has_rationals(self) -> bool:
        return self._kernel.rational and not self._coefficient_error

    def _rational(self, rows: Ints) -> list[float]:
        """Returns the scores of these rows, computed in rational arithmetic and rounded once."""
        coefficients = exact_numbers(np.append(self._coefficients, self._bias)).tolist()
        vectors, Z = exact_numbers(self._vectors), exact_numbers(self._Z[rows])
        values = self._kernel.exact_values(Z, vectors)
        return [_rational_sum([*row, 1], coefficients) for row in values.tolist()]


def _certain(sums: Floats, error: Floats) -> Bools:
    """Returns where the sign is certain: where |sum| exceeds its error bound."""
    return np.abs(sums) > (1 + 4 * EPSILON) * error


def _products(left: Floats, right: Floats) -> tuple[Floats, Floats, Floats]:
    """Returns left · right exactly as (high + low)·2^exponent: three arrays of the shape of `left` (Dekker 1971)."""
    (a, of_a), (b, of_b) = np.frexp(left), np.frexp(right)
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    high = a * b
    low = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low
    return high, low, of_a + of_b


def _halves(number: Floats) -> tuple[Floats, Floats]:
    """Splits numbers into two addends of at most 26 bits each (Veltkamp), so that products of halves are exact."""
    scaled = SPLITTER * number
    high = scaled - (scaled - number)
    return high, number - high


def _rational_sum(values: Sequence[int | Fraction], coefficients: Sequence[int | Fraction]) -> float:
    """Returns Σ values·coefficients, rounded once, to 0 only if it is 0; one denominator avoids reducing fractions."""
    denominators = [one.denominator * other.denominator for one, other in zip(values, coefficients, strict=True)]
    common = lcm(*denominators)
    total = sum(
        one.numerator * other.numerator * (common // denominator)
        for one, other, denominator in zip(values, coefficients, denominators, strict=True)
    )
    rounded = total / common
    return rounded if rounded or not total else (TINY if total > 0 else -TINY)
