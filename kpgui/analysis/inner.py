"""The margin from inner products alone, that is from kernel values with their error bounds.

SMO minimises ‖Σ λᵢyᵢφ(xᵢ)‖² subject to Σ λᵢ = 1. The proof does not depend on how λ is found: it holds for every kernel
whose values are within the error bounds of those computed.
"""

from math import frexp, inf, nextafter, sqrt
from typing import NamedTuple

import numpy as np

from kpgui.analysis.answer import Points, Reason
from kpgui.analysis.gram import MOST_POINTS, gram_matrix
from kpgui.learners.parts.smo import PairSolver
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.errors import Token

TINY = float(np.finfo(np.float64).tiny)

UPDATES_PER_CHECK = 16
"""Pair updates between two checks of the certificate, each of which costs about as much as an update."""

SAMPLE = 64
"""Points whose kernel values serve to estimate the errors, before it is known which points matter."""

PIECE = 8192
"""Error bounds of kernel values computed between two checks of `token`."""


MOST_WORK = 1_500_000_000
"""Most work of a search, between one and two seconds of it, in units of about a nanosecond: see `STEP_WORK`."""

STEP_WORK, NUMBER_WORK, VALUE_WORK = 5_000, 3, 6
"""The work of a step, of each point in a step, and of a kernel value with its error bound per unit of `effort`."""


class SearchOutcome(NamedTuple):
    """The outcome of `search`: γ lies in [lower, upper].

    reason: CERTIFICATE, ZERO_POINT, or why it is not certain. weights: λ, (n,). upper is inf if the kernel is not known
    to be positive semidefinite, so that γ need not exist.
    """

    reason: Reason
    weights: Floats
    lower: float
    upper: float
    steps: int


class Hull:
    """The points yᵢφ(xᵢ), given by their inner products, scaled by a power of 2 near 1/R, which rounds nothing.

    Raises KpguiError when K(x, x) overflows at some point.
    """

    def __init__(self, problem: Points, members: Ints, bias: bool) -> None:
        self.members, self.bias, self.n = members, bias, problem.n
        self.kernel, self.labels = problem.kernel, problem.labels
        self._problem, self._points = problem, problem.dataset.points
        self.positions = self._points[members]
        self.work = 0
        """The work so far of the columns asked for."""
        diagonal = problem.diagonal() + float(bias)
        errors = self.kernel.diagonal_error(self._points) + bias * EPSILON * np.abs(diagonal)
        for i in members[~np.isfinite(diagonal[members])].tolist():
            problem.signed_column(i)  # raises KpguiError if a value overflows
        largest = max(float((diagonal + errors)[members].max()), 0.0)
        self.radius = sqrt(largest) * (1 + 2 * EPSILON)
        """R, rounded up; inf if the error of K(x, x) is not known."""
        longest = sqrt(max(float(diagonal[members].max()), 0.0))
        self.unit = 2.0 ** min(max(frexp(longest)[1], -500), 500)
        self._factor = self.unit**-2
        self.zero = members[(diagonal == 0)[members] & (errors == 0)[members]]
        """The points at which K(x, x) is exactly 0."""
        self.diagonal = diagonal * self._factor
        self.errors = errors * self._factor + TINY
        self.norms = np.sqrt(np.maximum(self.diagonal, 0.0))

    def column(self, i: int) -> Floats:
        self.work += VALUE_WORK * self.kernel.effort * self.n
        column = self._problem.signed_column(i) * self._factor
        if self.bias:
            column += self._factor * self.labels[i] * self.labels
        return column

    def column_errors(self, i: int, token: Token) -> Floats:
        """Error bounds of a column, (n,)."""
        errors = np.empty(self.n)
        for start in range(0, self.n, PIECE):
            token.check()
            some = slice(start, start + PIECE)
            errors[some] = self.kernel.value_error(self._points[i : i + 1], self._points[some])[0]
        return errors * self._factor + TINY

    def share(self) -> float:
        """An estimate, from a sample of points, of the error of a kernel value relative to √(K(x, x) K(z, z))."""
        some = self.members[:: max(1, len(self.members) // SAMPLE)]
        errors = self.kernel.value_error(self._points[some], self._points[some]) * self._factor
        scale = np.multiply.outer(self.norms[some], self.norms[some])
        return float((errors[scale > 0] / scale[scale > 0]).max(initial=0.0)) + 4 * EPSILON


def search(hull: Hull, accuracy: float, most: int, token: Token) -> SearchOutcome:
    """Searches the margin in at most `most` steps and about `MOST_WORK`.

    The work is counted, not timed, so that the outcome is the same on every machine. Raises KpguiError when a kernel
    value overflows, Cancelled.
    """
    start = np.zeros(hull.n)
    if len(hull.zero) and hull.kernel.indefinite_reason is None:
        start[hull.zero[0]] = 1.0
        return SearchOutcome(Reason.ZERO_POINT, start, 0.0, 0.0, 0)
    start[hull.members[hull.diagonal[hull.members].argmin()]] = 1.0
    solver = PairSolver(hull.column, hull.diagonal, np.ones(hull.n), np.zeros(hull.n), hull.members, 1.0, start)
    share, steps, stuck, concave = hull.share(), 0, False, False
    a_step = STEP_WORK + NUMBER_WORK * hull.n
    while not (stuck or concave) and (within := steps < most and steps * a_step + hull.work < MOST_WORK):
        token.check()
        if steps % UPDATES_PER_CHECK == 0 and _decided(solver, hull, share, accuracy):
            break
        solver.select()
        pair = solver.i, solver.j
        stuck = solver.j < 0 or solver.update() is None
        steps += not stuck
        concave = solver.concave and hull.kernel.indefinite_reason is not None
    if concave and _is_negative(hull, *pair, token):
        return SearchOutcome(Reason.NOT_A_KERNEL, start, 0.0, inf, steps)
    return outcome_of(hull, solver.alpha, steps, Reason.ROUNDING if within else Reason.STEPS, token)


def _decided(solver: PairSolver, hull: Hull, share: float, accuracy: float) -> bool:
    """Whether to stop: γ is known accurately enough, or w is 0 up to rounding."""
    squared = -float(solver.alpha @ solver.v)  # v = −Qλ, as all signs are +1
    least = -float(solver.v[hull.members].max())
    blur = (share + EPSILON * np.count_nonzero(solver.alpha)) * float(solver.alpha @ hull.norms) ** 2 + TINY
    return bool(least >= (1 - accuracy) * squared or squared <= 0.5 * blur)


def _is_negative(hull: Hull, i: int, j: int, token: Token) -> bool:
    """Whether ‖yᵢφ(xᵢ) − yⱼφ(xⱼ)‖² is provably negative."""
    values, errors = hull.column(i).tolist(), hull.column_errors(i, token).tolist()
    squared = float(hull.diagonal[i] + hull.diagonal[j]) - 2 * values[j]
    size = float(np.abs(hull.diagonal[[i, j]]).sum()) + 2 * abs(values[j])
    error = float(hull.errors[i] + hull.errors[j]) + 2 * errors[j] + 8 * EPSILON * size
    return bool(squared + error < 0)


def outcome_of(hull: Hull, weights: Floats, steps: int, otherwise: Reason, token: Token) -> SearchOutcome:
    """The outcome that the weights prove, by w's inner products recomputed with error bounds; else `otherwise`."""
    weights = weights / weights.sum()
    products, errors, sizes = np.zeros(hull.n), np.zeros(hull.n), np.zeros(hull.n)
    some = np.flatnonzero(weights).tolist()
    for i in some:
        token.check()
        column = hull.column(i)
        products += weights[i] * column
        sizes += weights[i] * np.abs(column)
        errors += weights[i] * hull.column_errors(i, token)
    rounding = (len(some) + 6) * EPSILON
    errors = (1 + rounding) * errors + rounding * sizes + TINY
    squared = float(weights @ products)
    blur = (1 + rounding) * float(weights[some] @ errors[some]) + rounding * float(weights @ np.abs(products)) + TINY
    length = sqrt(max(squared + blur, 0.0)) * (1 + EPSILON)
    upper = min((1 + rounding) * length * hull.unit, hull.radius)
    least = float((products - errors)[hull.members].min())
    reason = Reason.CERTIFICATE if least > 0 else Reason.ROUNDING if squared <= blur else otherwise
    if hull.kernel.indefinite_reason is not None:
        if squared < -blur or (hull.diagonal + hull.errors)[hull.members].min() < 0:
            reason = Reason.NOT_A_KERNEL
        elif least > 0 and not _is_definite(hull, token):
            reason = Reason.UNPROVEN_KERNEL
        if reason is not Reason.CERTIFICATE:
            upper = inf
    lower = nextafter(least / length * (1 - 2 * EPSILON) * hull.unit, 0) if reason is Reason.CERTIFICATE else 0.0
    return SearchOutcome(reason, weights, lower, max(upper, lower), steps)


def _is_definite(hull: Hull, token: Token) -> bool:
    """Whether the kernel's matrix over the distinct points is provably positive definite.

    It is if the Cholesky decomposition succeeds after the diagonal has been lowered by more than the errors of the
    kernel values plus a share of the trace for those of the decomposition (Rump 2006, theorem 2.3).
    """
    points = np.unique(hull.positions, axis=0)
    m = len(points)
    if m > MOST_POINTS:
        return False
    matrix = gram_matrix(hull.kernel, points, token) + float(hull.bias)
    rows, columns = np.zeros(m), np.zeros(m)
    height = max(1, PIECE // m)
    for start in range(0, m, height):
        token.check()
        some = slice(start, start + height)
        errors = hull.kernel.value_error(points[some], points) + 2 * EPSILON * np.abs(matrix[some])
        rows[some] = errors.sum(axis=1)
        columns += errors.sum(axis=0)
    off = max(float(rows.max()), float(columns.max()))
    matrix = 0.5 * matrix + 0.5 * matrix.T
    less = (1 + m * EPSILON) * off + 2 * (m + 4) * EPSILON * float(np.trace(matrix)) + TINY
    if not less < inf:
        return False
    try:
        np.linalg.cholesky(matrix - less * np.eye(m))
    except np.linalg.LinAlgError:
        return False
    return True
