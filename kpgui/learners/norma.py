"""NORMA: online learning with kernels (Kivinen, Smola, Williamson 2004)."""

from dataclasses import dataclass
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from kpgui.language import _
from kpgui.learners.base import TrainingProblem, bound, limit_param
from kpgui.learners.parts.ahead import AHEAD
from kpgui.learners.parts.budget import BudgetState, begin_with_budget
from kpgui.learners.parts.margins import MarginState, begin_with_margins
from kpgui.learners.parts.online import (
    CAPPED,
    EVICTED,
    MISTAKE,
    UPDATE,
    Stepwise,
    epochs_param,
    eta_param,
    lam_param,
)
from kpgui.learners.words.norma import NormaWords
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.param import param, text_of

TINY = 1e-100
"""The multiplier is folded into the terms when it has shrunk below this."""


@dataclass(kw_only=True, eq=False, repr=False)
class Rates:
    """The scalars of a NORMA run: f = multiplier·(Σ terms) + bias.

    rho: the margin. passed: the factor by which f shrank since the last row of the log. Subclasses hold the terms, and
    in `error_bound` that of their sum.
    """

    rho: float
    bias: float = 0.0
    multiplier: float = 1.0
    passed: float = 1.0


@dataclass(kw_only=True, eq=False, repr=False)
class WholeState(Rates, MarginState):
    """Untruncated run: every point may have a coefficient. amounts: (n,) of y·K; margins are those of Σ terms."""

    amounts: Floats

    def coefficients(self) -> Floats:
        return self.amounts * self.problem.labels

    def signed_sum(self, position: int, i: int) -> float:
        """y·Σ terms at point i, which is presented at this position."""
        return self.margin_of[i]

    def error_bound_at(self, position: int, i: int) -> Any:
        """The error bound of `signed_sum`."""
        return self.error_bounds(i)

    def learn(self, position: int, i: int, amount: float) -> None:
        """Adds the term amount·y·K(xᵢ, ·)."""
        self.add(i, amount)
        self.amounts[i] += amount

    def fold(self) -> None:
        """Multiplies the terms by the multiplier before it underflows, unless they are so small that they would."""
        if np.abs(self.amounts).max(initial=0) > TINY:
            self.amounts *= self.multiplier
            self.scale(self.multiplier)
            self.multiplier = 1.0
        else:
            self.multiplier = TINY


@dataclass(kw_only=True, eq=False, repr=False)
class TruncatedState(Rates, BudgetState):
    """Truncated run: only the last τ terms are kept, each in a slot of its own; scores are those of their sum."""

    def signed_sum(self, position: int, i: int) -> float:
        if self.move_to_block(position, AHEAD):
            self.enter_block()
        return self.labels[i] * float(self.scores[position - self.begun])

    def error_bound_at(self, position: int, i: int) -> Any:
        return self.error_bound

    def learn(self, position: int, i: int, amount: float) -> None:
        self.add(position - self.begun, i, amount * self.labels[i])

    def forget(self) -> tuple[int, float]:
        """Drops the oldest term. Returns its point and its coefficient in the sum."""
        return int(self.points[self.order[0]]), self.drop(0)

    def fold(self) -> None:
        if np.abs(self.beta).max(initial=0) > TINY:
            self.beta *= self.multiplier
            self.scores *= self.multiplier
            self.error_bound *= self.multiplier
            self.multiplier = 1.0
        else:
            self.multiplier = TINY


@dataclass(frozen=True)
class Norma(NormaWords, Stepwise):
    """Stochastic gradient descent on the regularised soft margin loss max(0, ρ − y·f(x)).

    With σ = 1 where y·f(x) < ρ, else 0: all coefficients shrink by 1 − ηλ, the point's own changes by ησy and b by ησy;
    b does not shrink. With ν > 0, gradient descent on the loss minus νρ also changes the margin, by η(ν − σ). With
    ρ = 0 a score of exactly 0 counts as inside, so that ρ = 0, λ = 0 is the kernel perceptron. The rate is η, or η/√t
    at the t-th step. Truncation keeps the last τ terms.
    """

    key = "norma"
    title = "NORMA"
    formula = "f *= 1 − ηλ;   if y·f(x) was < ρ:   f += η·y·K(x, ·)"
    stepping = "examines the next point and shrinks f by 1 − ηλ; if y·f was < ρ there, its |β| grows"
    bias_decays: ClassVar[bool] = False

    eta: float = eta_param(0.1, "Learning rate.", (0.001, 1))
    lam: float = lam_param("Weight of ½‖f‖²: how fast f forgets.")
    rho: float = param(
        1.0, "Margin below which a point is learned from.", low=0, high=1e6, slider=(0, 2), symbol="ρ", label="Margin"
    )
    nu: float = param(
        0.0,
        "Share of points inside the margin that ρ is moved towards; 0 leaves ρ as it is.",
        low=0,
        high=1,
        slider=(0, 1),
        symbol="ν",
        label="Share inside",
    )
    truncate: int = limit_param("Keep only so many of the last terms; 0 keeps all.", 500, "τ")
    schedule: str = param(
        "constant", "η at every step, or η/√t at the t-th.", scale="choice", choices=("constant", "sqrt")
    )
    bias: bool = param(False, "Learn a constant b as well.", scale="flag", symbol="b")
    epochs: int = epochs_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.eta * self.lam >= 1:
            product = text_of(self.eta * self.lam)
            raise KpguiError(
                _("norma: eta·lam must be below 1, or f changes its sign; it is {product}. Lower one of them.").format(
                    product=product
                )
            )

    @property
    def sign_follows_updates(self) -> bool:
        """Without a bias or decay: β shrinks at every step, the bias does not."""
        return not (self.bias and self.lam)

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> WholeState | TruncatedState:
        if self.truncate:
            return begin_with_budget(problem, TruncatedState, rho=self.rho)
        return begin_with_margins(self, problem, WholeState, rho=self.rho, amounts=np.zeros(problem.n))

    def rate(self, step: int) -> float:
        """The learning rate at this 0-based step."""
        return self.eta / sqrt(step + 1) if self.schedule == "sqrt" else self.eta

    def examine_one(self, state: WholeState | TruncatedState, position: int, i: int) -> bool:
        y, eta = state.labels[i], self.rate(state.step)
        signed = state.multiplier * state.signed_sum(position, i) + y * state.bias
        if abs(signed) <= self._error_bound(state, float(state.error_bound_at(position, i))):
            signed = self._settled(state, i)
        mistake = not signed > 0  # so that NaN counts as a mistake
        learns = signed < state.rho or signed == state.rho == 0
        shrink = 1 - eta * self.lam
        state.multiplier *= shrink
        state.passed *= shrink
        if state.multiplier < TINY:
            state.fold()
        if learns:
            self._learn(state, position, i, y * signed, MISTAKE if mistake else UPDATE)
        elif mistake:  # a negative ρ lets mistakes pass
            state.record(i, 0.0, y * signed, CAPPED, scale=state.passed)
            state.passed = 1.0
        if self.nu:
            state.rho += eta * (self.nu - learns)
        return mistake

    def _learn(self, state: WholeState | TruncatedState, position: int, i: int, score: float, kind: int) -> None:
        y, eta = state.labels[i], self.rate(state.step)
        state.learn(position, i, eta / state.multiplier)
        state.bias += eta * y * self.bias
        state.record(i, eta * y, score, kind, bias_delta=eta * y * self.bias, scale=state.passed)
        state.passed = 1.0
        if isinstance(state, TruncatedState):
            if len(state.order) > self.truncate:
                point, beta = state.forget()
                state.record(point, -state.multiplier * beta, score, EVICTED)
            state.rescore(position - state.begun + 1)

    def shrinking(self, first: int, stop: int) -> float:
        if self.schedule == "constant":
            return (1 - self.eta * self.lam) ** (stop - first)
        return float(np.prod(1 - self.lam * self.eta / np.sqrt(np.arange(first + 1, stop + 1))))

    def _error_bound(self, state: WholeState | TruncatedState, error_bound: float) -> float:
        """An error bound of f, given one of the sum of its terms."""
        of_bias = self.slack(state.updates) + EPSILON * abs(state.bias) if self.bias else 0.0
        return bound(state.multiplier * error_bound + of_bias)

    def slack(self, updates: int) -> float:
        return EPSILON * updates * self.eta * updates * self.bias

    def roundings(self, updates: int, step: int) -> float:
        """One for each term added, and with λ > 0 two for each step that shrinks it."""
        return 4.0 + updates + (2.0 * step if self.lam else 0.0)

    def _settled(self, state: WholeState | TruncatedState, i: int) -> float:
        """y·f at point i, computed anew with the right sign."""
        roundings, slack = self.roundings(state.updates, state.step), self.slack(state.updates)
        if isinstance(state, TruncatedState):
            f = state.score_of(i, state.bias, state.multiplier, roundings, slack)
        else:
            beta = state.multiplier * state.coefficients()
            f = float(state.problem.score(np.array([i]), beta, state.bias, roundings, slack)[0])
        return state.labels[i] * f

    def expansion(self, state: WholeState | TruncatedState) -> Expansion:
        beta = state.multiplier * state.coefficients() + 0.0  # which turns −0 into 0
        roundings, slack = self.roundings(state.updates, state.step), self.slack(state.updates)
        return Expansion.of(beta, state.bias, roundings=roundings, slack=slack)

    def signed_decisions(self, state: WholeState | TruncatedState) -> Floats | None:
        if isinstance(state, TruncatedState):
            return None
        return state.multiplier * state.margins + state.bias * state.problem.labels

    def signed_error(self, state: WholeState | TruncatedState) -> float:
        return self._error_bound(state, state.error_bound)

    def margin(self, state: Any) -> float:
        return float(state.rho) if state.rho > 0 else 1.0

    def details(self, state: Any) -> dict[str, Any]:
        return {"rho": state.rho}

    def quantities(self, state: Any) -> dict[str, float]:
        return {"ρ": float(state.rho)} if self.nu else {}
