"""The randomized budget perceptron (Cavallanti, Cesa-Bianchi, Gentile 2007)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.budget import (
    Budgeted,
    BudgetState,
    begin_with_budget,
    budget_param,
    too_large,
)
from kpgui.learners.parts.online import EVICTED, epochs_param
from kpgui.model.explanation import Examined
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.number import grouped, rounded_down, shown


@dataclass(kw_only=True, eq=False, repr=False)
class RandomState(BudgetState):
    rng: "np.random.Generator"


@dataclass(frozen=True)
class RandomBudgetPerceptron(Budgeted):
    """A kernel perceptron that evicts a random support vector before it adds one beyond its budget."""

    key = "random_budget_perceptron"
    title = "Random budget"
    formula = "at a mistake: drop a random vector if there are B,   f += y·K(x, ·)"

    budget: int = budget_param()
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> RandomState:
        state: RandomState = begin_with_budget(problem, RandomState, rng=rng)
        return state

    def change(self, state: RandomState, row: int, i: int, score: float) -> None:
        y = state.labels[i]
        state.record(i, y, score)
        if len(state.order) == self.budget:
            rank = int(state.rng.integers(self.budget))
            point = state.points[state.order[rank]]
            state.record(point, -state.drop(rank), score, EVICTED)
        state.add(row, i, y)

    def changes(self, state: RandomState, examined: Examined) -> tuple[str, ...]:
        dropped = tuple(
            f"over B = {self.budget}: dropped at random: point {grouped(number)} (β = {shown(beta)})"
            for number, beta, _ in examined.evicted()
        )
        return (*super().changes(state, examined), *dropped)

    def details(self, state: Any) -> dict[str, Any]:
        return {**super().details(state), "budget": self.budget}

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        if circumstances.largest > 1:
            return too_large(circumstances.largest)
        return Guarantee(
            "In the mean over its random choices at most 4·(‖g‖² + hinge loss of g, summed over the steps) mistakes "
            f"against every g with ‖g‖² ≤ B/2 = {rounded_down(self.budget / 2)} (after Cavallanti, Cesa-Bianchi, "
            "Gentile 2007). A single run may make more, and need not converge."
        )
