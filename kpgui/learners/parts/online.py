"""Base of the online learners, which examine the dataset point by point: epochs, and the log of updates."""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from kpgui.language import later
from kpgui.learners.base import MAX_COUNT, Learner, State, TrainingProblem
from kpgui.model.arrays import Floats, Ints
from kpgui.model.frame import Status
from kpgui.model.param import param
from kpgui.model.updates import CHANGES, COLUMNS, Kind, Updates

MISTAKE, CAPPED, UPDATE, SHARED, EVICTED = (kind.value for kind in Kind)
"""The kinds of rows as plain numbers, which go to an array three times as fast."""

COUNTED_KINDS = tuple(kind.value for kind in CHANGES)


VISIT = later("for each point (xᵢ, yᵢ), epoch after epoch:")
SCORE = "f(xᵢ) = Σⱼ βⱼ K(xⱼ, xᵢ)"
"""How the pseudocode of an online learner begins."""


def epochs_param() -> Any:
    """The parameter `epochs` of every online learner."""
    return param(
        100,
        "Most passes over the dataset; training stops sooner, after the first epoch without a mistake.",
        scale="integer",
        low=1,
        high=MAX_COUNT,
        slider=(1, 1000),
    )


def bias_param() -> Any:
    """The parameter `bias` of several learners."""
    return param(False, "Learn a constant b as well; the same as the kernel K + 1.", scale="flag", symbol="b")


def eta_param(
    default: float = 1.0,
    meaning: str = "Learning rate. It only scales f: boundary and mistakes do not depend on it.",
    slider: tuple[float, float] = (0.01, 10),
) -> Any:
    """The parameter `eta` of the perceptrons and of NORMA."""
    details: dict[str, Any] = {"low": 0, "open_low": True, "high": 1e6, "symbol": "η", "label": "Learning rate"}
    return param(default, meaning, scale="log", slider=slider, **details)


def c_param(meaning: str, slider: float) -> Any:
    """The parameter `C`, the weight of the loss. slider: the value that its slider goes up to."""
    return param(1.0, meaning, scale="log", low=0, open_low=True, high=1e9, slider=(0.01, slider))


def lam_param(meaning: str, low: float = 0, slider: tuple[float, float] = (1e-5, 1)) -> Any:
    """The parameter `lam` of the learners that weigh the norm of f."""
    details: dict[str, Any] = {"low": low, "high": 1e6, "symbol": "λ", "label": "Regularisation"}
    return param(0.01, meaning, scale="log", slider=slider, **details)


@dataclass(kw_only=True, eq=False, repr=False)
class OnlineState(State):
    """The position in the stream of points: `position` in `visit`, the points that the epoch presents.

    updates_before: how many updates there had been when the epoch began.

    Rows of `Updates` that advance has not returned yet are in `tables`, arrays (k, columns), and after those, one after
    another in one flat list, in `log`.
    """

    alpha: Ints
    log: list[float]
    tables: list[Floats] = field(default_factory=list, init=False)
    epoch: int = -1
    position: int = 0
    visit: Ints
    updates_before: int = 0

    def __post_init__(self) -> None:
        # Memoryviews: reading or writing one number is four times faster than with arrays, in less memory than a list.
        self.alpha_of = self.alpha.data
        self.labels = self.problem.labels.data

    def record(
        self, point: int, delta: float, score: float, kind: int = MISTAKE, *, bias_delta: float = 0.0,
        scale: float = 1.0,
    ) -> None:  # fmt: skip
        """Writes the row of a change in this step, see `Updates`, and counts it: an update, and a mistake in α."""
        self.log += (self.step, point, delta, bias_delta, scale, kind, score)  # in the order of COLUMNS
        if kind in COUNTED_KINDS:
            self.updates += 1
            self.alpha_of[point] += kind == MISTAKE

    def record_all(self, points: Ints, deltas: Floats, score: float, kind: int) -> None:
        """Writes a row for each further coefficient that the update just recorded changes."""
        rows = np.empty((len(points), len(COLUMNS)))
        rows[:] = self.step, 0, 0.0, 0.0, 1.0, kind, score
        rows[:, 1], rows[:, 2] = points, deltas
        self.close_log()
        self.tables.append(rows)

    def close_log(self) -> None:
        """Makes a table of the rows in the log."""
        if self.log:
            self.tables.append(np.array(self.log).reshape(-1, len(COLUMNS)))
            self.log.clear()

    def enter(self, visit: Ints) -> None:
        """Begins an epoch that presents these points."""
        self.visit = visit


class OnlineLearner(Learner):
    """A learner that examines one point in each step."""

    epochs: int

    @abstractmethod
    def examine(self, state: Any, stop: int, deadline: float) -> None:
        """Examines the points up to position `stop` of the epoch, the deadline or the end of the run.

        Counts steps and mistakes; `state.record` logs and counts updates.
        """

    def advance(self, state: Any, steps: int, deadline: float = inf) -> Updates:
        while steps > 0 and state.status is None:
            if state.position == len(state.visit):
                _begin_epoch(state)
            before = state.position
            self.examine(state, min(len(state.visit), before + steps), deadline)
            steps -= state.position - before
            if state.position == len(state.visit) and state.status is None:
                self.end_epoch(state)
            if deadline < inf and perf_counter() > deadline:
                break
        return _take_log(state)

    def end_epoch(self, state: Any) -> None:
        """Ends the run if its last epoch was without a mistake, or the last that is allowed."""
        if state.mistakes_per_epoch[-1] == 0:
            state.status = Status.CONVERGED
        elif state.epoch + 1 >= self.epochs:
            state.status = Status.LIMIT


S = TypeVar("S", bound=OnlineState)


def begin(problem: TrainingProblem, state_type: type[S], **more: Any) -> S:
    """A state before the first point of the first epoch."""
    state = state_type(
        problem=problem,
        alpha=np.zeros(problem.n, np.int64),
        mistakes_per_epoch=[],
        log=[],
        visit=np.zeros(0, np.int64),
        **more,
    )
    if not len(problem.presentation(0)):
        state.status = Status.EMPTY
    return state


def _begin_epoch(state: OnlineState) -> None:
    state.epoch += 1
    state.position = 0
    state.updates_before = state.updates
    state.enter(state.problem.presentation(state.epoch))
    state.mistakes_per_epoch.append(0)


def _take_log(state: OnlineState) -> Updates:
    """Takes the rows logged since the last call out of the state."""
    state.close_log()
    if not state.tables:
        return Updates.none()
    table = np.concatenate(state.tables) if len(state.tables) > 1 else state.tables[0]
    state.tables.clear()
    return Updates.of(**{name: table[:, k] for k, name in enumerate(COLUMNS)})


class Stepwise(OnlineLearner):
    """A learner that examines the points one by one, since any step may change f."""

    @abstractmethod
    def examine_one(self, state: Any, position: int, i: int) -> bool:
        """Examines point i, presented at this position, and learns from it. Returns whether it was a mistake."""

    def examine(self, state: Any, stop: int, deadline: float) -> None:
        examine_one, visit, timed = self.examine_one, state.visit.data, deadline < inf
        offset, mistakes = state.step - state.position, 0
        for position in range(state.position, stop):
            state.step = offset + position
            mistakes += examine_one(state, position, visit[position])
            if timed and perf_counter() > deadline:
                break
        state.position = position + 1
        state.step = offset + state.position
        state.mistakes += mistakes
        state.mistakes_per_epoch[-1] += mistakes
