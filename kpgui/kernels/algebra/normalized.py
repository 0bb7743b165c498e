"""Normalisation of a kernel: K(x, x) = 1."""

from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from kpgui.kernels.algebra import Wrapped
from kpgui.kernels.algebra.powers import Exp
from kpgui.kernels.algebra.sums_and_products import Scaled
from kpgui.kernels.base import LEAF_EFFORT, Kernel
from kpgui.kernels.numerics import FUNCTION, SMALL, TINY, Rounded
from kpgui.model.arrays import EPSILON, FAINTEST, Floats

LARGEST_LOG_ERROR = 1e-8
"""Largest absolute rounding error of log K(x, x) that is accepted: differences of less accurate logs say too little."""


@dataclass(frozen=True)
class Normalized(Wrapped):
    """K(x, z) / √(K(x, x) K(z, z)): every point becomes a unit vector in feature space.

    Where K(x, x) ≤ 0 it is undefined and counts as 0, like the cosine at the origin. A normalised exp(K) is computed
    by logarithms, exp(K(x, z) − ½K(x, x) − ½K(z, z)), since exp K soon overflows.
    """

    key = "normalized"
    noun = "a normalisation"
    psd_reason = "multiplying such a kernel by g(x)·g(z), here with g = 1/√K(x, x), gives one"

    @cached_property
    def _bare(self) -> Kernel:
        """The kernel stripped of normalisations and positive multiples, which normalising it again undoes."""
        inner = self.kernel
        while isinstance(inner, Normalized) or (isinstance(inner, Scaled) and inner.weight > 0):
            inner = inner.kernel
        return inner

    @property
    def own_effort(self) -> int:
        """Includes the diagonals at both points."""
        return 2 + 2 * self._bare.effort // LEAF_EFFORT

    @cached_property
    def bound(self) -> float:
        """1 by the Cauchy-Schwarz inequality, which requires K to be positive semidefinite."""
        return 1.0 if self._bare.bounded and self._bare.indefinite_reason is None else inf

    def values(self, X: Floats, Z: Floats) -> Floats:
        if isinstance(self._bare, Exp):
            logs = self._bare.kernel.values(X, Z)
            logs -= np.add.outer(_half_logs(self._bare, X), _half_logs(self._bare, Z))
            return np.exp(logs, out=logs)
        values = self._bare.values(X, Z)
        values /= np.multiply.outer(self.norms(X), self.norms(Z))
        return values

    def diagonal_values(self, X: Floats) -> Floats:
        if isinstance(self._bare, Exp):
            return np.where(np.isnan(_half_logs(self._bare, X)), np.nan, 1.0)
        return _ones(self.norms(X))

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        if isinstance(self._bare, Exp):
            logs = self._bare.kernel
            halves = _halved(logs.rounded_diagonal(X)).column() + _halved(logs.rounded_diagonal(Z))
            found = (logs.rounded(X, Z) - halves).exp()
            return Rounded(found.values, self._at_most(found.error, found.values))
        inner = self._bare.rounded(X, Z)
        (left, left_off), (right, right_off) = self._roots(X), self._roots(Z)
        roots = np.multiply.outer(left, right)
        values = inner.values / roots
        off = np.add.outer(left_off, right_off) + np.multiply.outer(left_off, right_off) + 4 * EPSILON
        errors = (1 + off) * (inner.error / roots) + off * np.abs(values) + TINY
        errors[~((off < inf) & (roots > SMALL))] = inf
        errors[(inner.size == 0) | np.logical_or.outer(left_off < 0, right_off < 0)] = 0.0
        return Rounded(values, self._at_most(errors, values))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        """1 or 0, exact where the sign of K(x, x) is certain."""
        if isinstance(self._bare, Exp):
            return Rounded(self.diagonal_values(X), np.zeros(len(X)))
        norms, off = self._roots(X)
        return Rounded(_ones(norms), np.where(off < inf, 0.0, 1.0))

    def rounded_bound(self, points: Floats) -> Rounded:
        semidefinite = self._bare.indefinite_reason is None
        if isinstance(self._bare, Exp):
            logs = self._bare.kernel.rounded_bound(points)
            if not logs.size * EPSILON < LARGEST_LOG_ERROR:
                return Rounded(np.float64(1.0), inf)
            total = logs + (0.5 * logs + 0.5 * logs)
            found = Rounded(np.float64(0.0) if semidefinite else total.values, 2 * total.error).exp()
            return Rounded(found.values, found.error + FUNCTION * found.values)
        inner, squares = self._bare.rounded_bound(points), self._bare.rounded_diagonal(points)
        known = squares.values + squares.error > 0
        least = float((squares.values - squares.error)[known].min(initial=inf))
        share = self._bare.norm_error(points.shape[1])
        if semidefinite and least > FAINTEST and share < 1e-3:
            return Rounded(np.float64(1.0), 3 * share + 8 * EPSILON)
        off = 2 * float((0.5 * squares.error[known] / least).max(initial=0.0)) + 8 * EPSILON
        size = np.float64(1.0) if semidefinite else inner.size / least
        if not (least > 4 * SMALL and off < 0.1):
            return Rounded(size, inf)
        return Rounded(size, (1 + 2 * off) * ((1 + 2 * off) * (inner.error / least) + 2 * off * size + TINY))

    def _roots(self, X: Floats) -> tuple[Floats, Floats]:
        """√K(x, x) for each row, and its relative error: −1 where K(x, x) ≤ 0, inf where its sign is uncertain."""
        squares = self._bare.rounded_diagonal(X)
        least = squares.values - squares.error
        off = np.where(least > 0, 0.5 * squares.error / least + EPSILON, inf)
        return _roots_of(squares.values), np.where(squares.values + squares.error <= 0, -1.0, off)

    def _at_most(self, errors: Floats, values: Floats) -> Floats:
        """The errors, capped for a positive semidefinite kernel, where |K| ≤ 1 by the Cauchy-Schwarz inequality."""
        return np.fmin(errors, 1 + np.abs(values)) if self._bare.indefinite_reason is None else errors

    def undefined_at(self, X: Floats) -> int | None:
        if isinstance(self._bare, Exp):
            return self._bare.undefined_at(X)
        with np.errstate(over="ignore", invalid="ignore"):
            rows = np.flatnonzero(self._bare.diagonal_values(X) <= 0)
        within = self._bare.undefined_at(X)
        return min([*rows[:1].tolist(), *([] if within is None else [within])], default=None)

    @cached_property
    def unnormalised(self) -> Kernel:
        return self._bare

    def norms(self, X: Floats) -> Floats:
        """√K(x, x) for each row, inf where K(x, x) ≤ 0, NaN where it overflows."""
        with np.errstate(over="ignore", invalid="ignore"):
            return _roots_of(self._bare.diagonal_values(X))

    def __str__(self) -> str:
        return f"{self.key}({self.kernel})"


def _ones(norms: Floats) -> Floats:
    """The normalised K(x, x) from its norms: 1, but 0 where the norm is inf and NaN where it is NaN."""
    return np.where(np.isnan(norms), np.nan, np.isfinite(norms))


def _roots_of(squares: Floats) -> Floats:
    with np.errstate(invalid="ignore"):
        roots = np.sqrt(squares)
    roots[squares <= 0] = inf
    roots[np.isinf(squares)] = np.nan
    return roots


def _half_logs(kernel: Exp, X: Floats) -> Floats:
    """½ log K(x, x) for each row, NaN where it is too large for accurate differences (see `LARGEST_LOG_ERROR`)."""
    return _clear(kernel.kernel.diagonal_values(X)) * 0.5


def _halved(logs: Rounded) -> Rounded:
    return Rounded(_clear(logs.values) * 0.5, logs.error * 0.5)


def _clear(logs: Floats) -> Floats:
    return np.where(np.abs(logs) * EPSILON > LARGEST_LOG_ERROR, np.nan, logs)
