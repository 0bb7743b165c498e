"""The randomized budget perceptron (Cavallanti, Cesa-Bianchi, Gentile 2007)."""

from typing import Any

import numpy as np

from kpgui.learners.base import Problem
from kpgui.learners.budget import EVICTED, MISTAKE, Budgeted, BudgetState, begin_with_budget, budget_param
from kpgui.learners.online import epochs_param
from kpgui.model.dataclass import dataclass
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee


@dataclass(kw_only=True)
class RandomState(BudgetState):
    rng: "np.random.Generator"


@dataclass(frozen=True)
class RandomBudgetPerceptron(Budgeted):
    """A kernel perceptron that drops a random support vector before it adds one beyond its budget."""

    key = "random_budget_perceptron"
    title = "Random budget"
    formula = "at a mistake: drop a random vector if there are B,   f += y·K(x, ·)"

    budget: int = budget_param()
    epochs: int = epochs_param()

    def begin(self, problem: Problem, rng: "np.random.Generator") -> RandomState:
        state: RandomState = begin_with_budget(problem, RandomState, rng=rng)
        return state

    def change(self, state: RandomState, row: int, i: int, score: float) -> None:
        y = state.labels[i]
        state.log += (state.step, i, y, 0.0, 1.0, MISTAKE, score)
        if len(state.order) == self.budget:
            place = int(state.rng.integers(self.budget))
            point = state.points[state.order[place]]
            state.log += (state.step, point, -state.drop(place), 0.0, 1.0, EVICTED, score)
        state.add(row, i, y)

    def details(self, state: Any) -> dict[str, Any]:
        return {**super().details(state), "budget": self.budget}

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        return Guarantee(
            "In the mean over its random choices its mistakes are bounded against any g whose norm is small beside "
            "√(B / ln B); a single run is promised nothing, and need not converge (Cavallanti, Cesa-Bianchi, Gentile)."
        )
