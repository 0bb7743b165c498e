"""What a learner is: an algorithm that turns a stream of points into coefficients."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Protocol

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Status
from kpgui.model.param import Declared
from kpgui.model.updates import Updates

MAX_COUNT = 10**12


class Problem(Protocol):
    """What a learner sees: points × kernel, and the order in which the points come."""

    @property
    def n(self) -> int: ...

    @property
    def labels(self) -> Floats:
        """(n,) float64 in {-1, +1}."""
        ...

    def signed_column(self, i: int) -> Floats:
        """yᵢ·y·K(x, xᵢ) for every point (x, y) of the dataset, (n,): what xᵢ adds to their margins."""
        ...

    def presentation(self, epoch: int) -> Ints:
        """Indices of the points that this epoch (0-based) presents, in order; the same number every time."""
        ...


@dataclass(kw_only=True)
class State:
    """A run of a learner so far.

    alpha: (n,) int64, how often each point was mistaken. margins: (n,) float64, y·f(x) of every point of
    the dataset, up to a positive factor. step: points examined. mistakes_per_epoch: its last entry is the
    epoch begun last. status: None until the run is over.
    """

    problem: Problem
    alpha: Ints
    margins: Floats
    step: int = 0
    updates: int = 0
    mistakes: int = 0
    mistakes_per_epoch: list[int]
    status: Status | None = None


class Learner(ABC, Declared):
    """Base of the learners: parameters are declared as fields, a run lives in a State."""

    formula: ClassVar[str]

    @property
    def decay_per_step(self) -> float:
        """What multiplies all coefficients at every step, also between updates."""
        return 1.0

    @abstractmethod
    def begin(self, problem: Problem, rng: "np.random.Generator") -> Any:
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
