"""Proofs that for given points p some w has p·w > 0 for all of them, or that none does.

By Gordan's theorem either such a w exists, or 0 is a convex combination Σ λᵢ pᵢ of the points. A combination of
affinely independent points is proven in float64 with a bound of the error of λ (Rump 2010, section 10), where that is
conclusive; everything else by the simplex method in integers.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.cancel import Token

Integers = list[int]

WORK = 2e6
"""Most work of a proof in long-integer arithmetic, in units of about a microsecond."""


class TooLong(Exception):
    """Raised when a proof would take more than `WORK`."""


def proven_weights(points: Floats, relative: float) -> Floats | None:
    """λ > 0 of sum 1 with Σ λᵢ pᵢ = 0, up to rounding, if one is proven to exist for points (D + 1, D); else None.

    relative: a bound of the relative errors of the coordinates. λ solves Bλ = e, where B is the matrix of the points
    with a row of ones. If R ≈ B⁻¹ has α = ‖I − RB‖ < 1 in the maximum norm for all B within the error, λ exists and
    differs from an approximation λ′ by at most ‖R(e − Bλ′)‖/(1 − α).
    """
    m = len(points)
    matrix = np.vstack([points.T, np.ones(m)])
    scale = np.abs(matrix).max(axis=1, keepdims=True)
    if not scale.all():
        return None
    matrix = matrix / 2.0 ** np.round(np.log2(scale))
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return None
    unit = matrix[:, 0] * 0.0
    unit[-1] = 1.0
    weights = inverse @ unit
    share = relative + 2 * (m + 4) * EPSILON
    size, sizes = np.abs(matrix), np.abs(inverse)
    amiss = np.abs(np.eye(m) - inverse @ matrix) + share * (sizes @ size)
    residual = np.abs(unit - matrix @ weights) + share * (unit + size @ np.abs(weights))
    alpha = 1.001 * float(amiss.sum(axis=1).max())
    if not alpha < 1:
        return None
    error = 1.001 * float((sizes @ residual).max()) / (1 - alpha)
    return weights if weights.min() > error else None


class Simplex:
    """Phase 1 of the simplex method in integers: minimises Σ cᵣ|Σ λᵢ pᵢᵣ| over λ ≥ 0, Σ λᵢ = 1.

    The inverse B⁻¹ of the basis is stored as the integers M = det·B⁻¹, which are minors of B, so that each division is
    exact (Edmonds 1967; Bareiss 1968). Ties are broken lexicographically (Dantzig, Orden and Wolfe 1955), so that it
    terminates whichever point enters. The dual variables of the rows are −w: while the minimum is not 0, any point with
    p·w ≤ 0 may enter.

    costs: c, (D,), positive integers. first: the initial point, (D,) integers; index: its index.
    """

    def __init__(self, costs: Sequence[int], index: int, first: Integers, token: Token) -> None:
        self.height = len(costs) + 1
        self._costs, self._token = costs, token
        self._det, self._work = 1, 0.0
        last = self.height - 1
        self._inverse = [[0] * self.height for _ in range(self.height)]
        for r, value in enumerate(first):
            sign = -1 if value > 0 else 1
            self._inverse[r][r], self._inverse[r][last] = sign, -sign * value
        self._inverse[last][last] = 1
        self._basis: list[int | None] = [None] * last + [index]
        """The point of each row, None where it is still an artificial variable."""

    @property
    def w(self) -> Integers:
        """The current w: if p·w > 0 for all points, it proves that they can be separated."""
        total = [0] * (self.height - 1)
        for row in self._artificial():
            self._token.check()
            cost = self._costs[row]
            total = [value - cost * entry for value, entry in zip(total, self._inverse[row], strict=False)]
        return total

    @property
    def combination(self) -> dict[int, Fraction] | None:
        """The λ > 0 with Σ λᵢ pᵢ = 0 by index of their points, once they are found; else None."""
        if any(self._inverse[row][-1] for row in self._artificial()):
            return None
        return {
            point: Fraction(row[-1], self._det)
            for point, row in zip(self._basis, self._inverse, strict=True)
            if point is not None and row[-1]
        }

    def enter(self, index: int, point: Integers) -> None:
        """Brings a point with p·w ≤ 0 into the basis. Raises TooLong, Cancelled."""
        column = [*point, 1]
        self._count_work()
        entries = [dot(row, column) for row in self._inverse]
        leaving = self._leaving(entries)
        pivot, pivot_row = entries[leaving], self._inverse[leaving]
        for r, row in enumerate(self._inverse):
            if r != leaving:
                self._token.check()
                entry = entries[r]
                self._inverse[r] = [(pivot * a - entry * b) // self._det for a, b in zip(row, pivot_row, strict=True)]
        self._det = pivot
        self._basis[leaving] = index

    def _leaving(self, entries: Integers) -> int:
        """The row of the lexicographic ratio test, which starts with the right-hand side, the last column of M."""
        rows = [r for r, entry in enumerate(entries) if entry > 0]
        for column in (self.height - 1, *range(self.height - 1)):
            if len(rows) == 1:
                break
            least = rows[0]
            for r in rows[1:]:
                if self._inverse[r][column] * entries[least] < self._inverse[least][column] * entries[r]:
                    least = r
            value = self._inverse[least][column], entries[least]
            rows = [r for r in rows if self._inverse[r][column] * value[1] == value[0] * entries[r]]
        return rows[0]

    def _artificial(self) -> list[int]:
        return [row for row, point in enumerate(self._basis) if point is None]

    def _count_work(self) -> None:
        """Counts the work of a pivot: a product of two long numbers of b bits takes about (b/1000)^1.6 microseconds."""
        bits = self._det.bit_length() + max(map(int.bit_length, self._inverse[-1]))
        self._work += self.height**2 * (0.3 + (bits / 1500) ** 1.6)
        if self._work > WORK:
            raise TooLong


def dot(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=False))
