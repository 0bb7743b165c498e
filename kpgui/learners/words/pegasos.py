"""What Pegasos says of itself."""

from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import SCORE, VISIT
from kpgui.learners.words.numbers import factor, loss_bars, losses, mean_loss
from kpgui.learners.words.questions import coefficient, mistake, scaling
from kpgui.model.explanation import (
    ALWAYS,
    INDEFINITE,
    LEARNS,
    Circumstances,
    CodeLine,
    Examined,
    Guarantee,
    Mechanism,
    Outcome,
    code,
)
from kpgui.model.param import grouped, indexed, rounded_up, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment


class PegasosWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    lam: float

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, _("t += 1,   all β *= 1 − 1/t")),
            (1, ALWAYS, _("if yᵢ·f(xᵢ) was < 1:")),
            (2, LEARNS, "βᵢ += yᵢ / (λt)"),
        )

    def finding(self, state: Any, examined: Examined) -> str:
        if examined.outcome is Outcome.CORRECT:
            return _("{inequality}: correct, outside the margin").format(inequality=examined.compared("≥", 1))
        if examined.outcome is Outcome.UPDATE:
            return _("{inequality}: inside the margin").format(inequality=examined.compared("<", 1))
        return super().finding(state, examined)

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        t, y, number = examined.step + 1, examined.labels[0], examined.point + 1
        rate = f"ηₜ = 1/(λt) = 1/({shown(self.lam)}·{grouped(t)}) = {shown(1 / (self.lam * t))}"
        lines = (f"t = {grouped(t)}:  1 − 1/t = {shown(1 - 1 / t)}",)
        if examined.kind is None:
            return lines
        added = f"{indexed('β', number)} += ηₜ·{indexed('y', number)}"
        return (*lines, rate, f"{added} = {shown(1 / (self.lam * t))}·{factor(y)} = {shown(y / (self.lam * t))}")

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        t = examined.step + 1
        asked = mistake(self, examined, margin=True), *coefficient(self, examined, 1 / (self.lam * t))
        if not examined.before.updates:
            return asked
        rule = next(each.text.strip() for each in self.pseudocode if "1/t" in each.text)
        return *asked, *scaling(examined, 1 - 1 / t, (1 / t, 1 / (t + 1)), rule)

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        learned = (*examined.change_of_alpha(), *examined.change_of_beta()) if examined.kind is not None else ()
        shrunk = (
            (_("older β scaled by {decay}").format(decay=shown(1 - 1 / (examined.step + 1))),)
            if examined.before.updates
            else ()
        )
        return (*learned, *shrunk)

    def mechanism(self, moment: Moment) -> Mechanism:
        """The objective that it descends on, in its two parts, and the losses of which the second one is the mean."""
        step, state, beta = moment.frame.counters.step, moment.trace.state, moment.frame.expansion.beta
        found = half = objective = None
        if state is not None:
            margins = state.margins / (self.lam * max(1, step))
            found = losses(moment, margins)
            half = float(self.lam / 2 * np.abs(beta) @ margins)  # ‖f‖² = Σ β·f(x), and β has the sign of y
        mean = mean_loss(moment, found)
        if half is not None and mean is not None:
            objective = half + mean
        text = _(
            "Each step goes down the slope of λ/2·‖f‖² + the loss of its point, by 1/(λt): bold at "
            "first, smaller and smaller later."
        )
        numbers = ("λ/2·‖f‖²", half), (_("mean loss"), mean), (_("objective, their sum"), objective)
        rate = ((_("rate 1/(λt)"), 1 / (self.lam * step)),) if step and state is not None else ()
        return Mechanism(text, loss_bars(moment, found), (*numbers, *rate))

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        return Guarantee(
            _(
                "λ/2·‖f‖² + hinge loss on the point of the step, both before it, is in the mean over t "
                "steps at most {factor}·(1 + ln t)/t more than the same of any fixed g (Shalev-Shwartz, "
                "Singer, Srebro, Cotter 2011)."
            ).format(factor=rounded_up(2 * circumstances.largest / self.lam))
        )
