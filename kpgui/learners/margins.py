"""Learners that keep the margins of all points up to date: looking at a point is nothing, a change costs a column."""

from abc import abstractmethod
from dataclasses import field
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.learners.base import Problem
from kpgui.learners.online import OnlineLearner, OnlineState, begin
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataclass import dataclass

FIRST_SCAN, LONGEST_SCAN = 256, 65_536
"""Points in a vectorised scan: few after a mistake, ever more while there is none."""

ZERO = np.zeros(())
"""An array compares with an array in half the time that it takes with a number."""


@dataclass(kw_only=True)
class MarginState(OnlineState):
    """margins: (n,) float64, y·f(x) of every point of the dataset, up to a positive factor.

    `in_order` are the margins of the points that the epoch presents, as a view, where they stand side by side.
    """

    margins: Floats
    in_order: Floats | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.margin_of = self.margins.data

    def enter(self, visit: Ints) -> None:
        if visit is self.visit:
            return
        super().enter(visit)
        consecutive = bool(np.all(np.diff(visit) == 1))
        self.in_order = self.margins[visit[0] : visit[0] + len(visit)] if consecutive else None


class MistakeDriven(OnlineLearner):
    """A learner that changes something only at a mistake, found by scanning the margins."""

    @abstractmethod
    def learn(self, state: Any, i: int) -> None:
        """What a mistake on point i does to the state. Writes a row of `Updates` to `state.log`."""

    def examine(self, state: Any, stop: int, deadline: float) -> None:
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


def begin_with_margins(problem: Problem, state_type: type[MarginState] = MarginState, **more: Any) -> Any:
    """A state before the first point, with the margins of f = 0."""
    return begin(problem, state_type, margins=np.zeros(problem.n), **more)


def next_mistake(state: MarginState, position: int, stop: int) -> int:
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
