"""The randomized budget perceptron (Cavallanti, Cesa-Bianchi, Gentile 2007)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.budget import (
    Budgeted,
    BudgetState,
    begin_with_budget,
    budget_param,
    too_large,
)
from kpgui.learners.parts.online import EVICTED, SCORE, VISIT, epochs_param
from kpgui.learners.parts.terms import gone, last_dropped, last_terms
from kpgui.learners.parts.workings import growth
from kpgui.model.arrays import frozen
from kpgui.model.explanation import ALWAYS, DROPS, LEARNS, CodeLine, Examined, code
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.mechanism import Bars, Mechanism
from kpgui.model.number import grouped, rounded_down, shown
from kpgui.model.reading import Moment


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
        return begin_with_budget(problem, RandomState, rng=rng)

    def change(self, state: RandomState, row: int, i: int, score: float) -> None:
        y = state.labels[i]
        state.record(i, y, score)
        if len(state.order) == self.budget:
            rank = int(state.rng.integers(self.budget))
            point = state.points[state.order[rank]]
            state.record(point, -state.drop(rank), score, EVICTED)
        state.add(row, i, y)

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, _("if yᵢ·f(xᵢ) ≤ 0:")),
            (2, LEARNS, _("if there are {budget} terms:").format(budget=grouped(self.budget))),
            (3, DROPS, _("drop one of them at random")),
            (2, LEARNS, _("append yᵢ·K(xᵢ, ·)")),
        )

    def workings(self, state: RandomState, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        chance = (_("each of {budget} terms is dropped with chance 1/{budget}").format(budget=grouped(self.budget)),)
        return (growth(state, examined.point), *(chance if examined.evicted() else ()))

    def changes(self, state: RandomState, examined: Examined) -> tuple[str, ...]:
        dropped = tuple(
            _("over B = {budget}: dropped at random: point {number} (β = {beta})").format(
                budget=self.budget, number=grouped(number), beta=shown(beta)
            )
            for number, beta, __ in examined.evicted()
        )
        return (*super().changes(state, examined), *dropped)

    def mechanism(self, moment: Moment) -> Mechanism:
        """The support vectors, by when each was added last; several terms of one point count together."""
        mistakes, beta = moment.frame.counters.updates, moment.frame.expansion.beta
        held, forgotten = min(mistakes, self.budget), max(0, mistakes - self.budget)
        added, last = last_terms(moment, mistakes), last_dropped(moment)
        since = np.zeros(len(beta), np.int64)
        since[added.points] = added.steps  # of a point added several times the last one stays
        support = moment.frame.expansion.support
        order = support[np.argsort(since[support], kind="stable")]
        if last is not None:
            told = _(
                "The last mistake dropped a term at random, of point {point}; dropped so far: "
                "{forgotten}. Each has the same chance to be next."
            ).format(point=grouped(last[0]), forgotten=grouped(forgotten))
        else:
            told = _("Beyond B = {budget} terms, every mistake drops one at random.").format(
                budget=grouped(self.budget)
            )
        title = _("β by point, the last added at the end")
        bars = Bars.of(title, "β", order, beta[order], since=since[order])
        terms = (_("terms, of at most {budget}").format(budget=grouped(self.budget)), float(held))
        return Mechanism(told, bars, (terms,), frozen(gone(moment), np.int64))

    def details(self, state: Any) -> dict[str, Any]:
        return {**super().details(state), "budget": self.budget}

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        if circumstances.largest > 1:
            return too_large(circumstances.largest)
        return Guarantee(
            _(
                "In the mean over its random choices at most 4·(‖g‖² + hinge loss of g, summed over the steps) "
                "mistakes against every g with ‖g‖² ≤ B/2 = {half} (after Cavallanti, Cesa-Bianchi, Gentile 2007). "
                "A single run may make more, and need not converge."
            ).format(half=rounded_down(self.budget / 2))
        )
