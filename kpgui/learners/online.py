"""What the learners that go from mistake to mistake share: epochs, and finding the next mistake fast."""

from abc import abstractmethod
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.learners.base import MAX_COUNT, Learner, Problem, State
from kpgui.model.arrays import Floats, Ints
from kpgui.model.frame import Status
from kpgui.model.param import param
from kpgui.model.updates import COLUMNS, Updates

FIRST_SCAN, LONGEST_SCAN = 256, 65_536
"""Points in a vectorised scan: few after a mistake, ever more while there is none."""

ZERO = np.zeros(())
"""An array compares with an array in half the time that it takes with a number."""


def epochs_param() -> Any:
    """The limit of epochs, a parameter of every online learner."""
    return param(
        100,
        "Most passes over the dataset; training stops sooner, after the first epoch without a mistake.",
        scale="integer",
        low=1,
        high=MAX_COUNT,
        slider=(1, 1000),
    )


@dataclass(kw_only=True)
class OnlineState(State):
    """The place in the stream: `position` in `visit`, the points that the epoch presents.

    `in_order` are their margins as a view, where they stand side by side. `log` holds the rows of `Updates`
    that advance has not returned yet, one after another in one flat list.
    """

    labels: list[float]
    log: list[float]
    epoch: int = -1
    position: int = 0
    visit: Ints
    in_order: Floats | None = None

    def __post_init__(self) -> None:
        self.margin_of = self.margins.data  # a number at a time, four times faster than the array
        self.alpha_of = self.alpha.data


class OnlineLearner(Learner):
    """A learner that examines one point a step and changes something only at a mistake."""

    epochs: int

    @abstractmethod
    def learn(self, state: Any, i: int) -> None:
        """What a mistake on point i does to the state. Writes a row of `Updates` to `state.log`."""

    def advance(self, state: Any, steps: int, deadline: float = inf) -> Updates:
        while steps > 0 and state.status is None:
            if state.position == len(state.visit):
                _begin_epoch(state)
            before = state.position
            self._examine(state, min(len(state.visit), before + steps), deadline)
            steps -= state.position - before
            if state.position == len(state.visit) and state.status is None:
                self._end_epoch(state)
            if deadline < inf and perf_counter() > deadline:
                break
        return _taken(state.log)

    def _examine(self, state: Any, stop: int, deadline: float) -> None:
        """Examine the points up to position `stop` of the epoch, or to the deadline or the run's end."""
        start, position = state.step - state.position, state.position
        visit, learn, timed, mistakes = state.visit.data, self.learn, deadline < inf, 0
        while True:
            position = next_mistake(state, position, stop)
            state.step = start + position
            if position == stop:
                break
            learn(state, visit[position])
            mistakes += 1
            position += 1
            if state.status is not None or (timed and perf_counter() > deadline):
                break
        state.step, state.position = start + position, position
        state.mistakes_per_epoch[-1] += mistakes
        state.mistakes += mistakes

    def _end_epoch(self, state: Any) -> None:
        if state.mistakes_per_epoch[-1] == 0:
            state.status = Status.CONVERGED
        elif state.epoch + 1 >= self.epochs:
            state.status = Status.LIMIT


def begin(problem: Problem, state_type: type[OnlineState] = OnlineState, **more: Any) -> Any:
    """A state before the first point of the first epoch."""
    state = state_type(
        problem=problem,
        alpha=np.zeros(problem.n, np.int64),
        margins=np.zeros(problem.n),
        mistakes_per_epoch=[],
        labels=problem.labels.tolist(),
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
    visit = state.problem.presentation(state.epoch)
    if visit is not state.visit:
        state.visit = visit
        consecutive = bool(np.all(np.diff(visit) == 1))
        state.in_order = state.margins[visit[0] : visit[0] + len(visit)] if consecutive else None
    state.mistakes_per_epoch.append(0)


def next_mistake(state: OnlineState, position: int, stop: int) -> int:
    """The first position from this one on whose point has a margin ≤ 0, or `stop`."""
    width = FIRST_SCAN
    while position < stop:
        end = min(position + width, stop)
        if state.in_order is None:
            wrong = np.less_equal(state.margins[state.visit[position:end]], ZERO)
        else:
            wrong = np.less_equal(state.in_order[position:end], ZERO)
        first = wrong.argmax()
        if wrong[first]:
            return position + int(first)
        position, width = end, min(8 * width, LONGEST_SCAN)
    return stop


def _taken(log: list[float]) -> Updates:
    """The rows of the flat list, which is emptied."""
    if not log:
        return Updates.none()
    table = np.array(log).reshape(-1, len(COLUMNS))
    log.clear()
    return Updates.of(**{name: table[:, k] for k, name in enumerate(COLUMNS)})
