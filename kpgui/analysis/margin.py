"""The margin γ of a dataset in a kernel's feature space, and the perceptron's bound (R/γ)² (Novikoff 1962).

The bound is for hyperplanes through the origin; a learner with a bias is one with the kernel K + 1. So there is no
constraint yᵀα = 0 here. The hard-margin problem max γ with yᵢ w·φ(xᵢ) ≥ γ, ‖w‖ = 1 has the dual

    γ = min over λ ≥ 0, Σλ = 1 of ‖Σ λᵢ yᵢ φ(xᵢ)‖,

the distance of the convex hull of the yᵢφ(xᵢ) from the origin (Bennett and Bredensteiner 2000; Keerthi et al. 2000).
It is minimised by SMO, the sum being its one equality. Any λ gives a certificate from both sides: with w = Σ λᵢyᵢφ(xᵢ),
min yᵢ w·φ(xᵢ)/‖w‖ ≤ γ ≤ ‖w‖. The first above 0 proves that the kernel separates; w = 0 proves that it does not, where
what is known of the kernel, or of the rank of its matrix, says that it is not rounding which made it 0.
"""

from enum import Enum
from math import comb, frexp, inf, sqrt
from typing import Protocol

import numpy as np

from kpgui.analysis.decision import Decision, decide
from kpgui.analysis.expansion import Expansion, expansion
from kpgui.analysis.gram import EPSILON, spectrum
from kpgui.kernels import Kernel
from kpgui.learners.smo import PairSolver
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.cancel import Stop, check, never
from kpgui.model.conflict import conflict
from kpgui.model.dataclass import dataclass
from kpgui.model.dataset import Dataset

TINY = float(np.finfo(np.float64).tiny)

SLACK = 64
"""Roundings that a kernel value may have seen, in units of ε·√(K(x,x)·K(z,z))."""

LOOK = 16
"""Pair updates between two looks at the certificate: it costs about as much as one."""

STEPS = 200_000
"""Pair updates after which the answer is what is known by then."""

REFINED = 600
"""Points of a combination whose rank can still be told in a blink."""

CLEAR = 1e3
"""A rank is beyond doubt when no eigenvalue is within this factor above rounding."""


class Points(Protocol):
    """What is asked of a problem: `kpgui.engine.problem.Problem` is one. Do not share it with a running trainer."""

    dataset: Dataset
    kernel: Kernel

    @property
    def n(self) -> int: ...

    @property
    def labels(self) -> Floats: ...

    def diagonal(self) -> Floats:
        """K(x, x), (n,)."""
        ...

    def signed_column(self, i: int) -> Floats: ...

    def presentation(self, epoch: int) -> Ints: ...


class Separability(Enum):
    SEPARABLE = "separable"
    """Proven: some w has yᵢ w·φ(xᵢ) > 0 for all points, also after the worst rounding."""
    NOT_SEPARABLE = "not separable"
    """Some convex combination of the yᵢφ(xᵢ) is 0, to the rounding of float64."""
    NOT_CERTAIN = "not certain"


class Reason(Enum):
    """Why the verdict is what it is."""

    CERTIFICATE = "certificate"
    """Separable: all margins of the w found are positive."""
    ZERO_POINT = "zero point"
    """Not separable: a point with K(x, x) = 0 has the score 0 whatever is learned."""
    TWO_POINTS = "two points"
    """Not separable: two points of opposite labels whose images are the same, or one a multiple of the other."""
    COMBINATION = "combination"
    """Not separable: a convex combination of several yᵢφ(xᵢ) is 0."""
    ROUNDING = "rounding"
    """Not certain: the margin, if there is one, drowns in the rounding of float64."""
    NOT_A_KERNEL = "not a kernel"
    """Not certain: some ‖w‖² came out negative, so there is no feature space to have a margin in."""
    STEPS = "steps"
    """Not certain: the limit of pair updates came first."""
    EMPTY = "empty"
    """Not certain: there is no point."""


@dataclass(frozen=True, eq=False)
class Margin:
    """What is known of γ: it is in [lower, upper], both rigorous, rounding included; lower is 0 unless separable.

    radius: R, R² = max K(x, x). weights: λ, (n,), ≥ 0 and of sum 1. culprits: the points whose combination is 0, when
    not separable. gap: upper − lower. steps: pair updates made. bias: of K + 1.
    """

    verdict: Separability
    reason: Reason
    lower: float
    upper: float
    radius: float
    weights: Floats
    culprits: Ints
    steps: int
    bias: bool

    @property
    def gap(self) -> float:
        return self.upper - self.lower

    @property
    def bound(self) -> float:
        """No order makes a perceptron err more often than (R/γ)² ≤ this; inf unless separable."""
        return (self.radius / self.lower) ** 2 if self.lower > 0 else inf

    @property
    def least_bound(self) -> float:
        """(R/γ)² is at least this: what the bound would be if γ were its upper end."""
        return (self.radius / self.upper) ** 2 if self.upper > 0 else inf


def margin(
    problem: Points, *, bias: bool = False, accuracy: float = 1e-6, most: int = STEPS, stop: Stop = never
) -> Margin:
    """γ of the points that the problem presents, through the origin, or with the kernel K + 1.

    Ends when gap ≤ accuracy·upper, when nothing can be gained in float64, or after `most` pair updates. Raises
    KpguiError when a kernel value overflows, Cancelled.
    """
    members = problem.presentation(0)
    if not len(members):
        return _answer(_Hull(problem, members, bias), Separability.NOT_CERTAIN, Reason.EMPTY, (0.0, 0.0), 0)
    hull = _Hull(problem, members, bias)
    for i in members[~np.isfinite(hull.diagonal[members])].tolist():
        hull.column(i)  # says in a sentence what is too large
    if hull.twins is not None:
        return _twins(hull, hull.twins)
    explicit = _explicit(problem.kernel, problem.dataset.d, bias)
    if explicit is not None:
        return _from_features(
            hull, decide(explicit, problem.dataset.points[members], problem.labels[members], accuracy, most, stop)
        )
    start = np.zeros(problem.n)
    start[members[hull.diagonal[members].argmin()]] = 1.0
    ones = np.ones(problem.n)
    solver = PairSolver(hull.column, hull.diagonal, ones, np.zeros(problem.n), members, 1.0, start)
    steps, stuck = 0, False
    while not stuck and steps < most:
        check(stop)
        if steps % LOOK == 0 and _decided(solver, members, hull.blur(solver.alpha), accuracy):
            break
        solver.select()
        stuck = solver.j < 0 or solver.update() is None
        steps += not stuck
    early = Reason.NOT_A_KERNEL if solver.bent else Reason.STEPS if steps >= most else None
    return _judged(hull, solver.alpha, steps, early, stop)


def _explicit(kernel: Kernel, d: int, bias: bool) -> Expansion | None:
    """The kernel, or K + 1, as a polynomial."""
    found = expansion(kernel, d)
    return found.plus_one(d) if found is not None and bias else found


def _twins(hull: "_Hull", twins: tuple[int, int]) -> Margin:
    """Two points of opposite labels whose images are the same."""
    weights = np.zeros(len(hull.diagonal))
    weights[list(twins)] = 0.5
    return _answer(hull, Separability.NOT_SEPARABLE, Reason.TWO_POINTS, (0.0, 0.0), 0, weights)


def _from_features(hull: "_Hull", decision: Decision) -> Margin:
    weights = np.zeros(len(hull.diagonal))
    weights[hull.members] = decision.weights
    if decision.separable is None:
        verdict, reason = Separability.NOT_CERTAIN, Reason.STEPS
    elif decision.separable:
        verdict, reason = Separability.SEPARABLE, Reason.CERTIFICATE
    else:
        verdict, reason = Separability.NOT_SEPARABLE, _kind(hull, np.flatnonzero(weights))
    return Margin(
        verdict=verdict,
        reason=reason,
        lower=decision.lower,
        upper=decision.upper,
        radius=decision.radius,
        weights=frozen(weights, np.float64),
        culprits=frozen(np.flatnonzero(weights) if decision.separable is False else (), np.int64),
        steps=decision.steps,
        bias=hull.bias,
    )


def _kind(hull: "_Hull", some: Ints) -> Reason:
    """Which points a combination that is 0 is made of."""
    if len(some) == 1:
        return Reason.ZERO_POINT
    opposite = hull.labels[some[0]] != hull.labels[some[-1]]
    return Reason.TWO_POINTS if len(some) == 2 and opposite else Reason.COMBINATION


class _Hull:
    """The points yᵢφ(xᵢ), known by their inner products, in a unit near R: a power of 2, so that it rounds nothing."""

    def __init__(self, problem: Points, members: Ints, bias: bool) -> None:
        self.members, self.bias = members, bias
        self._problem, self.labels, self.kernel = problem, problem.labels, problem.kernel
        self.twins = conflict(problem.dataset)
        self.dimensions = _most_dimensions(problem.kernel, problem.dataset.d) + bias
        diagonal = problem.diagonal() + float(bias)
        longest = sqrt(max(float(diagonal[members].max()), 0.0)) if len(members) else 0.0
        self.unit = 2.0 ** min(max(frexp(longest)[1], -500), 500)
        self._factor = self.unit**-2
        self.squares = diagonal
        self.diagonal = diagonal * self._factor
        self.norms = np.sqrt(np.maximum(self.diagonal, 0.0))
        self.radius = longest

    def column(self, i: int) -> Floats:
        column = self._problem.signed_column(i) * self._factor
        if self.bias:
            column += self._factor * self.labels[i] * self.labels
        return column

    def noise(self, weights: Floats) -> float:
        """ε times what multiplies √K(x,x) in the rounding of w·φ(x)."""
        return EPSILON * (SLACK + np.count_nonzero(weights)) * float(weights @ self.norms)

    def blur(self, weights: Floats) -> float:
        """What rounding may make of ‖w‖², underflow included."""
        return self.noise(weights) * float(weights @ self.norms) + TINY


def _decided(solver: PairSolver, members: Ints, blur: float, accuracy: float) -> bool:
    """Whether γ is known well enough, or w is 0 to rounding."""
    squared = -float(solver.alpha @ solver.v)  # v = −Qλ, as all signs are +1
    least = -float(solver.v[members].max())
    return least >= (1 - accuracy) * squared or squared <= 0.5 * blur


def _judged(hull: _Hull, weights: Floats, steps: int, trouble: Reason | None, stop: Stop) -> Margin:
    """The verdict from the weights alone: w's inner products are summed anew, so that nothing rests on the way there.

    trouble: what else the way there has shown.
    """
    weights = weights / weights.sum()
    products = np.zeros(len(weights))
    for i in np.flatnonzero(weights).tolist():
        check(stop)
        products += weights[i] * hull.column(i)
    noise = hull.noise(weights)
    blur = hull.blur(weights)
    squared = float(weights @ products)
    upper = sqrt(max(squared + blur, 0.0))
    low = (products - noise * hull.norms)[hull.members] - TINY
    if trouble is Reason.NOT_A_KERNEL or squared < -blur or hull.diagonal[hull.members].min() < 0:
        return _answer(hull, Separability.NOT_CERTAIN, Reason.NOT_A_KERNEL, (0.0, upper), steps, weights)
    if low.min() > 0:
        bounds = (float(low.min()) / upper, upper)
        return _answer(hull, Separability.SEPARABLE, Reason.CERTIFICATE, bounds, steps, weights)
    if squared > blur:
        return _answer(hull, Separability.NOT_CERTAIN, trouble or Reason.ROUNDING, (0.0, upper), steps, weights)
    reason = _why_zero(hull, weights)
    verdict = Separability.NOT_CERTAIN if reason is Reason.ROUNDING else Separability.NOT_SEPARABLE
    return _answer(hull, verdict, reason, (0.0, upper), steps, weights)


def _why_zero(hull: _Hull, weights: Floats) -> Reason:
    """What makes w = 0, or ROUNDING when the points of the combination might just miss it.

    Distinct points have independent images under a strict kernel. Under others they do not miss it if their feature
    vectors have a rank that is beyond doubt: all that is possible, or so that the eigenvalues stop short, and do not
    fall through the rounding in steps no steeper than those before.
    """
    some = np.flatnonzero(weights)
    if hull.kernel.strict and hull.twins is None:
        return Reason.ROUNDING
    if len(some) == 1:
        return Reason.ROUNDING if hull.squares[some[0]] else Reason.ZERO_POINT
    if len(some) > REFINED:
        return Reason.ROUNDING
    matrix = np.array([hull.column(i)[some] for i in some.tolist()])
    scale = np.maximum(hull.norms[some], sqrt(TINY))
    values = spectrum(matrix / scale / scale[:, None]).values
    rounding = EPSILON * (SLACK + len(some)) * values[0]
    clear = values[values > rounding]
    if 0 < len(clear) < hull.dimensions and (clear[-1] < CLEAR * rounding or _next(clear) < rounding):
        return Reason.ROUNDING
    opposite = hull.labels[some[0]] != hull.labels[some[-1]]
    return Reason.TWO_POINTS if len(some) == 2 and opposite else Reason.COMBINATION


def _next(values: Floats) -> float:
    """What a further eigenvalue would be after the steepest fall among these, if there is one."""
    falls = values[1:] / values[:-1]
    return float(values[-1] * falls.min(initial=1.0))


def _most_dimensions(kernel: Kernel, d: int) -> float:
    """How many dimensions of feature space points with d coordinates can span, inf if that is not known."""
    inner = kernel.unnormalised or kernel
    if inner.degree is None:
        return inf
    constant = inner.diagonal(np.zeros((1, d))).item() != 0  # f(0) ≠ 0 is possible
    return comb(d + inner.degree, d) - 1 + constant


def _answer(
    hull: _Hull,
    verdict: Separability,
    reason: Reason,
    bounds: tuple[float, float],
    steps: int,
    weights: Floats | None = None,
) -> Margin:
    weights = np.zeros(len(hull.diagonal)) if weights is None else weights
    zero = verdict is Separability.NOT_SEPARABLE
    return Margin(
        verdict=verdict,
        reason=reason,
        lower=bounds[0] * hull.unit,
        upper=bounds[1] * hull.unit,
        radius=hull.radius,
        weights=frozen(weights, np.float64),
        culprits=frozen(np.flatnonzero(weights) if zero else (), np.int64),
        steps=steps,
        bias=hull.bias,
    )
