"""Pegasos with a kernel (Shalev-Shwartz, Singer, Srebro, Cotter 2011), without the projection."""

from dataclasses import dataclass

import numpy as np

from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.margins import MarginState, WithMargins, begin_with_margins
from kpgui.learners.parts.online import MISTAKE, UPDATE, Stepwise, epochs_param, lam_param
from kpgui.learners.words.pegasos import PegasosWords
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.updates import ReplayState


@dataclass(kw_only=True, eq=False, repr=False)
class PegasosState(MarginState):
    """After t steps f = Σ counts·y·K / (λt); `margins` are those of the sum, unrounded by the factor 1/(λt).

    counts: (n,) how often each point was inside the margin. updated: the step of the last update.
    """

    counts: Ints
    updated: int = -1

    def __post_init__(self) -> None:
        super().__post_init__()
        self.count_of = self.counts.data

    def terms(self) -> Floats:
        return self.counts * self.problem.labels


@dataclass(frozen=True)
class Pegasos(PegasosWords, Stepwise, WithMargins):
    """Stochastic subgradient descent on λ/2·‖f‖² + mean hinge loss, with the rate 1/(λt) at the t-th step.

    f *= 1 − 1/t, and if y·f(x) < 1 before that, f += y·K(x, ·)/(λt). The points come in the session's order, whereas
    the paper draws them at random; the statement of `guarantee` holds for any order.
    """

    key = "pegasos"
    title = "Pegasos"
    stepping = "examines the next point and shrinks f by 1 − 1/t; if y·f was < 1 there, its |β| grows"
    formula = "f *= 1 − 1/t;   if y·f(x) was < 1:   f += y·K(x, ·) / (λt)"

    lam: float = lam_param("Weight of ½‖f‖² against the hinge loss; smaller fits closer.", 1e-200, (1e-4, 1))
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> PegasosState:
        return begin_with_margins(self, problem, PegasosState, counts=np.zeros(problem.n, np.int64))

    def examine_one(self, state: PegasosState, position: int, i: int) -> bool:
        signed, step = state.certain_margin(i), state.step
        mistake = signed <= 0
        if not mistake and signed >= self.lam * step:
            return False
        y = state.labels[i]
        score = y * signed / (self.lam * step) if step else 0.0
        shrunk = (state.updated + 1) / (step + 1) if state.updates else 1.0
        kind = MISTAKE if mistake else UPDATE
        state.record(i, y / (self.lam * (step + 1)), score, kind, scale=shrunk)
        state.add(i, 1.0)
        state.count_of[i] += 1
        state.updated = step
        return mistake

    def shrinking(self, first: int, stop: int) -> float:
        return first / stop if first else 1.0

    def expansion(self, state: PegasosState) -> Expansion:
        return Expansion.of(state.terms() + 0.0, 0.0, 1 / (self.lam * max(1, state.step)))

    def recall(self, state: PegasosState, replayed: ReplayState, step: int) -> Expansion:
        """Rounds β·λt to the integer counts that it stands for."""
        unit = 1 / (self.lam * max(1, step))
        return Expansion.of(np.rint(self.shrinking(replayed.step + 1, step) * replayed.beta / unit) + 0.0, 0.0, unit)
