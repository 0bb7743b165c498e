"""What the forgetron says of itself."""

from math import copysign, log, sqrt
from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.budget import DAMAGE_SHARE, damage, largest_norm
from kpgui.learners.parts.online import SCORE, VISIT
from kpgui.learners.words.numbers import factor, gone, growth, last_dropped, last_terms, too_large, x
from kpgui.learners.words.questions import coefficient, dropping, line, mistake, scaling
from kpgui.model.arrays import frozen
from kpgui.model.explanation import (
    ALWAYS,
    DROPS,
    INDEFINITE,
    LEARNS,
    Bars,
    Circumstances,
    CodeLine,
    Examined,
    Guarantee,
    Mechanism,
    code,
)
from kpgui.model.param import grouped, indexed, rounded_down, rounded_up, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment

LEAST_BUDGET = 83
"""The smallest budget for which the mistake bound is proved: below it one eviction may cost more than DAMAGE_SHARE."""


class ForgetronWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    budget: int
    variant: str

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

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        """With φ and what it follows from: β of the oldest term and f at its point, both before the shrinking."""
        if examined.kind is None:
            return ()
        lines = [growth(state, examined.point)]
        for number, dropped, phi in examined.evicted():
            r, beta, symbol = number - 1, dropped / phi if phi else 0.0, indexed("β", number)
            points = np.append(examined.f.support, examined.point)
            weights = np.append(examined.f.beta[examined.f.support], examined.labels[0])
            f = float(state.problem.block(np.array([r]), points)[0] @ weights)
            s, mu = abs(beta), copysign(1.0, beta) * f
            if self.variant == "self_tuned":
                limit = f"15/32·{grouped(examined.after.updates)} = {shown(DAMAGE_SHARE * examined.after.updates)}"
                lines += (
                    f"r = {grouped(number)}:  s = |{symbol}| = {shown(s)},  μ = sgn({symbol})·f({x(r)}) = "
                    f"{factor(copysign(1.0, beta))}·{factor(f)} = {shown(mu)}",
                    _("φ = {phi}: the most at which Q stays ≤ 15/32·M = {limit}").format(phi=shown(phi), limit=limit),
                    f"Q += (sφ)² + 2sφ − 2sφ²μ = {shown(damage(s, mu, phi))}",
                )
            else:
                shrink, size = (self.budget + 1) ** (-1 / (2 * (self.budget + 1))), self.budget + 1
                norm = state.norms[examined.after.updates - size]  # every mistake over budget evicts
                limit = f"{shown(largest_norm(self.budget))}/{shown(norm)}"
                lines.append(f"φ = min({size}^(−1/{2 * size}), U/‖f‖) = min({shown(shrink)}, {limit}) = {shown(phi)}")
        return tuple(lines)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        """Also who is dropped, and by what factor all the others fade for that."""
        phi = [
            question
            for *__, factor in examined.evicted()
            for question in scaling(examined, factor, (factor**2, 0.5 * factor), line(self, DROPS))
        ]
        asked = dropping(self, examined, self.budget)
        return mistake(self, examined), *asked, *phi, *coefficient(self, examined, 1.0)

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
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
            text = _(
                "The last mistake multiplied all β by φ = {phi} and forgot the oldest term, of point {point}; "
                "forgotten so far: {forgotten}."
            ).format(phi=shown(last[1]), point=grouped(last[0]), forgotten=grouped(forgotten))
        else:
            text = _(
                "Nothing forgotten: {held} of B = {budget} terms. Beyond B, every mistake multiplies all β by φ and "
                "forgets the oldest; lower B to see it."
            ).format(budget=grouped(self.budget), held=grouped(held))
        newest = _("the newest {count}, ").format(count=grouped(len(queue.points))) if len(queue.points) < held else ""
        title = _("The queue: {newest}the next to go first").format(newest=newest)
        limit = DAMAGE_SHARE * mistakes
        state = moment.trace.state
        terms = (_("terms, of at most {budget}").format(budget=grouped(self.budget)), float(held))
        damage = ((_("damage Q"), None if state is None else state.Q), (_("its limit 15/32·mistakes"), limit))
        return Mechanism(
            text,
            Bars.of(title, "β", queue.points, queue.values, held, 1.0, since=queue.steps),
            (terms, *damage) if self.variant == "self_tuned" else (terms,),
            frozen(gone(moment), np.int64),
        )

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
            ).format(early=early, norm=rounded_down(largest_norm(self.budget)))
        )


def _early_damage(budget: int) -> float:
    """What the first B evictions of the basic variant may add to the mistake bound (see docs/theory.md).

    The first support vectors evicted have been shrunk fewer than B + 1 times, the k-th of them k times, and so do more
    damage than later ones: at most φᵏ(φᵏ + 2 + 2U) each. After m of them the bound covers 15/32·(B + m), and the excess
    is largest after the last m that does more than 15/32.
    """
    shrink, half = (budget + 1) ** (-1 / (2 * (budget + 1))), 1 + largest_norm(budget)
    m = min(budget, int(log(sqrt(half * half + DAMAGE_SHARE) - half) / log(shrink)))
    once, twice = (step * (1 - step**m) / (1 - step) for step in (shrink, shrink * shrink))
    return max(0.0, 2 * (twice + 2 * half * once - DAMAGE_SHARE * (budget + m)))
