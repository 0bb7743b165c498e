"""Types of the margin analysis: the problem it takes, and the answer with its verdict and reason."""

from dataclasses import dataclass
from enum import Enum
from math import inf, sqrt
from typing import Protocol

from kpgui.kernels import Kernel
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.dataset import Dataset

RADIUS_ROUNDING = 1e-12
"""More than the relative amount by which R² is rounded up."""


class Points(Protocol):
    """The interface of `kpgui.engine.run.problem.Problem` that is used. Do not share one with a running trainer."""

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
    """Proven: some w has yᵢ w·φ(xᵢ) > 0 for all points."""
    NOT_SEPARABLE = "not separable"
    """Proven: some convex combination of the yᵢφ(xᵢ) is 0, exactly."""
    NOT_CERTAIN = "not certain"
    """Neither is proven."""


class Reason(Enum):
    """The reason for a verdict."""

    CERTIFICATE = "certificate"
    """Separable: all margins of the w found are positive, exactly or after the worst rounding."""
    ZERO_POINT = "zero point"
    """Not separable: a point with K(x, x) = 0 has the score 0 whatever is learned."""
    TWO_POINTS = "two points"
    """Not separable: two points of opposite labels whose images are equal, or positive multiples of each other."""
    COMBINATION = "combination"
    """Not separable: a convex combination of several yᵢφ(xᵢ) is 0."""
    ROUNDING = "rounding"
    """Not certain: the margin, if there is one, is smaller than the rounding errors of float64."""
    NOT_A_KERNEL = "not a kernel"
    """Not certain: some ‖w‖² is provably negative, so there is no feature space to have a margin in."""
    UNPROVEN_KERNEL = "unproven kernel"
    """Not certain: no rule guarantees that the kernel is positive semidefinite, nor does its matrix beyond rounding."""
    STEPS = "steps"
    """Not certain: the limit of steps, or of the work of a proof, was reached first."""
    EMPTY = "empty"
    """Not certain: there is no point."""


@dataclass(frozen=True, eq=False)
class Margin:
    """The margin γ as far as it is known: it lies in [lower, upper], rigorously, the coordinates being taken as exact.

    lower is 0 unless separable; upper is 0 if not separable, and inf if the kernel is not known to be positive
    semidefinite, so that γ need not exist. radius: R, R² = max K(x, x), rounded up. weights: λ, (n,), ≥ 0 and of sum 1.
    culprits: the points whose combination is 0, if not separable. gap: upper − lower. steps: those of the search. bias:
    whether it is the margin of K + 1. tie: the most that a computed K(x, z) may be off; a score within that of 0, for
    each of the mistakes that it is made of, counts as a mistake.
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
    tie: float = 0.0

    @property
    def gap(self) -> float:
        return self.upper - self.lower

    @property
    def bound(self) -> float:
        """An upper bound of the perceptron's mistakes in whatever order, (R/γ)² but for ties; inf if there is none.

        After M mistakes M²γ² ≤ ‖w‖² ≤ M·R² + M²·tie, as a score of at most M·tie may be one. So γ² has to exceed `tie`.
        """
        rest = 1 - _squared(sqrt(self.tie) / self.lower) if self.lower > 0 else 0.0
        return _squared(self.radius / self.lower) / rest * (1 + 4 * EPSILON) if rest > 0 else inf

    @property
    def least_bound(self) -> float:
        """A lower bound of (R/γ)²; inf if not separable or R is not known, 0 if nothing is known about γ."""
        return _squared(self.radius / self.upper) * (1 - RADIUS_ROUNDING) if self.upper > 0 else inf


def _squared(ratio: float) -> float:
    return ratio * ratio  # inf where ** would raise
