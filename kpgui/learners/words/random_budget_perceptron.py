"""What the random budget perceptron says of itself."""

from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import SCORE, VISIT
from kpgui.learners.words.numbers import gone, growth, last_dropped, last_terms, too_large
from kpgui.learners.words.questions import coefficient, line, mistake, yes_or_no
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
from kpgui.model.param import grouped, rounded_down, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment


class RandomBudgetPerceptronWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    budget: int

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, _("if yᵢ·f(xᵢ) ≤ 0:")),
            (2, LEARNS, _("if there are {budget} terms:").format(budget=grouped(self.budget))),
            (3, DROPS, _("drop one of them at random")),
            (2, LEARNS, _("append yᵢ·K(xᵢ, ·)")),
        )

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        chance = (_("each of {budget} terms is dropped with chance 1/{budget}").format(budget=grouped(self.budget)),)
        return (growth(state, examined.point), *(chance if examined.evicted() else ()))

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        drops = yes_or_no(
            "drops", _("is a term dropped?"), bool(examined.evicted()), line(self, DROPS), examined.points
        )
        full = (drops,) if examined.before.updates >= self.budget else ()
        return mistake(self, examined), *full, *coefficient(self, examined, 1.0)

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        dropped = tuple(
            _("over B = {budget}: dropped at random: point {number} (β = {beta})").format(
                budget=self.budget, number=grouped(number), beta=shown(beta)
            )
            for number, beta, __ in examined.evicted()
        )
        return (*super().changes(state, examined), *dropped)

    def mechanism(self, moment: Moment) -> Mechanism:
        """The support vectors, by when each was added last; several terms of one point count together."""
        mistakes, beta = moment.frame.counters.updates, moment.frame.expansion.beta
        held, forgotten = min(mistakes, self.budget), max(0, mistakes - self.budget)
        added, last = last_terms(moment, mistakes), last_dropped(moment)
        since = np.zeros(len(beta), np.int64)
        since[added.points] = added.steps  # of a point added several times the last one stays
        support = moment.frame.expansion.support
        order = support[np.argsort(since[support], kind="stable")]
        if last is not None:
            text = _(
                "The last mistake dropped a term at random, of point {point}; dropped so far: "
                "{forgotten}. Each has the same chance to be next."
            ).format(point=grouped(last[0]), forgotten=grouped(forgotten))
        else:
            text = _("Beyond B = {budget} terms, every mistake drops one at random.").format(
                budget=grouped(self.budget)
            )
        title = _("β by point, the last added at the end")
        bars = Bars.of(title, "β", order, beta[order], since=since[order])
        terms = (_("terms, of at most {budget}").format(budget=grouped(self.budget)), float(held))
        return Mechanism(text, bars, (terms,), frozen(gone(moment), np.int64))

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        if circumstances.largest > 1:
            return too_large(circumstances.largest)
        return Guarantee(
            _(
                "In the mean over its random choices at most 4·(‖g‖² + hinge loss of g, summed over the steps) "
                "mistakes against every g with ‖g‖² ≤ B/2 = {half} (after Cavallanti, Cesa-Bianchi, Gentile 2007). "
                "A single run may make more, and need not converge."
            ).format(half=rounded_down(self.budget / 2))
        )
