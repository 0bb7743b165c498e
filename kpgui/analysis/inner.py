"""The margin of points that are known by the inner products of their images only: the kernel's values, as computed.

The least ‖Σ λᵢyᵢφ(xᵢ)‖² is found by SMO, the sum of λ being its one equality. Nothing rests on the way there: what is
said of the λ found holds for every kernel whose values are within their errors of those computed.
"""

from math import frexp, inf, nextafter, sqrt
from typing import NamedTuple

import numpy as np

from kpgui.analysis.answer import Points, Reason
from kpgui.analysis.gram import MOST, gram_matrix
from kpgui.learners.parts.smo import PairSolver
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.cancel import Token

TINY = float(np.finfo(np.float64).tiny)

LOOK = 16
"""Pair updates between two looks at the certificate: it costs about as much as one."""

SAMPLE = 64
"""Points whose kernel values say how large their errors are, before it is known which of them matter."""

PIECE = 8192
"""Errors of kernel values computed between two looks at whether to give up."""


class SearchOutcome(NamedTuple):
    """reason: CERTIFICATE, ZERO_POINT or why it is not certain. weights: λ, (n,).

    γ is in [lower, upper]; upper is inf where the kernel is not known to be one, so that there may be no γ.
    """

    reason: Reason
    weights: Floats
    lower: float
    upper: float
    steps: int


class Hull:
    """The points yᵢφ(xᵢ), known by their inner products, in a unit near R: a power of 2, so that it rounds nothing.

    Raises KpguiError when K(x, x) overflows at some point.
    """

    def __init__(self, problem: Points, members: Ints, bias: bool) -> None:
        self.members, self.bias, self.n = members, bias, problem.n
        self.kernel, self.labels = problem.kernel, problem.labels
        self._problem, self._points = problem, problem.dataset.points
        self.positions = self._points[members]
        diagonal = problem.diagonal() + float(bias)
        errors = self.kernel.diagonal_error(self._points) + bias * EPSILON * np.abs(diagonal)
        for i in members[~np.isfinite(diagonal[members])].tolist():
            problem.signed_column(i)  # says in a sentence what is too large
        largest = max(float((diagonal + errors)[members].max()), 0.0)
        self.radius = sqrt(largest) * (1 + 2 * EPSILON)
        """R, rounded up; inf where the error of K(x, x) is not known."""
        longest = sqrt(max(float(diagonal[members].max()), 0.0))
        self.unit = 2.0 ** min(max(frexp(longest)[1], -500), 500)
        self._factor = self.unit**-2
        self.zero = members[(diagonal == 0)[members] & (errors == 0)[members]]
        """Where K(x, x) is 0, exactly."""
        self.diagonal = diagonal * self._factor
        self.errors = errors * self._factor + TINY
        self.norms = np.sqrt(np.maximum(self.diagonal, 0.0))

    def column(self, i: int) -> Floats:
        column = self._problem.signed_column(i) * self._factor
        if self.bias:
            column += self._factor * self.labels[i] * self.labels
        return column

    def column_errors(self, i: int, token: Token) -> Floats:
        """What a column may be off, (n,)."""
        errors = np.empty(self.n)
        for start in range(0, self.n, PIECE):
            token.check()
            some = slice(start, start + PIECE)
            errors[some] = self.kernel.value_error(self._points[i : i + 1], self._points[some])[0]
        return errors * self._factor + TINY

    def share(self) -> float:
        """A guess from some of the points of how much a kernel value may be off, as a share of √(K(x, x) K(z, z))."""
        some = self.members[:: max(1, len(self.members) // SAMPLE)]
        errors = self.kernel.value_error(self._points[some], self._points[some]) * self._factor
        scale = np.multiply.outer(self.norms[some], self.norms[some])
        return float((errors[scale > 0] / scale[scale > 0]).max(initial=0.0)) + 4 * EPSILON


def search(hull: Hull, accuracy: float, most: int, token: Token) -> SearchOutcome:
    """The margin from the kernel's values. Raises KpguiError when one overflows, Cancelled."""
    start = np.zeros(hull.n)
    if len(hull.zero) and hull.kernel.indefinite_reason is None:
        start[hull.zero[0]] = 1.0
        return SearchOutcome(Reason.ZERO_POINT, start, 0.0, 0.0, 0)
    start[hull.members[hull.diagonal[hull.members].argmin()]] = 1.0
    solver = PairSolver(hull.column, hull.diagonal, np.ones(hull.n), np.zeros(hull.n), hull.members, 1.0, start)
    share, steps, stuck, bent = hull.share(), 0, False, False
    while not (stuck or bent) and steps < most:
        token.check()
        if steps % LOOK == 0 and _decided(solver, hull, share, accuracy):
            break
        solver.select()
        pair = solver.i, solver.j
        stuck = solver.j < 0 or solver.update() is None
        steps += not stuck
        bent = solver.bent and hull.kernel.indefinite_reason is not None
    if bent and _bends(hull, *pair, token):
        return SearchOutcome(Reason.NOT_A_KERNEL, start, 0.0, inf, steps)
    return _judged(hull, solver.alpha, steps, Reason.STEPS if steps >= most else Reason.ROUNDING, token)


def _decided(solver: PairSolver, hull: Hull, share: float, accuracy: float) -> bool:
    """Whether γ is known well enough, or w is about 0 to rounding."""
    squared = -float(solver.alpha @ solver.v)  # v = −Qλ, as all signs are +1
    least = -float(solver.v[hull.members].max())
    blur = (share + EPSILON * np.count_nonzero(solver.alpha)) * float(solver.alpha @ hull.norms) ** 2 + TINY
    return bool(least >= (1 - accuracy) * squared or squared <= 0.5 * blur)


def _bends(hull: Hull, i: int, j: int, token: Token) -> bool:
    """Whether ‖yᵢφ(xᵢ) − yⱼφ(xⱼ)‖² is negative, after the worst rounding."""
    values, errors = hull.column(i).tolist(), hull.column_errors(i, token).tolist()
    squared = float(hull.diagonal[i] + hull.diagonal[j]) - 2 * values[j]
    size = float(np.abs(hull.diagonal[[i, j]]).sum()) + 2 * abs(values[j])
    error = float(hull.errors[i] + hull.errors[j]) + 2 * errors[j] + 8 * EPSILON * size
    return bool(squared + error < 0)


def _judged(hull: Hull, weights: Floats, steps: int, otherwise: Reason, token: Token) -> SearchOutcome:
    """What the weights prove, from w's inner products summed anew, each with its error; else `otherwise`."""
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
    """Whether the kernel's matrix over the distinct points is positive definite beyond doubt.

    It is if Cholesky's method gets through after something was taken from the diagonal: more than what rounding does
    to the kernel's values, and than the share of the trace that it does to the method (Rump 2006, theorem 2.3).
    """
    points = np.unique(hull.positions, axis=0)
    m = len(points)
    if m > MOST:
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
