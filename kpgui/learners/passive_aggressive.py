"""The passive-aggressive learner (Crammer, Dekel, Keshet, Shalev-Shwartz, Singer 2006)."""

from dataclasses import dataclass

import numpy as np

from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.margins import MarginState, WithMargins, begin_with_margins
from kpgui.learners.parts.online import MISTAKE, UPDATE, Stepwise, c_param, epochs_param
from kpgui.learners.words.passive_aggressive import PassiveAggressiveWords
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.param import param


@dataclass(kw_only=True, eq=False, repr=False)
class PassiveAggressiveState(MarginState):
    """coefficients: (n,) y·β. squares: K(x, x) of every point."""

    coefficients: Floats
    squares: list[float]

    def terms(self) -> Floats:
        return self.coefficients * self.problem.labels

    def is_on_margin(self, i: int) -> bool:
        """Whether y·f(x) = 1 at point i up to rounding, summed anew: a rounding residue is not a loss."""
        terms = self.terms()
        support = np.flatnonzero(terms)
        parts = self.labels[i] * terms[support] * self.problem.block(np.array([i]), support)[0]
        rounding = EPSILON * (8 + 2 * self.updates) * float(np.abs(parts).sum())
        return 1 - float(parts.sum()) <= rounding < 0.5


@dataclass(frozen=True)
class PassiveAggressive(PassiveAggressiveWords, Stepwise, WithMargins):
    """Where y·f(x) < 1, makes the smallest change of f that puts the point on the margin, limited by C.

    With the loss ℓ = 1 − y·f(x): f += τ·y·K(x, ·), PA-I τ = min(C, ℓ/K(x, x)), PA-II τ = ℓ/(K(x, x) + 1/(2C)).
    """

    key = "passive_aggressive"
    title = "Passive-aggressive"
    stepping = "examines the next point; where y·f < 1, f changes until y·f = 1, as far as C allows"
    formula = "ℓ = 1 − y·f(x) > 0:   f += τ·y·K(x, ·),   τ = min(C, ℓ/K(x, x)) or ℓ / (K(x, x) + 1/(2C))"

    C: float = c_param(
        "How aggressive. PA-I changes no coefficient by more than C in a step; in PA-II C weighs the squared loss.", 100
    )
    variant: str = param(
        "PA-I",
        "How C holds back: as a limit of τ, or by 1/(2C) in the denominator.",
        scale="choice",
        choices=("PA-I", "PA-II"),
    )
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> PassiveAggressiveState:
        zeros, squares = np.zeros(problem.n), problem.diagonal().tolist()
        return begin_with_margins(self, problem, PassiveAggressiveState, coefficients=zeros, squares=squares)

    def examine_one(self, state: PassiveAggressiveState, position: int, i: int) -> bool:
        signed = state.certain_margin(i)
        mistake = signed <= 0
        if signed >= 1 or (not mistake and 1 - signed <= state.error_bound and state.is_on_margin(i)):
            return False
        y, tau = state.labels[i], self._tau(1 - signed, state.squares[i])
        state.record(i, tau * y, y * signed, MISTAKE if mistake else UPDATE)
        state.add(i, tau)
        state.coefficients[i] += tau
        return mistake

    def _tau(self, loss: float, square: float) -> float:
        if self.variant == "PA-II":
            return loss / (max(0.0, square) + 0.5 / self.C)
        return min(self.C, loss / square) if square > 0 else self.C

    def roundings(self, updates: int, step: int) -> float:
        """One for each update: τ is computed from a score that is rounded itself."""
        return 8.0 + updates
