"""What NORMA says of itself."""

from abc import abstractmethod
from math import isfinite, sqrt
from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import (
    EVICTED,
    SCORE,
    VISIT,
)
from kpgui.learners.words.numbers import MOST_ROWS, factor, last_terms
from kpgui.learners.words.questions import coefficient, dropping, mistake, scaling
from kpgui.model.arrays import Ints, frozen
from kpgui.model.explanation import (
    ALWAYS,
    DROPS,
    INDEFINITE,
    LEARNS,
    MOST,
    Bars,
    Circumstances,
    CodeLine,
    Examined,
    Guarantee,
    Mechanism,
    Outcome,
    changed,
    code,
)
from kpgui.model.param import grouped, indexed, rounded_down, rounded_up, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment
from kpgui.model.updates import CHANGES, Kind, ReplayState

SUMMED = 1000
"""Steps whose rates are added up one by one to find ρ at an earlier step."""

OUTSIDE = "outside"
"""Branch of the pseudocode: the point is not inside the margin."""


class NormaWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    eta: float
    lam: float
    rho: float
    nu: float
    truncate: int
    schedule: str
    bias: bool

    @abstractmethod
    def rate(self, step: int) -> float:
        """η of this step, from 0."""

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
        t, y, eta, lines = examined.step + 1, examined.labels[0], self.rate(examined.step), list[str]()
        if self.schedule == "sqrt":
            lines.append(f"η = η₁/√t = {shown(self.eta)}/√{grouped(t)} = {shown(eta)}")
        if self.lam:
            lines.append(f"1 − ηλ = 1 − {shown(eta)}·{shown(self.lam)} = {shown(1 - eta * self.lam, 6)}")
        if examined.kind in CHANGES:
            names = indexed("β", examined.point + 1), indexed("y", examined.point + 1)
            lines.append(f"{names[0]} += η·{names[1]} = {shown(eta)}·{factor(y)} = {shown(eta * y)}")
        return tuple(lines)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        """Also by what older terms fade, and which is dropped."""
        eta = self.rate(examined.step)
        asked = mistake(self, examined, margin=True), *coefficient(self, examined, eta)
        if self.lam and examined.before.updates:
            rule = next(each.text.strip() for each in self.pseudocode if "1 − ηλ" in each.text)
            asked = *asked, *scaling(examined, 1 - eta * self.lam, (1 - eta, eta * self.lam), rule)
        return *asked, *(dropping(self, examined, self.truncate) if self.truncate else ())

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        lines: list[str] = []
        if examined.kind is not None:
            lines += (*examined.change_of_alpha(), *examined.change_of_beta(), *examined.change_of_bias())
        if self.lam and examined.before.updates:
            lines.append(_("older β scaled by {decay}").format(decay=shown(1 - self.lam * self.rate(examined.step))))
        for number, beta, __ in examined.evicted():
            lines.append(
                _("over τ = {budget}: oldest dropped: point {number} (β = {beta})").format(
                    budget=self.truncate, number=grouped(number), beta=shown(beta)
                )
            )
        if self.nu:
            rhos = self._rho_at(examined.before, examined.step), self._rho_at(examined.after, examined.step + 1)
            lines += changed("ρ", *rhos)
        return tuple(lines)

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
        text = _("Every step shrinks all β by {factor}: old terms fade.").format(factor=factor)
        if not self.lam:
            text = _("With λ = 0 no step shrinks any β.")
        if self.truncate:
            dropped = max(0, counters.updates - self.truncate)
            text += _(" Only the last τ = {budget} are kept; dropped so far: {dropped}.").format(
                budget=grouped(self.truncate), dropped=grouped(dropped)
            )
        else:
            text += _(" None is dropped (τ = 0).")
        numbers: list[tuple[str, float | None]] = [(_("terms"), held)]
        if self.nu:
            numbers.append(("ρ", None if moment.trace.state is None else moment.trace.state.rho))
        if self.bias:
            numbers.append(("b", moment.frame.expansion.bias))
        if self.truncate and held == self.truncate == len(found.values):
            numbers.append((_("|β| dropped next"), abs(shrunk * float(found.values[0]))))
        return Mechanism(text, bars, tuple(numbers), frozen(self._dropped(moment), np.int64))

    def _dropped(self, moment: Moment) -> Ints:
        """Indices of the points that were dropped, as far as the log is read, and carry nothing of f now."""
        if not self.truncate:
            return np.zeros(0, np.int64)
        rows = moment.trace.latest(MOST_ROWS)
        points = np.unique(rows.point[rows.kind == EVICTED])
        return points[moment.frame.expansion.beta[points] == 0]

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


def sum_of_inverse_roots(steps: int) -> float:
    """Returns Σ 1/√t for t from 1 to `steps`: term by term up to SUMMED, then by the Euler–Maclaurin formula."""
    first = min(steps, SUMMED)
    total = float((1 / np.sqrt(np.arange(1, first + 1))).sum())
    if steps > first:
        total += 2 * (sqrt(steps) - sqrt(first)) + (1 / sqrt(steps) - 1 / sqrt(first)) / 2
        total -= (steps**-1.5 - first**-1.5) / 24
    return total
