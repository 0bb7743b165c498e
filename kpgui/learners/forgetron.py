"""The forgetron (Dekel, Shalev-Shwartz, Singer 2008)."""

from array import array
from dataclasses import dataclass, field
from math import copysign, log, sqrt
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
from kpgui.learners.parts.workings import factor, growth, x
from kpgui.model.arrays import frozen
from kpgui.model.explanation import ALWAYS, DROPS, LEARNS, CodeLine, Examined, code
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.mechanism import Bars, Mechanism
from kpgui.model.number import grouped, indexed, rounded_down, rounded_up, shown
from kpgui.model.param import param
from kpgui.model.reading import Moment

DAMAGE_SHARE = 15 / 32
"""The damage Q that shrinking and evicting does is kept below this share of the number of mistakes."""

LEAST_BUDGET = 83
"""The smallest budget for which the mistake bound is proved: below it one eviction may cost more than DAMAGE_SHARE."""

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
class Forgetron(Budgeted):
    """A kernel perceptron with at most B support vectors: beyond that, a mistake shrinks all by φ and drops the oldest.

    Self-tuned: φ is the largest factor that keeps the damage Q ≤ 15/32 of the mistakes. Basic: φ depends on the budget
    alone, except that it also keeps ‖f‖ ≤ U = ¼·√((B + 1) / ln(B + 1)).
    """

    key = "forgetron"
    title = "Forgetron"
    formula = "at a mistake: f += y·K(x, ·);   over budget: f *= φ, drop the oldest"

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
        state.Q += _damage(s, mu, phi)
        state.beta *= phi
        dropped = state.drop(0)
        state.square = phi * phi * state.square - 2 * dropped * phi * f + dropped * dropped * float(column[0])
        state.phi.append(phi)
        state.evicted.append(point)
        state.record(point, -dropped, score, EVICTED, scale=phi)

    def _self_tuned(self, state: ForgetronState, s: float, mu: float) -> float:
        """The largest φ ≤ 1 that keeps Q ≤ 15/32·M. s: |β| of the support vector evicted; mu: sgn(β)·f at it.

        The root of aφ² + bφ + c is computed without cancellation and without dividing by a, which may be 0.
        """
        limit = DAMAGE_SHARE * state.updates
        a, b, c = s * s - 2 * s * mu, 2 * s, state.Q - limit
        phi = 1.0 if a + b + c <= 0 else -2 * c / (b + sqrt(max(0.0, b * b - 4 * a * c)))
        while state.Q + _damage(s, mu, phi) > limit and phi > 0:  # rounding
            phi *= ONE_ULP_BELOW
        return phi

    def _basic(self, state: ForgetronState) -> float:
        size = self.budget + 1
        norm = sqrt(max(0.0, state.square))
        state.norms.append(norm)
        shrink = size ** (-1 / (2 * size))
        return min(shrink, _largest_norm(self.budget) / norm) if norm > 0 else shrink

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        tuned = self.variant == "self_tuned"
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, _("if yᵢ·f(xᵢ) ≤ 0:")),
            (2, LEARNS, _("M += 1,   append yᵢ·K(xᵢ, ·)")) if tuned else (2, LEARNS, _("append yᵢ·K(xᵢ, ·)")),
            (2, LEARNS, _("if there are more than {budget} terms:").format(budget=grouped(self.budget))),
            (3, DROPS, _("r = the oldest,   s = |βᵣ|,   μ = sgn(βᵣ)·f(xᵣ)")) if tuned else None,
            (3, DROPS, "Q(φ) = Q + (sφ)² + 2sφ − 2sφ²μ") if tuned else None,
            (3, DROPS, _("φ = largest ≤ 1 with Q(φ) ≤ 15/32·M")) if tuned else None,
            None if tuned else (3, DROPS, "φ = min((B + 1)^(−1/(2B + 2)), U/‖f‖)"),
            (3, DROPS, ("Q = Q(φ),   " if tuned else "") + _("all β *= φ,   drop the oldest")),
        )

    def workings(self, state: ForgetronState, examined: Examined) -> tuple[str, ...]:
        """With φ and what it follows from: β of the oldest term and f at its point, both before the shrinking."""
        if examined.kind is None:
            return ()
        told = [growth(state, examined.point)]
        for number, dropped, phi in examined.evicted():
            r, beta, symbol = number - 1, dropped / phi if phi else 0.0, indexed("β", number)
            points = np.append(examined.f.support, examined.point)
            weights = np.append(examined.f.beta[examined.f.support], examined.labels[0])
            f = float(state.problem.block(np.array([r]), points)[0] @ weights)
            s, mu = abs(beta), copysign(1.0, beta) * f
            if self.variant == "self_tuned":
                limit = f"15/32·{grouped(examined.after.updates)} = {shown(DAMAGE_SHARE * examined.after.updates)}"
                told += (
                    f"r = {grouped(number)}:  s = |{symbol}| = {shown(s)},  μ = sgn({symbol})·f({x(r)}) = "
                    f"{factor(copysign(1.0, beta))}·{factor(f)} = {shown(mu)}",
                    _("φ = {phi}: the most at which Q stays ≤ 15/32·M = {limit}").format(phi=shown(phi), limit=limit),
                    f"Q += (sφ)² + 2sφ − 2sφ²μ = {shown(_damage(s, mu, phi))}",
                )
            else:
                shrink, size = (self.budget + 1) ** (-1 / (2 * (self.budget + 1))), self.budget + 1
                norm = state.norms[examined.after.updates - size]  # every mistake over budget evicts
                limit = f"{shown(_largest_norm(self.budget))}/{shown(norm)}"
                told.append(f"φ = min({size}^(−1/{2 * size}), U/‖f‖) = min({shown(shrink)}, {limit}) = {shown(phi)}")
        return tuple(told)

    def changes(self, state: ForgetronState, examined: Examined) -> tuple[str, ...]:
        forgotten = tuple(
            _("over B = {budget}: all β scaled by φ = {phi}, oldest dropped: point {number} (β = {beta})").format(
                budget=self.budget, phi=shown(phi), number=grouped(number), beta=shown(beta)
            )
            for number, beta, phi in examined.evicted()
        )
        return (*super().changes(state, examined), *forgotten)

    def mechanism(self, moment: Moment) -> Mechanism:
        """The queue. Whatever the variant, a term's coefficient is ±1 times every φ since it was added."""
        mistakes = moment.frame.counters.updates
        held, forgotten = min(mistakes, self.budget), max(0, mistakes - self.budget)
        queue, last = last_terms(moment, held), last_dropped(moment)
        if last is not None:
            told = _(
                "The last mistake shrank all β by φ = {phi} and forgot the oldest term, of point {point}; "
                "forgotten so far: {forgotten}."
            ).format(phi=shown(last[1]), point=grouped(last[0]), forgotten=grouped(forgotten))
        else:
            told = _(
                "Nothing forgotten: {held} of B = {budget} terms. Beyond B, every mistake shrinks all β by φ and "
                "forgets the oldest; lower B to see it."
            ).format(budget=grouped(self.budget), held=grouped(held))
        newest = _("the newest {count}, ").format(count=grouped(len(queue.points))) if len(queue.points) < held else ""
        title = _("The queue: {newest}the next to go first").format(newest=newest)
        limit = DAMAGE_SHARE * mistakes
        state = moment.trace.state
        terms = (_("terms, of at most {budget}").format(budget=grouped(self.budget)), float(held))
        damage = ((_("damage Q"), None if state is None else state.Q), (_("its limit 15/32·mistakes"), limit))
        return Mechanism(
            told,
            Bars.of(title, "β", queue.points, queue.values, held, 1.0, since=queue.steps),
            (terms, *damage) if self.variant == "self_tuned" else (terms,),
            frozen(gone(moment), np.int64),
        )

    def details(self, state: Any) -> dict[str, Any]:
        evictions = {"phi": np.array(state.phi), "evicted": np.array(state.evicted, np.int64)}
        return {**super().details(state), **evictions, "Q": state.Q, "budget": self.budget}

    def quantities(self, state: ForgetronState) -> dict[str, float]:
        return {_("Q / mistakes"): state.Q / max(1, state.updates)} if self.variant == "self_tuned" else {}

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        if circumstances.largest > 1:
            return too_large(circumstances.largest)
        if self.budget < LEAST_BUDGET:
            return Guarantee(
                _("No bound here: it is proved for budgets from {least} on.").format(least=LEAST_BUDGET),
                False,
            )
        early = f" + {rounded_up(_early_damage(self.budget))}" if self.variant == "basic" else ""
        return Guarantee(
            _(
                "At most 2‖g‖² + 4·(hinge loss of g, summed over the steps){early} mistakes against every g with ‖g‖ "
                "≤ U = {norm} (Dekel, Shalev-Shwartz, Singer 2008)."
            ).format(early=early, norm=rounded_down(_largest_norm(self.budget)))
        )


def _damage(s: float, mu: float, phi: float) -> float:
    """(sφ)² + 2sφ − 2sφ²μ: what shrinking by φ and evicting a support vector adds to Q."""
    return (s * s - 2 * s * mu) * phi * phi + 2 * s * phi


def _early_damage(budget: int) -> float:
    """What the first B evictions of the basic variant may add to the mistake bound (see docs/theory.md).

    The first support vectors evicted have been shrunk fewer than B + 1 times, the k-th of them k times, and so do more
    damage than later ones: at most φᵏ(φᵏ + 2 + 2U) each. After m of them the bound covers 15/32·(B + m), and the excess
    is largest after the last m that does more than 15/32.
    """
    shrink, half = (budget + 1) ** (-1 / (2 * (budget + 1))), 1 + _largest_norm(budget)
    m = min(budget, int(log(sqrt(half * half + DAMAGE_SHARE) - half) / log(shrink)))
    once, twice = (step * (1 - step**m) / (1 - step) for step in (shrink, shrink * shrink))
    return max(0.0, 2 * (twice + 2 * half * once - DAMAGE_SHARE * (budget + m)))


def _largest_norm(budget: int) -> float:
    """U = ¼·√((B + 1) / ln(B + 1)), the largest norm of the competitors g in the mistake bound."""
    return 0.25 * sqrt((budget + 1) / log(budget + 1))
