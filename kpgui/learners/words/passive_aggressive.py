"""What the passive-aggressive learner says of itself."""

from typing import Any

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import SCORE, VISIT
from kpgui.learners.words.numbers import factor, loss_bars, losses, mean_loss, similarity, x
from kpgui.learners.words.questions import coefficient, mistake
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
from kpgui.model.param import indexed, rounded_up, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment


class PassiveAggressiveWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    C: float
    variant: str

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        softer = self.variant == "PA-II"
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, "ℓ = 1 − yᵢ·f(xᵢ)"),
            (1, ALWAYS, _("if ℓ > 0:")),
            (2, LEARNS, "τ = ℓ / (K(xᵢ, xᵢ) + 1/(2C))" if softer else "τ = min(C, ℓ / K(xᵢ, xᵢ))"),
            (2, LEARNS, "βᵢ += τ·yᵢ"),
        )

    def finding(self, state: Any, examined: Examined) -> str:
        if examined.outcome is Outcome.CORRECT:
            return _("{inequality}: correct, no loss").format(inequality=examined.compared("≥", 1))
        if examined.outcome is Outcome.UPDATE:
            return _("{inequality}: inside the margin").format(inequality=examined.compared("<", 1))
        return super().finding(state, examined)

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        i, y = examined.point, examined.labels[0]
        symbol = indexed("y", i + 1)
        loss = 0.0 if examined.kind is None else max(0.0, 1 - examined.margin)  # a rounding residue is not a loss
        lines = (f"ℓ = max(0, 1 − {symbol}·f({x(i)})) = max(0, 1 − {factor(examined.margin)}) = {shown(loss)}",)
        if examined.kind is None:
            return lines
        tau, square, name = abs(float(examined.rows.delta[0])), similarity(state, i, i), f"K({x(i)}, {x(i)})"
        if self.variant == "PA-II":
            name = name if square >= 0 else f"max(0, {name})"
            rule = f"ℓ / ({name} + 1/(2C)) = {shown(loss)} / ({shown(max(0.0, square))} + {shown(0.5 / self.C)})"
        else:
            rule = f"min(C, ℓ / {name}) = min({shown(self.C)}, {shown(loss)} / {shown(square)})"
        ruled = f"τ = {rule} = {shown(tau)}"
        if self.variant == "PA-I" and square <= 0:  # ℓ/K is not defined, and any τ leaves f(xᵢ) as it is
            ruled = _("τ = C = {C}, as {name} = {square}").format(C=shown(self.C), name=name, square=shown(square))
        added = f"{indexed('β', i + 1)} += τ·{symbol} = {shown(tau)}·{factor(y)} = {shown(tau * y)}"
        return (*lines, ruled, added)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        return mistake(self, examined, margin=True), *coefficient(self, examined, min(self.C, 1.0))

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        rule = _("for its loss ℓ = {loss}, τ = {tau}").format(
            loss=shown(1 - examined.margin), tau=shown(abs(float(examined.rows.delta[0])))
        )
        return (*examined.change_of_alpha(), *examined.change_of_beta(), rule)

    def mechanism(self, moment: Moment) -> Mechanism:
        """The loss of the last step and the τ that it gave, and the losses of all points now."""
        step, state, rows = moment.frame.counters.step, moment.trace.state, moment.trace.latest(1)
        found = None if state is None else losses(moment, state.margins)
        text = _(
            "Without a loss a step is passive: nothing changes. With one it changes f just so far "
            "that y·f = 1 at its point, or as far as C allows."
        )
        last = len(rows) and rows.step[0] == step - 1
        loss = 1 - float(moment.session.dataset.labels[rows.point[0]] * rows.score[0]) if last else 0.0
        tau = abs(float(rows.delta[0])) if last else 0.0
        numbers = (
            (_("loss ℓ of the last step"), loss),
            (_("τ of the last step"), tau),
            (_("mean loss now"), mean_loss(moment, found)),
        )
        return Mechanism(text, loss_bars(moment, found), numbers if step else ())

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        radius = circumstances.largest
        if self.variant == "PA-I":
            factor, loss = max(radius, 1 / self.C), _("hinge loss")
        else:
            factor, loss = radius + 0.5 / self.C, _("squared hinge loss")
        return Guarantee(
            _(
                "At most {factor}·(‖g‖² + {twice}·({loss} of g, summed over the steps)) mistakes against every g "
                "(Crammer, Dekel, Keshet, Shalev-Shwartz, Singer 2006)."
            ).format(factor=rounded_up(factor), twice=rounded_up(2 * self.C), loss=loss)
        )
