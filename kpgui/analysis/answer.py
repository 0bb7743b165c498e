"""What is asked of a problem, and what an answer to the question of its margin says."""

from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Protocol

from kpgui.kernels import Kernel
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.dataset import Dataset

UPWARDS = 1e-12
"""More than R² is rounded up by."""


class Points(Protocol):
    """What is asked of a problem: `kpgui.engine.run.problem.Problem` is one. Do not share it with a running trainer."""

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
    """Why the verdict is what it is."""

    CERTIFICATE = "certificate"
    """Separable: all margins of the w found are positive, exactly or after the worst rounding."""
    ZERO_POINT = "zero point"
    """Not separable: a point with K(x, x) = 0 has the score 0 whatever is learned."""
    TWO_POINTS = "two points"
    """Not separable: two points of opposite labels whose images are the same, or one a multiple of the other."""
    COMBINATION = "combination"
    """Not separable: a convex combination of several yᵢφ(xᵢ) is 0."""
    ROUNDING = "rounding"
    """Not certain: the margin, if there is one, drowns in the rounding of float64."""
    NOT_A_KERNEL = "not a kernel"
    """Not certain: some ‖w‖² is negative for sure, so there is no feature space to have a margin in."""
    UNPROVEN_KERNEL = "unproven kernel"
    """Not certain: no rule makes the kernel one, and rounding hides whether it is one on these points."""
    STEPS = "steps"
    """Not certain: the limit of steps, or of the work of a proof, came first."""
    EMPTY = "empty"
    """Not certain: there is no point."""


@dataclass(frozen=True, eq=False)
class Margin:
    """What is known of γ: it is in [lower, upper], for the real numbers that the doubles are.

    lower is 0 unless separable; upper is 0 where not separable, and inf where the kernel is not known to be one, so
    that there may be no γ at all. radius: R, R² = max K(x, x), rounded up. weights: λ, (n,), ≥ 0 and of sum 1.
    culprits: the points whose combination is 0, when not separable. gap: upper − lower. steps: that the search made.
    bias: of K + 1.
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
        return _squared(self.radius / self.lower) * (1 + 4 * EPSILON) if self.lower > 0 else inf

    @property
    def least_bound(self) -> float:
        """(R/γ)² is at least this; inf where not separable or where R is not known, 0 where nothing is known of γ."""
        return _squared(self.radius / self.upper) * (1 - UPWARDS) if self.upper > 0 else inf


def _squared(ratio: float) -> float:
    return ratio * ratio  # inf where ** would raise
