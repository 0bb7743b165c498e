"""The margin γ of a dataset, the perceptron's bound (R/γ)² (Novikoff 1962), and all findings of an analysis.

The bound is for hyperplanes through the origin, and a bias stands for the kernel K + 1, so unlike in an SVM there is no
constraint yᵀα = 0. The hard-margin problem max γ with yᵢ w·φ(xᵢ) ≥ γ, ‖w‖ = 1 has the dual

    γ = min over λ ≥ 0, Σλ = 1 of ‖Σ λᵢ yᵢ φ(xᵢ)‖,

the distance of the convex hull of the yᵢφ(xᵢ) from the origin (Bennett and Bredensteiner 2000; Keerthi et al. 2000).
Any λ bounds γ from both sides: with w = Σ λᵢyᵢφ(xᵢ), min yᵢ w·φ(xᵢ)/‖w‖ ≤ γ ≤ ‖w‖. A positive lower bound proves that
the kernel separates the points; w = 0, if it is exact, proves that it does not.

For polynomial kernels, whose features are known, λ is sought in feature space (`kpgui.analysis.decision`); for other
kernels only inner products are known, up to rounding (`kpgui.analysis.inner`).
"""

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from kpgui.analysis.answer import Margin, Points, Reason, Separability
from kpgui.analysis.cycle import Cycle
from kpgui.analysis.decision import Decider
from kpgui.analysis.gram import Spectrum, gram_spectrum
from kpgui.analysis.inner import Hull, SearchOutcome, search
from kpgui.kernels import Kernel
from kpgui.kernels.algebra.explicit import Explicit
from kpgui.model.arrays import EPSILON, Floats, frozen
from kpgui.model.dataset import Dataset, conflict
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


@dataclass(frozen=True, eq=False)
class Findings:
    """The results for the training points of a dataset under a kernel, or K + 1 with a bias.

    spectrum: its `points` are indices into the training points. conflict: see `kpgui.model.dataset`. features: (m, D)
    coordinates in feature space of the spectrum's points, ΦΦᵀ = K: φ(x) itself for the kernel of an explicit map, with
    a leading 1 for a bias, else Φ = U·D^½; None if the matrix is not positive semidefinite.
    """

    dataset: Dataset
    kernel: Kernel
    bias: bool
    spectrum: Spectrum
    margin: Margin
    conflict: tuple[int, int] | None
    features: Floats | None

    @property
    def semidefinite(self) -> bool:
        """Whether the kernel is proven to be positive semidefinite on all these points."""
        return self.kernel.validity.guaranteed or (self.spectrum.certain and not self.spectrum.sampled)


@dataclass(frozen=True)
class Trial:
    """The outcome of a perceptron's trial run: its mistakes in so many epochs, and the cycle it ended in, if any."""

    order: str
    epochs: int
    mistakes: int
    converged: bool
    cycle: Cycle | None


def findings(
    problem: Points, dataset: Dataset, kernel: Kernel, *, bias: bool = False, seed: int = 0, token: Token = UNWATCHED
) -> Findings:
    """Analyses a dataset. `problem` is the dataset under this kernel, not shared with another thread.

    Meant for a worker thread: it changes nothing but the problem's cache of Gram columns, and checks `token` every few
    milliseconds, except during one eigenvalue decomposition for at most `kpgui.analysis.gram.MOST` points.
    Raises KpguiError when a kernel value overflows, Cancelled.
    """
    token.check()
    twins = conflict(dataset)
    positions = dataset.points[dataset.training]
    found = gram_spectrum(kernel, positions, bias=bias, seed=seed, token=token)
    answer = margin(problem, bias=bias, token=token)
    if (
        not found.valid and kernel.indefinite_reason is not None
    ):  # a margin is a length in feature space, and there is none
        answer = replace(answer, verdict=Separability.NOT_CERTAIN, reason=Reason.NOT_A_KERNEL, lower=0.0, upper=inf)
    return Findings(dataset, kernel, bias, found, answer, twins, feature_coordinates(kernel, bias, found, positions))


def feature_coordinates(kernel: Kernel, bias: bool, found: Spectrum, positions: Floats) -> Floats | None:
    """The `features` of `Findings`. positions: (n, d) of the training points, to which `found.points` refers."""
    if isinstance(kernel, Explicit):
        phi = kernel.map.phi(positions[found.points])
        return frozen(np.hstack([np.ones((len(phi), 1)), phi]) if bias else phi, np.float64)
    return frozen(found.features(), np.float64) if found.valid else None
