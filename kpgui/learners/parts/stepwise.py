"""Learners that may change something at every step, not only at a mistake."""

from abc import abstractmethod
from math import inf
from time import perf_counter
from typing import Any

from kpgui.learners.parts.online import OnlineLearner


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
