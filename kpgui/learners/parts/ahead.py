"""Learners that know the scores only of the next few points: what they remember does not grow with the dataset."""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from kpgui.learners.parts.online import OnlineLearner, OnlineState
from kpgui.model.arrays import Floats, Ints

AHEAD = 64
"""Points in a block: as many as keep the cost of calls low, few enough that a change of f is cheap."""


@dataclass(kw_only=True, eq=False, repr=False)
class AheadState(OnlineState):
    """The points whose scores are known: `rows`, presented from position `begun` of the epoch on.

    scores: f of each, b included; the learner keeps those from the present position on up to date. doubt: how far off
    they may be.
    """

    doubt: float = field(default=0.0, init=False)
    begun: int = field(default=-1, init=False)
    rows: Ints = field(default_factory=lambda: np.zeros(0, np.int64), init=False)
    scores: Floats = field(default_factory=lambda: np.zeros(0), init=False)

    def enter(self, visit: Ints) -> None:
        super().enter(visit)
        self.begun = -1

    def look_ahead(self, position: int, ahead: int) -> bool:
        """Go to the block that this position of the epoch is in. Whether it is another one, still to be scored."""
        begun = position - position % ahead
        if begun == self.begun:
            return False
        self.begun, self.rows = begun, self.visit[begun : begun + ahead]
        return True


class LookingAhead(OnlineLearner):
    """Scores the points of an epoch in blocks, at places that do not depend on how the run is cut into slices."""

    AHEAD: ClassVar[int] = AHEAD

    @abstractmethod
    def score(self, state: Any) -> None:
        """Set `state.scores` for the points of `state.rows`, and `state.doubt`."""

    @abstractmethod
    def settle(self, state: Any, i: int) -> float:
        """f at point i from scratch, right in its sign: 0 where it cannot be told from 0."""

    @abstractmethod
    def learn(self, state: Any, row: int, i: int) -> None:
        """What a mistake on point i, at `row` of the block, does to the state, the later scores included."""

    def examine(self, state: Any, stop: int, deadline: float) -> None:
        offset, mistakes = state.step - state.position, 0
        while state.position < stop and state.status is None:
            if state.look_ahead(state.position, self.AHEAD):
                self.score(state)
            mistakes += self.pass_block(state, stop, offset, deadline)
            if deadline < inf and perf_counter() > deadline:
                break
        state.step = offset + state.position
        state.mistakes += mistakes
        state.mistakes_per_epoch[-1] += mistakes

    def pass_block(self, state: Any, stop: int, offset: int, deadline: float) -> int:
        """Examine the points of the block, to its end, to position `stop` or to the deadline. Returns the mistakes.

        offset: of the step from the position.
        """
        begun, mistakes, labels, timed = state.begun, 0, state.problem.labels[state.rows], deadline < inf
        row, last = state.position - begun, min(stop - begun, len(state.rows))
        while row < last:
            right = labels[row:last] * state.scores[row:last] > state.doubt  # a NaN is not
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
        """Whether the score at this row is right; if it may hang on rounding, it is worked out anew."""
        i = int(state.rows[row])
        if abs(state.scores[row]) <= state.doubt:
            state.scores[row] = self.settle(state, i)
        return bool(state.problem.labels[i] * state.scores[row] > 0)
