"""The kernel perceptron (Aizerman, Braverman, Rozonoer 1964)."""

from dataclasses import dataclass

import numpy as np

from kpgui.learners.base import TrainingProblem, limit_param
from kpgui.learners.parts.margins import MarginState, MistakeDriven, begin_with_margins
from kpgui.learners.parts.online import CAPPED, bias_param, epochs_param, eta_param
from kpgui.learners.words.kernel_perceptron import KernelPerceptronWords
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Status
from kpgui.model.param import param
from kpgui.model.updates import ReplayState

TINY = 1e-100
"""The multiplier is folded into the coefficients when decay has taken it below this."""

LEAST_SCALE = 1e-250
"""Floor of the decay, which mathematically never reaches 0: so f keeps its sign."""


@dataclass(kw_only=True, eq=False, repr=False)
class PerceptronState(MarginState):
    """f = η·multiplier·(Σ coefficient·y·K + bias).

    `margins` are y times the bracket: η and the decay only scale f, so they are kept out of the sums, where their
    rounding could turn a tie into a mistake. multiplier: the decay up to the update at step `updated`. coefficients:
    (n,), or None without decay, when they equal α.
    """

    coefficients: Floats | None = None
    multiplier: float = 1.0
    updated: int = -1

    def terms(self) -> Floats:
        return (self.alpha if self.coefficients is None else self.coefficients) * self.problem.labels


@dataclass(frozen=True)
class KernelPerceptron(KernelPerceptronWords, MistakeDriven):
    """If y·f(x) ≤ 0, then α += 1 and f += η·y·K(x, ·). A score of exactly 0 is a mistake for either label.

    At most (R/γ)² mistakes on data that the kernel separates with margin γ (Novikoff 1962); on any other
    data it never converges. With a bias, b += η·y: the same as the kernel K + 1. With decay below 1 all
    coefficients and the bias shrink by it, after the point was scored and before the new term is added.
    """

    key = "kernel_perceptron"
    title = "Kernel perceptron"
    formula = "if y·f(x) ≤ 0:   α += 1,   f += η·y·K(x, ·)"

    bias: bool = bias_param()
    eta: float = eta_param()
    epochs: int = epochs_param()
    decay: float = param(
        1.0, "Shrinks all older coefficients; 1 keeps them.", low=0, open_low=True, high=1, slider=(0.5, 1)
    )
    decay_on: str = param(
        "step", "Shrink at every step or at every update.", scale="choice", choices=("step", "update")
    )
    alpha_cap: int = limit_param("Most updates that one point may cause; 0 is no cap.", 100)
    max_updates: int = limit_param("Stop after this many updates; 0 is no limit.", 10_000)

    @property
    def possible(self) -> tuple[str, ...]:
        return (*super().possible, "tie", "alpha")

    @property
    def decay_per_step(self) -> float:
        """The factor by which every step, update or not, shrinks all coefficients."""
        return self.decay if self.decay_on == "step" else 1.0

    def shrinking(self, first: int, stop: int) -> float:
        return self.decay_per_step ** (stop - first)

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> PerceptronState:
        state = begin_with_margins(self, problem, PerceptronState)
        state.start(self.conventions.alpha)
        if self.decay < 1:
            state.coefficients = state.alpha.astype(np.float64)
        return state

    def learn(self, state: PerceptronState, i: int) -> None:
        y = state.labels[i]
        score = self._scale(state) * y * state.signed
        if self.alpha_cap and state.alpha_of[i] >= self.alpha_cap:
            passed = self._shrink(state)[0] if self.decay_per_step < 1 else 1.0
            state.record(i, 0.0, score, CAPPED, scale=passed)
            return
        shrink, unit = self._shrink(state) if self.decay < 1 else (1.0, 1.0)
        state.add(i, unit, unit * y)
        if state.coefficients is not None:
            state.coefficients[i] += unit
        delta = self.eta * y
        state.record(i, delta, score, bias_delta=delta * self.bias, scale=shrink)
        if state.updates == self.max_updates:
            state.status = Status.LIMIT

    def end_epoch(self, state: PerceptronState) -> None:
        """Ends it also after an epoch whose mistakes were all at the cap: the sign of f stays, so they would recur."""
        super().end_epoch(state)
        if state.status is not Status.CONVERGED and state.updates == state.updates_before:
            state.status = Status.STANDSTILL

    def _shrink(self, state: PerceptronState) -> tuple[float, float]:
        """Applies the decay since the last update, this step's included.

        Returns its factor, and the coefficient inside the bracket that stands for a new coefficient of 1.
        """
        factor = self.decay ** (state.step - state.updated) if self.decay_on == "step" else self.decay
        state.multiplier *= factor
        state.updated = state.step
        if state.multiplier < TINY:
            if state.coefficients is not None:
                state.coefficients *= state.multiplier
            state.scale(state.multiplier)
            state.multiplier = 1.0
        return factor, 1.0 / state.multiplier

    def _scale(self, state: PerceptronState) -> float:
        """The factor of f's bracket after `state.step` points, η included."""
        decayed = self.decay_per_step ** (state.step - 1 - state.updated)
        return self.eta * max(state.multiplier * decayed, LEAST_SCALE)

    def expansion(self, state: PerceptronState) -> Expansion:
        terms = state.terms() + 0.0  # which turns −0 into 0
        return Expansion.of(terms, state.bias, self._scale(state), self.roundings(state.updates, state.step))

    def recall(self, state: PerceptronState, replayed: ReplayState, step: int) -> Expansion:
        if self.decay < 1:
            return super().recall(state, replayed, step)
        terms = replayed.alpha * state.problem.labels + 0.0
        return Expansion.of(terms, float(terms.sum()) if self.bias else 0.0, self.eta)

    def roundings(self, updates: int, step: int) -> float:
        return 3.0 * updates if self.decay < 1 else 0.0
