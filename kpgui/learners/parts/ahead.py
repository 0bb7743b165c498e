"""Learners that hold scores of the next block of points only, so that their memory does not grow with the dataset."""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from kpgui.learners.parts.online import OnlineLearner, OnlineState
from kpgui.model.arrays import Floats, Ints

AHEAD = 64
"""Points in a block: enough to make the overhead of calls small, few enough to rescore cheaply when f changes."""


@dataclass(kw_only=True, eq=False, repr=False)
class AheadState(OnlineState):
    """The current block: `rows` are the points presented from position `begun` of the epoch on.

    scores: f at each of them, b included, up to date from the current position on. error_bound: of these scores.
    """

    error_bound: float = field(default=0.0, init=False)
    begun: int = field(default=-1, init=False)
    rows: Ints = field(default_factory=lambda: np.zeros(0, np.int64), init=False)
    scores: Floats = field(default_factory=lambda: np.zeros(0), init=False)

    def enter(self, visit: Ints) -> None:
        super().enter(visit)
        self.begun = -1

    def move_to_block(self, position: int, ahead: int) -> bool:
        """Moves to the block with this position of the epoch. Returns whether it is new and has to be scored."""
        begun = position - position % ahead
        if begun == self.begun:
            return False
        self.begun, self.rows = begun, self.visit[begun : begun + ahead]
        return True


class LookingAhead(OnlineLearner):
    """Base of learners that score an epoch's points in blocks, whose bounds do not depend on how a run is sliced."""

    AHEAD: ClassVar[int] = AHEAD

    @abstractmethod
    def score(self, state: Any) -> None:
        """Sets `state.scores` for the points `state.rows`, and `state.error_bound`."""

    @abstractmethod
    def recompute(self, state: Any, i: int) -> float:
        """f at point i, computed anew; 0 where its sign cannot be determined."""

    @abstractmethod
    def learn(self, state: Any, row: int, i: int) -> None:
        """Learns from a mistake on point i, at `row` of the block, and brings the scores after it up to date."""

    def examine(self, state: Any, stop: int, deadline: float) -> None:
        offset, mistakes = state.step - state.position, 0
        while state.position < stop and state.status is None:
            if state.move_to_block(state.position, self.AHEAD):
                self.score(state)
            mistakes += self.pass_block(state, stop, offset, deadline)
            if deadline < inf and perf_counter() > deadline:
                break
        state.step = offset + state.position
        state.mistakes += mistakes
        state.mistakes_per_epoch[-1] += mistakes

    def pass_block(self, state: Any, stop: int, offset: int, deadline: float) -> int:
        """Examines the block's points until its end, position `stop` or the deadline. Returns the number of mistakes.

        offset: the step minus the position.
        """
        begun, mistakes, labels, timed = state.begun, 0, state.problem.labels[state.rows], deadline < inf
        row, last = state.position - begun, min(stop - begun, len(state.rows))
        while row < last:
            right = labels[row:last] * state.scores[row:last] > state.error_bound  # False for NaN
            ahead = int(right.argmin())
            if right[ahead]:
                row = last
                break
            row += ahead
            if self._is_right_after_all(state, row):
                row += 1
                if timed and perf_counter() > deadline:
                    break
                continue
            state.step = offset + begun + row
            self.learn(state, row, int(state.rows[row]))
            mistakes += 1
            row += 1
            if timed and perf_counter() > deadline:
                break
        state.position = begun + row
        return mistakes

    def _is_right_after_all(self, state: Any, row: int) -> bool:
        """Whether the point is classified correctly after all; a score within its error bound is computed anew."""
        i = int(state.rows[row])
        if abs(state.scores[row]) <= state.error_bound:
            state.scores[row] = self.recompute(state, i)
        y, score = state.problem.labels[i], state.scores[row]
        return bool(y * score > 0 or (score == 0 and y == self.tie))
