"""The forgetron (Dekel, Shalev-Shwartz, Singer 2008)."""

from array import array
from dataclasses import dataclass, field
from math import copysign, sqrt
from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.budget import (
    DAMAGE_SHARE,
    Budgeted,
    BudgetState,
    begin_with_budget,
    budget_param,
    damage,
    largest_norm,
)
from kpgui.learners.parts.online import EVICTED, epochs_param
from kpgui.learners.words.forgetron import ForgetronWords
from kpgui.model.param import param

ONE_ULP_BELOW = 1 - 2**-52
"""Factor that lowers a float by about one unit in the last place."""


@dataclass(kw_only=True, eq=False, repr=False)
class ForgetronState(BudgetState):
    """Q: the damage so far. square: ‖f‖². phi: the factor φ of each eviction. evicted: the point of each.

    norms: ‖f‖ before each, where the variant uses it.
    """

    Q: float = 0.0
    square: float = 0.0
    phi: "array[float]" = field(default_factory=lambda: array("d"))
    evicted: "array[int]" = field(default_factory=lambda: array("q"))
    norms: "array[float]" = field(default_factory=lambda: array("d"))


@dataclass(frozen=True)
class Forgetron(ForgetronWords, Budgeted):
    """A kernel perceptron with at most B support vectors: beyond that, a mistake shrinks all by φ and drops the oldest.

    Self-tuned: φ is the largest factor that keeps the damage Q ≤ 15/32 of the mistakes. Basic: φ depends on the budget
    alone, except that it also keeps ‖f‖ ≤ U = ¼·√((B + 1) / ln(B + 1)).
    """

    key = "forgetron"
    title = "Forgetron"
    formula = "at a mistake: f += y·K(x, ·);   over budget: f *= φ, drop the oldest"
    forgets = True

    budget: int = budget_param()
    variant: str = param(
        "self_tuned",
        "Shrink as little as the bound allows, or by a fixed factor and to ‖f‖ ≤ U.",
        scale="choice",
        choices=("self_tuned", "basic"),
    )
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> ForgetronState:
        return begin_with_budget(problem, ForgetronState)

    def roundings(self, updates: int, step: int) -> float:
        """Each multiplication by φ adds some, and no support vector outlives more than B of them."""
        return 16.0 * min(max(0, updates - self.budget), self.budget)

    def change(self, state: ForgetronState, row: int, i: int, score: float) -> None:
        y = state.labels[i]
        state.add(row, i, y)
        state.square += 2 * y * score + float(state.among[row, row])
        state.record(i, y, score)
        if len(state.order) > self.budget:
            self._forget(state, score)

    def _forget(self, state: ForgetronState, score: float) -> None:
        oldest, slots = state.order[0], np.array(state.order)
        point, beta = int(state.points[oldest]), float(state.beta[oldest])
        column = state.problem.block(state.points[oldest : oldest + 1], state.points[slots])[0]
        f = float(column @ state.beta[slots])
        s, mu = abs(beta), copysign(1.0, beta) * f
        phi = self._self_tuned(state, s, mu) if self.variant == "self_tuned" else self._basic(state)
        state.Q += damage(s, mu, phi)
        state.beta *= phi
        dropped = state.drop(0)
        state.square = phi * phi * state.square - 2 * dropped * phi * f + dropped * dropped * float(column[0])
        state.phi.append(phi)
        state.evicted.append(point)
        state.record(point, -dropped, score, EVICTED, scale=phi)

    def _self_tuned(self, state: ForgetronState, s: float, mu: float) -> float:
        """The largest φ ≤ 1 that keeps Q ≤ 15/32·M. s: |β| of the support vector evicted; mu: sgn(β)·f at it.

        The root of aφ² + bφ + c is computed without cancellation and without dividing by a, which may be 0. To evict a
        coefficient that φ has shrunk to 0 does no damage.
        """
        limit = DAMAGE_SHARE * state.updates
        a, b, c = s * s - 2 * s * mu, 2 * s, state.Q - limit
        phi = 1.0 if s == 0 or a + b + c <= 0 else -2 * c / (b + sqrt(max(0.0, b * b - 4 * a * c)))
        while state.Q + damage(s, mu, phi) > limit and phi > 0:  # rounding
            phi *= ONE_ULP_BELOW
        return phi

    def _basic(self, state: ForgetronState) -> float:
        size = self.budget + 1
        norm = sqrt(max(0.0, state.square))
        state.norms.append(norm)
        shrink = size ** (-1 / (2 * size))
        return min(shrink, largest_norm(self.budget) / norm) if norm > 0 else shrink

    def details(self, state: Any) -> dict[str, Any]:
        evictions = {"phi": np.array(state.phi), "evicted": np.array(state.evicted, np.int64)}
        return {**super().details(state), **evictions, "Q": state.Q, "budget": self.budget}

    def quantities(self, state: ForgetronState) -> dict[str, float]:
        return {_("Q / mistakes"): state.Q / max(1, state.updates)} if self.variant == "self_tuned" else {}
