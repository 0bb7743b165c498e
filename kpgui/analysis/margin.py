"""The margin γ of a dataset in a kernel's feature space, and the perceptron's bound (R/γ)² (Novikoff 1962).

The bound is for hyperplanes through the origin, and a bias stands for the kernel K + 1, so unlike in an SVM there is no
constraint yᵀα = 0. The hard-margin problem max γ with yᵢ w·φ(xᵢ) ≥ γ, ‖w‖ = 1 has the dual

    γ = min over λ ≥ 0, Σλ = 1 of ‖Σ λᵢ yᵢ φ(xᵢ)‖,

the distance of the convex hull of the yᵢφ(xᵢ) from the origin (Bennett and Bredensteiner 2000; Keerthi et al. 2000).
Any λ bounds γ from both sides: with w = Σ λᵢyᵢφ(xᵢ), min yᵢ w·φ(xᵢ)/‖w‖ ≤ γ ≤ ‖w‖. A positive lower bound proves that
the kernel separates the points; w = 0, if it is exact, proves that it does not.

For polynomial kernels, whose features are known, λ is sought in feature space (`kpgui.analysis.decision`); for other
kernels only inner products are known, up to rounding (`kpgui.analysis.inner`).
"""

import numpy as np

from kpgui.analysis.answer import Margin, Points, Reason, Separability
from kpgui.analysis.decision import Decision, decide
from kpgui.analysis.images import same_images
from kpgui.analysis.inner import Hull, SearchOutcome, search
from kpgui.kernels import Kernel
from kpgui.kernels.monomials import Monomials, in_monomials
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.dataset import conflict

STEPS = 200_000
"""Default limit of a search's steps, after which the answer is what is known by then."""

PROOFS = {
    Reason.CERTIFICATE: Separability.SEPARABLE,
    Reason.ZERO_POINT: Separability.NOT_SEPARABLE,
    Reason.TWO_POINTS: Separability.NOT_SEPARABLE,
    Reason.COMBINATION: Separability.NOT_SEPARABLE,
}
"""The verdicts that follow from those reasons that are proofs."""


def margin(
    problem: Points, *, bias: bool = False, accuracy: float = 1e-6, most: int = STEPS, token: Token = UNWATCHED
) -> Margin:
    """The margin γ of the points that the problem presents, under its kernel, or K + 1 with a bias.

    Ends when gap ≤ accuracy·upper, when float64 cannot improve it and an exact proof would take too much work, after
    `most` steps, or after two seconds' work at most. Raises KpguiError when a kernel value overflows, Cancelled.
    """
    members = problem.presentation(0)
    if not len(members):
        return _answer(np.zeros(problem.n), Reason.EMPTY, bias=bias)
    twins = conflict(problem.dataset)
    if twins is not None:
        return _inseparable_twins(problem, twins, Hull(problem, members, bias).radius, bias)
    answer = _searched(problem, members, bias, accuracy, most, token)
    if answer.verdict is Separability.NOT_CERTAIN:
        twins = same_images(problem.kernel, problem.dataset, token)
    return answer if twins is None else _inseparable_twins(problem, twins, answer.radius, bias)


def _inseparable_twins(problem: Points, twins: tuple[int, int], radius: float, bias: bool) -> Margin:
    """The answer when two points of opposite labels have the same image."""
    weights = np.zeros(problem.n)
    weights[list(twins)] = 0.5
    return _answer(weights, Reason.TWO_POINTS, radius=radius, bias=bias)


def _searched(problem: Points, members: Ints, bias: bool, accuracy: float, most: int, token: Token) -> Margin:
    """The answer from coordinates in feature space if they are known, else from inner products."""
    explicit = _explicit(problem.kernel, problem.dataset.d, bias)
    if explicit is None:
        hull = Hull(problem, members, bias)
        return _found(hull, search(hull, accuracy, most, token))
    problem.diagonal()  # raises KpguiError if a value overflows
    points, labels = problem.dataset.points[members], problem.labels[members]
    return _decided(problem, members, decide(explicit, points, labels, accuracy, most, token), bias)


def _explicit(kernel: Kernel, d: int, bias: bool) -> Monomials | None:
    """The kernel, or K + 1 with a bias, as a polynomial; None if it is not one."""
    found = in_monomials(kernel, d)
    return found.plus_one(d) if found is not None and bias else found


def _decided(problem: Points, members: Ints, decision: Decision, bias: bool) -> Margin:
    weights = np.zeros(problem.n)
    weights[members] = decision.weights
    if decision.separable is None:
        reason = Reason.STEPS if decision.exhausted else Reason.ROUNDING
    elif decision.separable:
        reason = Reason.CERTIFICATE
    else:
        reason = _combined(problem.labels[weights > 0])
    bounds = decision.lower, decision.upper
    return _answer(weights, reason, bounds, decision.radius, decision.steps, bias=bias)


def _combined(labels: Floats) -> Reason:
    """The reason that a combination equal to 0 gives, by the labels of its points."""
    if len(labels) == 1:
        return Reason.ZERO_POINT
    return Reason.TWO_POINTS if len(labels) == 2 and labels[0] != labels[1] else Reason.COMBINATION


def _found(hull: Hull, found: SearchOutcome) -> Margin:
    bounds = found.lower, found.upper
    return _answer(found.weights, found.reason, bounds, hull.radius, found.steps, bias=hull.bias)


def _answer(
    weights: Floats,
    reason: Reason,
    bounds: tuple[float, float] = (0.0, 0.0),
    radius: float = 0.0,
    steps: int = 0,
    *,
    bias: bool,
) -> Margin:
    verdict = PROOFS.get(reason, Separability.NOT_CERTAIN)
    zero = verdict is Separability.NOT_SEPARABLE
    return Margin(
        verdict=verdict,
        reason=reason,
        lower=bounds[0],
        upper=bounds[1],
        radius=radius,
        weights=frozen(weights, np.float64),
        culprits=frozen(np.flatnonzero(weights) if zero else (), np.int64),
        steps=steps,
        bias=bias,
    )
