"""Separability by a polynomial kernel, whose values are rational: sought in float64, proven in rational arithmetic.

Wolfe's algorithm (1976) looks for the point w of the convex hull of the yᵢφ(xᵢ) that is nearest to the origin. If w is
0, no hyperplane through the origin separates the points; else their margin is ‖w‖. It is begun in coordinates in
float64, which resolve a margin of 1e-8 of the longest vector, and ended in fractions.
"""

from fractions import Fraction
from math import inf, lcm, ldexp, sqrt

import numpy as np

from kpgui.analysis.answer import Reason
from kpgui.analysis.gram import PIECE
from kpgui.analysis.inner import TINY, Hull, SearchOutcome, outcome_of
from kpgui.kernels import Kernel
from kpgui.kernels.numerics import exact_numbers
from kpgui.model.arrays import EPSILON, Exacts, Floats, Ints
from kpgui.model.errors import Token

MOST_DIMENSIONS = 150
"""Most dimensions of a feature space that is searched."""

MOST_EXACT = 100_000
"""Most work in fractions to find a margin, in kernel values times the terms of a sum: about a second."""

MOST_WORK = 5e11
"""Most work of all eliminations, in elements computed times the square of the bits of a pivot: a few seconds."""


class Decider:
    """The points of a hull under a polynomial kernel: the hull's, or that kernel without its positive divisors.

    Both kernels separate the same points, but only the first one has the hull's margin.
    """

    def __init__(self, hull: Hull, kernel: Kernel, accuracy: float, token: Token) -> None:
        self._hull, self._kernel, self._accuracy, self._token = hull, kernel, accuracy, token
        self._work = 0
        self._n, self._signs = len(hull.members), hull.labels[hull.members].astype(np.int64)

    def outcome(self, most: int) -> SearchOutcome | None:
        """What is found in at most so many steps, unless that is nothing. Raises Cancelled."""
        vectors = self._coordinates()
        if vectors is None:
            return None
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
        weights, steps = nearest(vectors, lengths, self._accuracy, most, self._token)
        found = None
        if self._kernel is self._hull.kernel:
            found = outcome_of(self._hull, self._of_all(weights), steps, Reason.ROUNDING, self._token)
            if found.reason is not Reason.CERTIFICATE:
                found = None
            elif found.upper - found.lower <= self._accuracy * found.upper:
                return found
        return self._exactly(weights, steps) or found

    def _coordinates(self) -> Floats | None:
        """yᵢφ(xᵢ) of length at most 1 in float64, (n, D), by pivoted Cholesky decomposition; None if D is too large."""
        positions, bias = self._hull.positions, float(self._hull.bias)
        with np.errstate(over="ignore"):
            diagonal = self._kernel.diagonal_values(positions) + bias
        longest = max(float(diagonal.max()), TINY)
        if not longest < inf:  # where divisors bring the hull's kernel back
            return None
        rest, columns = diagonal / longest, [np.zeros(self._n)]
        while rest.max() > self._n * EPSILON:
            self._token.check()
            if len(columns) > MOST_DIMENSIONS:
                return None
            j = int(rest.argmax())
            column = (self._kernel.gram(positions, positions[j : j + 1])[:, 0] + bias) / longest
            column -= sum(known * known[j] for known in columns)
            column /= sqrt(rest[j])
            columns.append(column)
            rest = rest - column * column
            rest[j] = 0.0
        return np.column_stack(columns) * self._signs[:, None]

    def _exactly(self, weights: Floats, steps: int) -> SearchOutcome | None:
        """Goes on with Wolfe's algorithm in fractions from these weights, as long as that does not take too much."""
        corral, every, left = np.flatnonzero(weights), np.arange(self._n), MOST_EXACT
        current = np.array([Fraction(weight) for weight in weights[corral].tolist()]) / Fraction(float(weights.sum()))
        while (solved := self._solved(self._gram(corral, corral))) is not None:
            steps += 1
            solution, singular = solved
            total: Fraction = solution.sum()
            change = solution / total - current if total else -solution
            share = min((-old / by for old, by in zip(current, change, strict=True) if by < 0), default=1)
            reached = total and share >= 1
            current = current + (min(share, 1) if total else share) * change
            corral, current = corral[current > 0], current[current > 0]
            if not reached:
                continue
            if singular:
                return self._outcome(_reason(self._signs[corral]), corral, current, steps)
            left -= self._n * len(corral) ** 2 * self._kernel.exact_cost
            if left < 0:
                break
            margins = self._gram(every, corral) @ (current * total)  # yᵢφ(xᵢ)·w/‖w‖², which is 1 in the corral
            entering = int(margins.argmin())
            if margins[entering] >= 1 - self._accuracy:
                if self._kernel is not self._hull.kernel:
                    break
                length = _root(1 / total)
                lower = float(margins[entering]) * length * (1 - 8 * EPSILON)
                return self._outcome(Reason.CERTIFICATE, corral, current, steps, lower, length * (1 + 8 * EPSILON))
            corral, current = np.append(corral, entering), np.append(current, np.array([Fraction(0)]))
        return None

    def _solved(self, gram: Exacts) -> tuple[Exacts, bool] | None:
        """A λ with gram·λ = 1 for a matrix (k, k) of fractions, or if it is singular a λ ≠ 0 with gram·λ = 0.

        Returns λ and whether it is singular; None if that would take too long. By elimination without fractions
        (Bareiss 1968), in which each division is exact.
        """
        size, rank, previous = len(gram), 0, 1
        common = lcm(*(value.denominator for value in gram.ravel()))
        rows = np.array([[*(int(value * common) for value in row), common] for row in gram.tolist()], object)
        while rank < size and (below := np.flatnonzero(rows[rank:, rank])).size:
            self._token.check()
            rows[[rank, rank + below[0]]] = rows[[rank + below[0], rank]]
            row, pivot, rest = rows[rank], rows[rank, rank], rows[rank + 1 :]
            rows[rank + 1 :] = (pivot * rest - np.multiply.outer(rest[:, rank], row)) // previous
            self._work += rest.size * pivot.bit_length() ** 2
            if self._work > MOST_WORK:
                return None
            previous, rank = pivot, rank + 1
        # The first column that depends on those before it, the right-hand side if all of gram's are independent.
        solution = np.full(size + 1, Fraction(0))
        solution[rank] = Fraction(-1)
        for r in reversed(range(rank)):
            solution[r] = -(rows[r, r + 1 : rank + 1] @ solution[r + 1 : rank + 1]) / rows[r, r]
        return solution[:size], rank < size

    def _gram(self, rows: Ints, columns: Ints) -> Exacts:
        """yᵢyⱼK(xᵢ, xⱼ), or of K + 1 if there is a bias, as fractions."""
        X, Z = (exact_numbers(self._hull.positions[some]) for some in (rows, columns))
        signs = np.multiply.outer(self._signs[rows], self._signs[columns]).astype(object)
        return (self._kernel.exact_values(X, Z) + Fraction(int(self._hull.bias))) * signs

    def _outcome(
        self, reason: Reason, corral: Ints, current: Exacts, steps: int, lower: float = 0.0, upper: float = 0.0
    ) -> SearchOutcome:
        weights = np.zeros(self._n)
        weights[corral] = np.maximum(current.astype(np.float64), TINY)
        return SearchOutcome(reason, self._of_all(weights), lower, upper, steps)

    def _of_all(self, weights: Floats) -> Floats:
        """The weights of the hull's points as weights of all points of the problem."""
        found = np.zeros(self._hull.n)
        found[self._hull.members] = weights
        return found


def _reason(signs: Ints) -> Reason:
    """The reason that a combination equal to 0 gives, by the labels of its points."""
    if len(signs) == 1:
        return Reason.ZERO_POINT
    return Reason.TWO_POINTS if len(signs) == 2 and signs.sum() == 0 else Reason.COMBINATION


def _root(value: Fraction) -> float:
    """√value, to within two roundings."""
    half = (value.numerator.bit_length() - value.denominator.bit_length()) // 2
    return ldexp(sqrt(value / Fraction(4) ** half), half)


LEAST_WEIGHT = 1e-12
"""Weights below this count as 0 in the search for the nearest point of a face."""

LEAST_PIVOT_RATIO = 1e-14
"""Ratio of the pivots of a face below which its directions count as linearly dependent."""


def nearest(points: Floats, norms: Floats, accuracy: float, most: int, token: Token) -> tuple[Floats, int]:
    """Weights λ ≥ 0 of sum 1, (n,), that nearly minimise ‖Σ λᵢ pᵢ‖ over points (n, D), and the number of steps.

    norms: ‖p‖, (n,).

    Ends when every point p has p·w ≥ (1 − accuracy)·‖w‖² for the w = Σ λᵢ pᵢ found; when w is 0 up to rounding; when
    rounding prevents progress; or after `most` steps. At most D + 1 weights are nonzero, those of affinely independent
    points. Raises Cancelled.
    """
    corral, weights = [int(norms.argmin())], np.ones(1)
    best = points[corral[0]]
    steps = 0
    while steps < most:
        token.check()
        steps += 1
        squared = float(best @ best)
        if squared <= (8 * EPSILON * float(weights @ norms[corral])) ** 2:
            break
        scores = _products(points, best, token)
        entering = int(scores.argmin())
        if scores[entering] >= (1 - accuracy) * squared or entering in corral:
            break
        corral, weights = _onto_a_face(points, [*corral, entering], np.append(weights, 0.0), token)
        best = weights @ points[corral]
        if not best @ best < squared:
            break
    result = np.zeros(len(points))
    result[corral] = weights
    return result, steps


def _onto_a_face(points: Floats, corral: list[int], weights: Floats, token: Token) -> tuple[list[int], Floats]:
    """Moves towards the nearest point of the affine hull, dropping points where the path leaves the convex hull."""
    while True:
        token.check()
        ideal = _affine_minimum(points[corral])
        outside = ideal <= LEAST_WEIGHT
        if not outside.any():
            return corral, ideal
        falls = outside & (weights > ideal)
        if not falls.any():
            return corral, weights
        steps = weights[falls] / (weights[falls] - ideal[falls])
        step = float(steps.min())
        weights = np.maximum((1 - step) * weights + step * ideal, 0.0)
        leaving = np.flatnonzero(falls)[steps.argmin()]
        kept = weights > LEAST_WEIGHT
        kept[leaving] = False
        if not kept.any():
            kept[weights.argmax()] = True
        corral, weights = [i for i, keep in zip(corral, kept.tolist(), strict=True) if keep], weights[kept]
        weights = weights / weights.sum()


def _affine_minimum(points: Floats) -> Floats:
    """The μ of sum 1 that minimises ‖Σ μᵢ pᵢ‖, by least squares on differences, so that no condition is squared."""
    away, target = (points[1:] - points[0]).T, -points[0]
    steps = None
    if len(points) - 1 <= len(target):
        q, r = np.linalg.qr(away)
        pivots = np.abs(np.diagonal(r))
        if pivots.min(initial=1.0) > LEAST_PIVOT_RATIO * pivots.max(initial=0.0):
            steps = np.linalg.solve(r, q.T @ target)
    if steps is None:  # linearly dependent up to rounding
        steps = np.linalg.lstsq(away, target, rcond=None)[0]
    return np.append(1.0 - steps.sum(), steps)


def _products(points: Floats, w: Floats, token: Token) -> Floats:
    """p·w for each row of points, (n,), in pieces. Raises Cancelled."""
    height = max(1, PIECE // max(1, len(w)))
    result = np.empty(len(points))
    for start in range(0, len(points), height):
        token.check()
        some = points[start : start + height]
        result[start : start + height] = some @ w
    return result
