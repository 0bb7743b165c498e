"""What the kernel perceptron says of itself."""

from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import SCORE, VISIT
from kpgui.learners.words.numbers import factor, growth, novikoff
from kpgui.learners.words.questions import coefficient, mistake
from kpgui.model.explanation import (
    ALWAYS,
    LEARNS,
    MISTAKE,
    Bars,
    Circumstances,
    CodeLine,
    Examined,
    Guarantee,
    Mechanism,
    code,
)
from kpgui.model.param import grouped, indexed, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment
from kpgui.model.updates import Kind


class KernelPerceptronWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    bias: bool
    eta: float
    decay: float
    decay_on: str
    alpha_cap: int

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        bias, decays, cap = self.bias, self.decay < 1, self.alpha_cap
        shrinking = (_("all β and b *= {decay}") if bias else _("all β *= {decay}")).format(decay=shown(self.decay))
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE + " + b" * bias),
            (1, ALWAYS, shrinking) if decays and self.decay_on == "step" else None,
            (1, ALWAYS, self.decided("f(xᵢ)", _("if yᵢ·f(xᵢ) was ≤ 0:") if decays else _("if yᵢ·f(xᵢ) ≤ 0:"))),
            (2, MISTAKE, _("if αᵢ < {cap}:").format(cap=grouped(cap))) if cap else None,
            (3 if cap else 2, LEARNS, shrinking) if decays and self.decay_on == "update" else None,
            (3 if cap else 2, LEARNS, "αᵢ += 1,   βᵢ += η·yᵢ"),
            (3 if cap else 2, LEARNS, "b += η·yᵢ") if bias else None,
        )

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        if examined.kind is not Kind.MISTAKE:
            return ()
        i, y = examined.point, examined.labels[0]
        added = indexed("β", i + 1), indexed("y", i + 1), f"{shown(self.eta)}·{factor(y)} = {shown(self.eta * y)}"
        grows = (growth(state, i, self.eta, self.bias),) if self.decay == 1 else ()
        return (f"{added[0]} += η·{added[1]} = {added[2]}", *grows)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        return mistake(self, examined), *coefficient(self, examined, self.eta)

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        learned = super().changes(state, examined)
        if examined.kind is Kind.CAPPED:
            learned = (
                _("{name} stays at its cap, {cap}").format(name=indexed("α", examined.point + 1), cap=self.alpha_cap),
            )
        decays = self.decay_on == "step" or examined.kind is Kind.MISTAKE
        if self.decay < 1 and decays and (examined.before.updates or self.conventions.starts):
            return (*learned, _("older β scaled by {decay}").format(decay=shown(self.decay)))
        return learned

    def mechanism(self, moment: Moment) -> Mechanism:
        """α as counts; with decay β, which then does not follow from them."""
        counters, f = moment.frame.counters, moment.frame.expansion
        if self.decay < 1:
            by_step = self.decay_on == "step"
            text = (
                _("Every update adds its point to f, and every step shrinks all β by {decay}.")
                if by_step
                else _("Every update adds its point to f, and every update shrinks all β by {decay}.")
            ).format(decay=shown(self.decay))
            bars = Bars.largest(_("|β|, the largest first"), "β", f.beta)
        else:
            text = _("α counts the mistakes on each point, and that is all that f remembers: β = η·α·y.")
            if self.alpha_cap:
                text = _(
                    "α counts the mistakes on each point, at most {cap}, and that is all that f remembers: β = η·α·y."
                )
                text = text.format(cap=grouped(self.alpha_cap))
            if self.conventions.starts:
                text = _("α is where it started and counts each point's mistakes; f remembers β = η·α·y alone.")
            bars = Bars.largest(_("α: mistakes on each point, most first"), "α", counters.alpha.astype(np.float64))
        bias = (("b", f.bias),) if self.bias else ()
        return Mechanism(
            text, bars, ((_("mistakes"), counters.mistakes), (_("support vectors"), len(f.support)), *bias)
        )

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if self.decay < 1:
            return Guarantee(
                _("No bound here: with decay, mistakes are forgotten and may be made again without end."), False
            )
        if self.alpha_cap:
            return Guarantee(_("No bound here: a point whose α is at its cap may stay mistaken."), False)
        return novikoff(circumstances, self.bias, self.conventions)
