"""Base of the learners with a budget: the few support vectors, and the scores of the next points from them."""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

import numpy as np

from kpgui.learners.base import MAX_COUNT, TrainingProblem, bound
from kpgui.learners.parts.ahead import AheadState, LookingAhead
from kpgui.learners.parts.online import S, begin
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.param import param

DAMAGE_SHARE = 15 / 32
"""The damage Q that shrinking and evicting does is kept below this share of the number of mistakes."""


def budget_param() -> Any:
    """The parameter B, the largest number of support vectors."""
    return param(
        100,
        "Most support vectors that are kept.",
        scale="integer",
        low=1,
        high=MAX_COUNT,
        slider=(1, 500),
        symbol="B",
    )


@dataclass(kw_only=True, eq=False, repr=False)
class BudgetState(AheadState):
    """Support vectors in slots, which are reused when one is dropped; a point may occupy several.

    order: the used slots, oldest first. points: (slots,) the point of each. beta: (slots,) its coefficient, 0 in a free
    slot. seen: (block, slots) K of the block's points with the support vectors. among: (block, block) K of the block's
    points with each other.
    """

    order: list[int]
    free: list[int]
    points: Ints
    beta: Floats
    slack: float = field(default=0.0, init=False)
    """A bound of the error of any score that is due to errors of the coefficients."""
    seen: Floats = field(default_factory=lambda: np.zeros((0, 0)), init=False)
    among: Floats = field(default_factory=lambda: np.zeros((0, 0)), init=False)

    def coefficients(self) -> Floats:
        """The coefficient of every point, (n,)."""
        return np.bincount(self.points, weights=self.beta, minlength=self.problem.n).astype(np.float64, copy=False)

    def score_of(self, i: int, bias: float, multiplier: float, roundings: float, slack: float) -> float:
        """multiplier·f + bias at point i, computed anew with the right sign."""
        used = sorted(self.order)
        return self.problem.score_of(i, self.points[used], multiplier * self.beta[used], bias, roundings, slack)

    def add(self, row: int, i: int, beta: float) -> int:
        """Makes point i, at `row` of the block, a support vector with this coefficient. Returns its slot."""
        if not self.free:
            self._grow()
        slot = self.free.pop()
        self.order.append(slot)
        self.points[slot], self.beta[slot] = i, beta
        self.seen[:, slot] = self.among[:, row]
        return slot

    def drop(self, rank: int) -> float:
        """Drops the support vector of this rank by age, 0 the oldest. Returns its coefficient."""
        slot = self.order.pop(rank)
        self.free.append(slot)
        beta = float(self.beta[slot])
        self.beta[slot] = 0.0
        return beta

    def _grow(self) -> None:
        """Doubles the number of slots."""
        slots = len(self.beta)
        more = max(16, slots)
        self.free.extend(range(slots + more - 1, slots - 1, -1))
        self.points, self.beta = np.pad(self.points, (0, more)), np.pad(self.beta, (0, more))
        self.seen = np.pad(self.seen, ((0, 0), (0, more)))

    def enter_block(self) -> None:
        """Computes K of a new block's points with the support vectors and with each other, and their scores."""
        used = sorted(self.order)
        values = self.problem.block(self.rows, np.append(self.points[used], self.rows))
        self.among = values[:, len(used) :]
        self.seen = np.zeros((len(self.rows), len(self.beta)))
        self.seen[:, used] = values[:, : len(used)]
        self.scores = np.empty(len(self.rows))
        self.rescore(0)

    def rescore(self, first: int) -> None:
        """Computes the scores of the block's points from row `first` on by the definition, and their error bound."""
        self.scores[first:] = self.seen[first:] @ self.beta
        size, value_error = self.problem.magnitude
        rounding = value_error + EPSILON * (2 + len(self.beta)) * size
        self.error_bound = bound(float(np.abs(self.beta).sum()) * rounding + self.slack)


class Budgeted(LookingAhead):
    """A learner whose memory holds a few support vectors, and nothing of the dataset's size but counters."""

    def score(self, state: BudgetState) -> None:
        state.enter_block()

    def recompute(self, state: Any, i: int) -> float:
        roundings = self.roundings(state.updates, state.step)
        return float(state.score_of(i, 0.0, 1.0, roundings, state.slack))

    def learn(self, state: Any, row: int, i: int) -> None:
        self.change(state, row, i, float(state.scores[row]))
        state.rescore(row + 1)

    @abstractmethod
    def change(self, state: Any, row: int, i: int, score: float) -> None:
        """Changes the support vectors after a mistake on point i, at `row` of the block; `state.record` logs it."""

    def expansion(self, state: BudgetState) -> Expansion:
        return Expansion.of(state.coefficients(), 0.0, roundings=self.roundings(state.updates, state.step))

    def details(self, state: BudgetState) -> dict[str, Any]:
        return {"points": state.points[state.order]}


def begin_with_budget(problem: TrainingProblem, state_type: type[S], **more: Any) -> S:
    """A state before the first point, without support vectors."""
    return begin(
        problem,
        state_type,
        order=[],
        free=[],
        points=np.zeros(0, np.int64),
        beta=np.zeros(0),
        **more,
    )


def damage(s: float, mu: float, phi: float) -> float:
    """(sφ)² + 2sφ − 2sφ²μ: what shrinking by φ and evicting a support vector adds to Q."""
    return (s * s - 2 * s * mu) * phi * phi + 2 * s * phi


def largest_norm(budget: int) -> float:
    """U = ¼·√((B + 1) / ln(B + 1)), the largest norm of the competitors g in the mistake bound."""
    return 0.25 * sqrt((budget + 1) / log(budget + 1))
