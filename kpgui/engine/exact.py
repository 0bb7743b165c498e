"""Scores with correct signs: 0 where f is 0 or cannot be distinguished from 0.

First a float64 sum with a bound on its rounding error (Higham 2002, section 3.1). Where that leaves the sign in doubt,
the sum of the exact products (Dekker 1971), rounded once (Shewchuk 1997, `math.fsum`), which leaves only the errors of
the kernel values: their own rounding, and that of the decimals that were typed. What is still in doubt is 0, so points
are tied that tie on paper.
"""

from math import fsum

import numpy as np

from kpgui.kernels import Kernel
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
        expansion = expansion.plain
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
    coefficient and of the bias, in units of `EPSILON`. undecided: the score where a doubt remains, unless f is a
    polynomial: then it is 0 for the decimals that were typed.

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
            doubtful &= size > 0  # where every value has underflowed there is nothing to sum
        if doubtful.any():
            scores[doubtful] = self._summed_exactly(doubtful, 0.0 if self._kernel.degree is not None else undecided)
        return scores

    def _bound(self, errors: Floats) -> Floats:
        """Returns bounds on the errors of scores, with room for their own rounding and for underflow."""
        terms = len(self._coefficients)
        return (1 + (3 + terms) * EPSILON) * errors + 4 * (1 + terms) * TINY

    def _summed_exactly(self, rows: Bools, undecided: float) -> Floats:
        """Returns the scores of these rows from exact products, rounded once; `undecided` where a sign is not certain.

        Each row is scaled by a power of 2 near its largest term, so that nothing overflows and underflow is negligible.
        """
        values, error = self._values[rows], self._error[rows]
        coefficients = np.broadcast_to(self._coefficients, values.shape)
        split = self._kernel.split(self._Z[rows], self._vectors)
        if split is not None and not self._coefficient_error:
            whole, rest = split
            values, coefficients = np.hstack([whole, rest.values]), np.hstack([coefficients, coefficients])
            error = self._bound(rest.error @ np.abs(self._coefficients))
        ones = np.ones((len(values), 1))
        high, low, exponents = _products(np.hstack([values, ones]), np.hstack([coefficients, self._bias * ones]))
        largest = exponents.max(axis=1, where=high != 0, initial=-3000)
        exponents -= largest[:, None]
        terms = np.hstack([np.ldexp(high, exponents), np.ldexp(low, exponents)])
        sums = np.array([fsum(row) for row in terms.tolist()])
        with np.errstate(over="ignore"):
            certain = _certain(sums, np.ldexp(error, -largest) + terms.shape[1] * TINY)
        scores = np.ldexp(sums, largest)
        return np.where(certain, np.copysign(np.maximum(np.abs(scores), TINY), sums), undecided)


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
