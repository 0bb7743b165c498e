"""What a learner is: an algorithm that turns a stream of points into coefficients."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Protocol

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.feature_map import FeatureMap
from kpgui.model.frame import Status
from kpgui.model.guarantee import Circumstances, Guarantee
from kpgui.model.param import Declared
from kpgui.model.replay_state import ReplayState
from kpgui.model.updates import Updates

MAX_COUNT = 10**12


class TrainingProblem(Protocol):
    """What a learner sees: points × kernel, and the order in which the points come."""

    @property
    def n(self) -> int: ...

    @property
    def points(self) -> Floats:
        """(n, d) float64."""
        ...

    @property
    def labels(self) -> Floats:
        """(n,) float64 in {-1, +1}."""
        ...

    def signed_column(self, i: int) -> Floats:
        """yᵢ·y·K(x, xᵢ) for every point (x, y) of the dataset, (n,): what xᵢ adds to their margins. Kept."""
        ...

    def columns(self, accuracy: float) -> Callable[[int], Floats]:
        """A function that gives K(x, xᵢ) for every point x, (n,), off by no more than `accuracy`, and keeps nothing."""
        ...

    def block(self, rows: Ints, columns: Ints) -> Floats:
        """K of some points with some others, (len(rows), len(columns)). Not kept."""
        ...

    @property
    def magnitude(self) -> tuple[float, float]:
        """What |K| is at most for any two of the points, and how far off a computed value of it may be at most."""
        ...

    def value_errors(self, i: int) -> Floats:
        """How far off each value of K(x, xᵢ) may be, (n,). Not kept."""
        ...

    @property
    def exact(self) -> bool:
        """Whether scores are told from 0 exactly, in a feature space."""
        ...

    @property
    def relative_error(self) -> float:
        """What a value of K may be off, at most, as a share of it; inf where no share is enough."""
        ...

    def score(
        self, rows: Ints, coefficients: Floats, bias: float = 0.0, roundings: float = 0.0, slack: float = 0.0
    ) -> Floats:
        """Σ cⱼ·K(xⱼ, x) + b at these points, from scratch and right in its sign: 0 where it cannot be told from 0.

        coefficients: c, (n,), whole numbers if nothing is said of their rounding. roundings: how far off they may be,
        in units of ε of each one's size. slack: how far off the sum may be besides.
        """
        ...

    def diagonal(self) -> Floats:
        """K(x, x) of every point, (n,)."""
        ...

    def score_of(
        self, row: int, points: Ints, coefficients: Floats, bias: float, roundings: float, slack: float
    ) -> float:
        """The same at one point, of a few points with a coefficient each, (k,): nothing of the size of the dataset."""
        ...

    def presentation(self, epoch: int) -> Ints:
        """Indices of the points that this epoch (0-based) presents, in order; the same number every time."""
        ...


def bound(error: float) -> float:
    """A bound on an error; one that could not be worked out, NaN as it is then, excludes nothing: inf."""
    return error if error < inf else inf


@dataclass(kw_only=True, eq=False, repr=False)
class State:
    """A run of a learner so far.

    alpha: (n,), how often each point was mistaken. step: points examined. mistakes_per_epoch: its last entry is the
    epoch begun last. status: None until the run is over.
    """

    problem: TrainingProblem
    alpha: Any
    step: int = 0
    updates: int = 0
    mistakes: int = 0
    mistakes_per_epoch: list[int]
    status: Status | None = None


class Learner(ABC, Declared):
    """Base of the learners: parameters are declared as fields, a run lives in a State."""

    formula: ClassVar[str]

    by_epochs: ClassVar[bool] = True
    """Whether it goes through the dataset point by point, epoch by epoch."""

    bias_decays: ClassVar[bool] = True
    """Whether what shrinks the coefficients shrinks the bias too."""

    @property
    def feature_map(self) -> FeatureMap | None:
        """The explicit map that it learns with, instead of the session's kernel."""
        return None

    @property
    def biased(self) -> bool:
        """Whether it learns a constant as well."""
        return bool(getattr(self, "bias", False))

    @abstractmethod
    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> Any:
        """A fresh state: everything is zero."""

    @abstractmethod
    def advance(self, state: Any, steps: int, deadline: float = inf) -> Updates:
        """Examine up to `steps` more points and return what was changed.

        Ends early when the run is over or when `time.perf_counter()` has passed the deadline. Cutting a run
        into any slices gives the same updates, bit for bit.
        """

    @abstractmethod
    def expansion(self, state: Any) -> Expansion:
        """What has been learned so far."""

    def recall(self, state: Any, moment: ReplayState, step: int) -> Expansion:
        """What had been learned after `step` steps; `moment` is what the log up to there adds up to."""
        shrunk = self.shrinking(moment.step + 1, step)
        bias = (shrunk if self.bias_decays else 1.0) * moment.bias
        roundings, slack = self.roundings(moment.updates, step), self.slack(moment.updates)
        return Expansion.of(shrunk * moment.beta, bias, roundings=roundings, slack=slack)

    def roundings(self, updates: int, step: int) -> float:
        """How far off its coefficients may be after so many updates and steps, in units of ε of their sizes.

        0 where they are whole numbers, up to a factor: then f = 0 is told exactly, else what is within this of 0 is 0.
        """
        return 0.0

    def recall_alpha(self, moment: ReplayState) -> Any:
        """α at such a moment, (n,)."""
        return moment.alpha

    def slack(self, updates: int) -> float:
        """How far off f may be at any point besides, after so many updates, as where a bias is rounded."""
        return 0.0

    def shrinking(self, first: int, stop: int) -> float:
        """What the steps from `first` to before `stop` multiply all coefficients by, when none of them is an update."""
        return 1.0

    def signed_decisions(self, state: Any) -> Floats | None:
        """y·f(x) of every point of the dataset up to a positive factor, (n,), if the state knows it."""
        return None

    def signed_error(self, state: Any) -> Floats | float:
        """How far off `signed_decisions` may be, rounding being all that keeps them from being exact: any, or (n,)."""
        return 0.0

    def margin(self, state: Any) -> float:
        """The curves f = ± this are drawn as the margins."""
        return 1.0

    def details(self, state: Any) -> dict[str, Any]:
        """What it adds to the common results, by name: numbers and arrays."""
        return {}

    def readings(self, state: Any) -> dict[str, float]:
        """Numbers that tell how it goes, beside the mistakes, by name."""
        return {}

    @abstractmethod
    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        """What is proved about it here, or that nothing is, and why."""
