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
)
from kpgui.learners.parts.online import EVICTED, epochs_param
from kpgui.learners.words.random_budget_perceptron import RandomBudgetPerceptronWords


@dataclass(kw_only=True, eq=False, repr=False)
class RandomState(BudgetState):
    rng: "np.random.Generator"


@dataclass(frozen=True)
class RandomBudgetPerceptron(RandomBudgetPerceptronWords, Budgeted):
    """A kernel perceptron that evicts a random support vector before it adds one beyond its budget."""

    key = "random_budget_perceptron"
    title = "Random budget"
    formula = "at a mistake: drop a random vector if there are B,   f += y·K(x, ·)"
    forgets = True

    budget: int = budget_param()
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> RandomState:
        return begin_with_budget(problem, RandomState, rng=rng)

    def change(self, state: RandomState, row: int, i: int, score: float) -> None:
        y = state.labels[i]
        state.record(i, y, score)
        if len(state.order) == self.budget:
            rank = int(state.rng.integers(self.budget))
            point = state.points[state.order[rank]]
            state.record(point, -state.drop(rank), score, EVICTED)
        state.add(row, i, y)

    def details(self, state: Any) -> dict[str, Any]:
        return {**super().details(state), "budget": self.budget}
