"""NORMA: online learning with kernels (Kivinen, Smola, Williamson 2004)."""

from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any, ClassVar

import numpy as np

from kpgui.language import _
from kpgui.learners.base import TrainingProblem, bound, limit_param
from kpgui.learners.parts.budget import begin_with_budget
from kpgui.learners.parts.margins import begin_with_margins
from kpgui.learners.parts.online import (
    CAPPED,
    EVICTED,
    MISTAKE,
    SCORE,
    UPDATE,
    VISIT,
    Stepwise,
    epochs_param,
    eta_param,
    lam_param,
)
from kpgui.learners.parts.shrinking import TINY, TruncatedState, WholeState
from kpgui.learners.parts.terms import MOST_ROWS, last_terms
from kpgui.learners.parts.workings import factor
from kpgui.model.arrays import EPSILON, Floats, Ints, frozen
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import ALWAYS, DROPS, LEARNS, CodeLine, Examined, Outcome, changed, code
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.mechanism import MOST, Bars, Mechanism
from kpgui.model.number import grouped, indexed, rounded_down, rounded_up, shown
from kpgui.model.param import param, text_of
from kpgui.model.reading import Moment
from kpgui.model.replay_state import ReplayState
from kpgui.model.updates import CHANGES, Kind

SUMMED = 1000
"""Steps whose rates are added up one by one to find ρ at an earlier step."""


def sum_of_inverse_roots(steps: int) -> float:
    """Returns Σ 1/√t for t from 1 to `steps`: term by term up to SUMMED, then by the Euler–Maclaurin formula."""
    first = min(steps, SUMMED)
    total = float((1 / np.sqrt(np.arange(1, first + 1))).sum())
    if steps > first:
        total += 2 * (sqrt(steps) - sqrt(first)) + (1 / sqrt(steps) - 1 / sqrt(first)) / 2
        total -= (steps**-1.5 - first**-1.5) / 24
    return total


OUTSIDE = "outside"
"""Branch of the pseudocode: the point is not inside the margin."""


@dataclass(frozen=True)
class Norma(Stepwise):
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

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        limit = "≤ 0" if self.rho == self.nu == 0 else "< ρ" if self.rho else _("< ρ, or both are 0")
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE + " + b" * self.bias),
            (1, ALWAYS, "t += 1,   η = η₁/√t") if self.schedule == "sqrt" else None,
            (1, ALWAYS, _("all β *= 1 − ηλ")) if self.lam else None,
            (1, ALWAYS, (_("if yᵢ·f(xᵢ) was {limit}:") if self.lam else _("if yᵢ·f(xᵢ) {limit}:")).format(limit=limit)),
            (2, LEARNS, "βᵢ += η·yᵢ" + ",   b += η·yᵢ" * self.bias),
            (2, LEARNS, _("if there are more than τ = {budget} terms:").format(budget=grouped(self.truncate)))
            if self.truncate
            else None,
            (3, DROPS, _("drop the oldest")) if self.truncate else None,
            (2, LEARNS, "ρ −= η·(1 − ν)") if self.nu else None,
            (1, OUTSIDE, "else:   ρ += η·ν") if self.nu else None,
        )

    def branches(self, examined: Examined) -> frozenset[str]:
        """A mistake above a negative ρ is not learned from."""
        found = super().branches(examined)
        return found if LEARNS in found else found | {OUTSIDE}

    def finding(self, state: Any, examined: Examined) -> str:
        rho = self._rho_at(examined.before, examined.step)
        if examined.outcome is Outcome.UPDATE:
            return _("{inequality}: inside the margin").format(inequality=examined.compared("<", rho, "ρ"))
        if examined.kind is Kind.CAPPED:
            return _("{finding}, but not below ρ = {rho}").format(
                finding=super().finding(state, examined), rho=shown(rho)
            )
        if examined.outcome is Outcome.CORRECT and rho > 0:
            return _("{inequality}: correct, outside the margin").format(inequality=examined.compared("≥", rho, "ρ"))
        return super().finding(state, examined)

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        t, y, eta, told = examined.step + 1, examined.labels[0], self.rate(examined.step), list[str]()
        if self.schedule == "sqrt":
            told.append(f"η = η₁/√t = {shown(self.eta)}/√{grouped(t)} = {shown(eta)}")
        if self.lam:
            told.append(f"1 − ηλ = 1 − {shown(eta)}·{shown(self.lam)} = {shown(1 - eta * self.lam, 6)}")
        if examined.kind in CHANGES:
            names = indexed("β", examined.point + 1), indexed("y", examined.point + 1)
            told.append(f"{names[0]} += η·{names[1]} = {shown(eta)}·{factor(y)} = {shown(eta * y)}")
        return tuple(told)

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        told: list[str] = []
        if examined.kind is not None:
            told += (*examined.change_of_alpha(), *examined.change_of_beta(), *examined.change_of_bias())
        if self.lam and examined.before.updates:
            told.append(_("older β scaled by {decay}").format(decay=shown(1 - self.lam * self.rate(examined.step))))
        for number, beta, __ in examined.evicted():
            told.append(
                _("over τ = {budget}: oldest dropped: point {number} (β = {beta})").format(
                    budget=self.truncate, number=grouped(number), beta=shown(beta)
                )
            )
        if self.nu:
            rhos = self._rho_at(examined.before, examined.step), self._rho_at(examined.after, examined.step + 1)
            told += changed("ρ", *rhos)
        return tuple(told)

    def _rho_at(self, replayed: ReplayState, step: int) -> float:
        """ρ after so many steps, the sum of its changes η(ν − σ). replayed: the totals of the log up to there."""
        if not self.nu:
            return self.rho
        rates = self.eta * (sum_of_inverse_roots(step) if self.schedule == "sqrt" else step)
        return self.rho + self.nu * rates - replayed.amount

    def mechanism(self, moment: Moment) -> Mechanism:
        """The terms by age: with a constant rate a term of age t has β = η·(1 − ηλ)^t."""
        counters, log = moment.frame.counters, moment.trace.latest(1)
        held = min(counters.updates, self.truncate) if self.truncate else counters.updates
        found = last_terms(moment, min(held, MOST))
        shrunk = self.shrinking(int(log.step[-1]) + 1, counters.step) if len(log) else 1.0
        bars = Bars.of(
            _("β of each term, the newest first"), "β", found.points[::-1], shrunk * found.values[::-1], held,
            self.eta if self.schedule == "constant" else 0.0, since=found.steps[::-1],
        )  # fmt: skip
        constant = f"1 − ηλ = {shown(1 - self.eta * self.lam, 6)}"
        factor = constant if self.schedule == "constant" else "1 − ηλ/√t"
        told = _("Every step shrinks all β by {factor}: old terms fade.").format(factor=factor)
        if not self.lam:
            told = _("With λ = 0 no step shrinks any β.")
        if self.truncate:
            dropped = max(0, counters.updates - self.truncate)
            told += _(" Only the last τ = {budget} are kept; dropped so far: {dropped}.").format(
                budget=grouped(self.truncate), dropped=grouped(dropped)
            )
        else:
            told += _(" None is dropped (τ = 0).")
        numbers: list[tuple[str, float | None]] = [(_("terms"), held)]
        if self.nu:
            numbers.append(("ρ", None if moment.trace.state is None else moment.trace.state.rho))
        if self.bias:
            numbers.append(("b", moment.frame.expansion.bias))
        if self.truncate and held == self.truncate == len(found.values):
            numbers.append((_("|β| dropped next"), abs(shrunk * float(found.values[0]))))
        return Mechanism(told, bars, tuple(numbers), frozen(self._dropped(moment), np.int64))

    def _dropped(self, moment: Moment) -> Ints:
        """Indices of the points that were dropped, as far as the log is read, and carry nothing of f now."""
        if not self.truncate:
            return np.zeros(0, np.int64)
        rows = moment.trace.latest(MOST_ROWS)
        points = np.unique(rows.point[rows.kind == EVICTED])
        return points[moment.frame.expansion.beta[points] == 0]

    def margin(self, state: Any) -> float:
        return float(state.rho) if state.rho > 0 else 1.0

    def details(self, state: Any) -> dict[str, Any]:
        return {"rho": state.rho}

    def quantities(self, state: Any) -> dict[str, float]:
        return {"ρ": float(state.rho)} if self.nu else {}

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        if self.truncate or self.nu or self.bias or (self.schedule == "sqrt" and not self.lam):
            return Guarantee(f"{self._unproved()}{self._truncation(circumstances.largest)}", False)
        falling, square = self.schedule == "sqrt", circumstances.largest
        if falling:
            most = square * (2 / self.eta / self.lam / self.lam + 4 * self.eta)
            if not isfinite(most):
                return Guarantee(_("No bound on the loss that is a number here: η or λ is next to 0."), False)
            excess = f"{rounded_up(most)}/√t"
        else:
            rest = rounded_up((2 if self.lam else 0.5) * self.eta * square)
            excess = f"‖g‖²/({rounded_down(2 * self.eta)}·t) + {rest}"
        return Guarantee(
            _(
                "λ/2·‖f‖² + max(0, ρ − y·f(x)) on the point of the step, both before it, is in the mean "
                "over t steps at most {excess} more than the same of any fixed g (after Kivinen, Smola, "
                "Williamson 2004)."
            ).format(excess=excess)
        )

    def _unproved(self) -> str:
        """The reason why there is no bound on the loss."""
        if self.truncate:
            return _("No bound on the loss: it is proved for runs that keep all terms.")
        if self.nu or self.bias:
            return _("No bound on the loss: it is proved for a fixed margin ρ and without a bias.")
        return _("No bound on the loss: at rates that fall as η/√t it is proved for λ > 0.")

    def _truncation(self, largest: float) -> str:
        """A bound of what truncation drops at a constant rate; at a falling one it may be as large as f itself, R/λ."""
        if not self.truncate or not self.lam or self.schedule == "sqrt":
            return ""
        error = (1 - self.eta * self.lam) ** self.truncate * sqrt(largest) / self.lam
        if not isfinite(error):
            return ""
        return _(
            " But what this run has dropped has at every step a norm of at most (1 − ηλ)^τ·R/λ = "
            "{error} (Kivinen, Smola, Williamson 2004)."
        ).format(error=rounded_up(error, 3))
