"""The projectron (Orabona, Keshet, Caputo 2009)."""

from dataclasses import dataclass

import numpy as np

from kpgui.learners.base import Problem
from kpgui.learners.budget import MISTAKE, Budgeted, BudgetState, begin_with_budget
from kpgui.learners.online import epochs_param
from kpgui.model.arrays import Floats
from kpgui.model.guarantee import Circumstances, Guarantee
from kpgui.model.param import param
from kpgui.model.updates import Kind

SHARED = float(Kind.SHARED)

DEPENDENT = 1e-10
"""A distance², relative to K(x, x), that is no more than the rounding of the inverse: the point lies in the span."""


@dataclass(kw_only=True)
class ProjectronState(BudgetState):
    """inverse: (slots, slots) of the Gram matrix of the support vectors, which fill the slots from 0 on."""

    inverse: Floats


@dataclass(frozen=True)
class Projectron(Budgeted):
    """A kernel perceptron that adds a support vector only where the others cannot stand in for it.

    At a mistake on x: k = K(vectors, x), d = K⁻¹k, δ = K(x, x) − k·d, the squared distance of φ(x) from the span of the
    support vectors. If δ ≤ η², then β += y·d, else x becomes a support vector with coefficient y.
    """

    key = "projectron"
    title = "Projectron"
    formula = "at a mistake: if δ ≤ η²: β += y·K⁻¹k, else f += y·K(x, ·)"

    eta: float = param(
        0.1,
        "How far from the span of the support vectors a point may be and still be projected onto it.",
        scale="log",
        low=0,
        high=1e6,
        slider=(0.001, 1),
        symbol="η",
    )
    epochs: int = epochs_param()

    def begin(self, problem: Problem, rng: "np.random.Generator") -> ProjectronState:
        state: ProjectronState = begin_with_budget(problem, ProjectronState, inverse=np.zeros((0, 0)))
        return state

    def learn(self, state: ProjectronState, row: int, i: int) -> None:
        y, score = state.labels[i], float(state.scores[row])
        size = len(state.order)
        inverse, itself = state.inverse[:size, :size], float(state.among[row, row])
        k = state.seen[row, :size]
        d = inverse @ k
        delta = itself - float(k @ d)
        if delta <= max(self.eta**2, DEPENDENT * itself):
            state.beta[:size] += y * d
            state.log += (state.step, i, 0.0, 0.0, 1.0, MISTAKE, score)
            for point, part in zip(state.points[:size].tolist(), (y * d).tolist(), strict=True):
                state.log += (state.step, point, part, 0.0, 1.0, SHARED, score)
        else:
            state.add(row, i, y)
            _extend(state, d, delta)
            state.log += (state.step, i, y, 0.0, 1.0, MISTAKE, score)
        state.rescore(row + 1)
        state.alpha_of[i] += 1
        state.updates += 1

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return Guarantee("No bound here: this kernel is not known to be positive semidefinite.", False)
        return Guarantee(
            "The number of support vectors is bounded: by d in a feature space of d dimensions, elsewhere by how many "
            "points can be η apart. Each projection may cost up to η against the perceptron (Orabona, Keshet, Caputo)."
        )


def _extend(state: ProjectronState, d: Floats, delta: float) -> None:
    """Grow the inverse by the support vector that was added last, by the block formula."""
    size = len(d)
    if size + 1 > len(state.inverse):
        state.inverse = np.pad(state.inverse, (0, len(state.beta) - len(state.inverse)))
    state.inverse[:size, :size] += np.outer(d, d) / delta
    state.inverse[size, :size] = state.inverse[:size, size] = -d / delta
    state.inverse[size, size] = 1 / delta
