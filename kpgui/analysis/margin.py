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

from dataclasses import replace

import numpy as np

from kpgui.analysis.answer import Margin, Points, Reason, Separability
from kpgui.analysis.decision import Decider
from kpgui.analysis.inner import Hull, SearchOutcome, search
from kpgui.model.arrays import EPSILON, Floats, frozen
from kpgui.model.dataset import conflict
from kpgui.model.errors import UNWATCHED, Token

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
    hull, twins = Hull(problem, members, bias), conflict(problem.dataset)
    if twins is not None:
        weights = np.zeros(problem.n)
        weights[list(twins)] = 0.5
        return _answer(weights, Reason.TWO_POINTS, radius=hull.radius, bias=bias)
    found = _searched(hull, accuracy, most, token)
    answer = _answer(found.weights, found.reason, (found.lower, found.upper), hull.radius, found.steps, bias=bias)
    tie = hull.kernel.magnitude(hull.positions)[1] + bias * EPSILON * answer.radius**2
    return replace(answer, tie=tie)


def _searched(hull: Hull, accuracy: float, most: int, token: Token) -> SearchOutcome:
    """What is found in feature space, if the kernel is a polynomial, or else from inner products."""
    bare = hull.kernel.unnormalised
    polynomial = hull.kernel if bare is None else bare
    if not polynomial.rational or polynomial.indefinite_reason is not None or (bare is not None and hull.bias):
        return search(hull, accuracy, most, token)
    decider = Decider(hull, polynomial, accuracy, token)
    if bare is None:
        return decider.outcome(most) or search(hull, accuracy, most, token)
    found = search(hull, accuracy, most, token)
    return found if found.reason in PROOFS else decider.outcome(most) or found


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
