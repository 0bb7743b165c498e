"""Pegasos with a kernel (Shalev-Shwartz, Singer, Srebro, Cotter 2011), without the projection."""

from dataclasses import dataclass

import numpy as np

from kpgui.language import _
from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.losses import loss_bars, losses, mean_loss
from kpgui.learners.parts.margins import MarginState, WithMargins, begin_with_margins
from kpgui.learners.parts.online import MISTAKE, SCORE, UPDATE, VISIT, Stepwise, epochs_param, lam_param
from kpgui.learners.parts.workings import factor
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import ALWAYS, LEARNS, CodeLine, Examined, Outcome, code
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.mechanism import Mechanism
from kpgui.model.number import grouped, indexed, rounded_up, shown
from kpgui.model.reading import Moment
from kpgui.model.replay_state import ReplayState


@dataclass(kw_only=True, eq=False, repr=False)
class PegasosState(MarginState):
    """After t steps f = Σ counts·y·K / (λt); `margins` are those of the sum, unrounded by the factor 1/(λt).

    counts: (n,) how often each point was inside the margin. updated: the step of the last update.
    """

    counts: Ints
    updated: int = -1

    def __post_init__(self) -> None:
        super().__post_init__()
        self.count_of = self.counts.data

    def terms(self) -> Floats:
        return self.counts * self.problem.labels


@dataclass(frozen=True)
class Pegasos(Stepwise, WithMargins):
    """Stochastic subgradient descent on λ/2·‖f‖² + mean hinge loss, with the rate 1/(λt) at the t-th step.

    f *= 1 − 1/t, and if y·f(x) < 1 before that, f += y·K(x, ·)/(λt). The points come in the session's order, whereas
    the paper draws them at random; the statement of `guarantee` holds for any order.
    """

    key = "pegasos"
    title = "Pegasos"
    stepping = "examines the next point and shrinks f by 1 − 1/t; if y·f was < 1 there, its |β| grows"
    formula = "f *= 1 − 1/t;   if y·f(x) was < 1:   f += y·K(x, ·) / (λt)"

    lam: float = lam_param("Weight of ½‖f‖² against the hinge loss; smaller fits closer.", 1e-200, (1e-4, 1))
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> PegasosState:
        return begin_with_margins(self, problem, PegasosState, counts=np.zeros(problem.n, np.int64))

    def examine_one(self, state: PegasosState, position: int, i: int) -> bool:
        signed, step = state.certain_margin(i), state.step
        mistake = signed <= 0
        if not mistake and signed >= self.lam * step:
            return False
        y = state.labels[i]
        score = y * signed / (self.lam * step) if step else 0.0
        shrunk = (state.updated + 1) / (step + 1) if state.updates else 1.0
        kind = MISTAKE if mistake else UPDATE
        state.record(i, y / (self.lam * (step + 1)), score, kind, scale=shrunk)
        state.add(i, 1.0)
        state.count_of[i] += 1
        state.updated = step
        return mistake

    def shrinking(self, first: int, stop: int) -> float:
        return first / stop if first else 1.0

    def expansion(self, state: PegasosState) -> Expansion:
        return Expansion.of(state.terms() + 0.0, 0.0, 1 / (self.lam * max(1, state.step)))

    def recall(self, state: PegasosState, replayed: ReplayState, step: int) -> Expansion:
        """Rounds β·λt to the integer counts that it stands for."""
        unit = 1 / (self.lam * max(1, step))
        return Expansion.of(np.rint(self.shrinking(replayed.step + 1, step) * replayed.beta / unit) + 0.0, 0.0, unit)

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, _("t += 1,   all β *= 1 − 1/t")),
            (1, ALWAYS, _("if yᵢ·f(xᵢ) was < 1:")),
            (2, LEARNS, "βᵢ += yᵢ / (λt)"),
        )

    def finding(self, state: PegasosState, examined: Examined) -> str:
        if examined.outcome is Outcome.CORRECT:
            return _("{inequality}: correct, outside the margin").format(inequality=examined.compared("≥", 1))
        if examined.outcome is Outcome.UPDATE:
            return _("{inequality}: inside the margin").format(inequality=examined.compared("<", 1))
        return super().finding(state, examined)

    def workings(self, state: PegasosState, examined: Examined) -> tuple[str, ...]:
        t, y, number = examined.step + 1, examined.labels[0], examined.point + 1
        rate = f"ηₜ = 1/(λt) = 1/({shown(self.lam)}·{grouped(t)}) = {shown(1 / (self.lam * t))}"
        told = (f"t = {grouped(t)}:  1 − 1/t = {shown(1 - 1 / t)}",)
        if examined.kind is None:
            return told
        added = f"{indexed('β', number)} += ηₜ·{indexed('y', number)}"
        return (*told, rate, f"{added} = {shown(1 / (self.lam * t))}·{factor(y)} = {shown(y / (self.lam * t))}")

    def changes(self, state: PegasosState, examined: Examined) -> tuple[str, ...]:
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
        told = _(
            "Each step goes down the slope of λ/2·‖f‖² + the loss of its point, by 1/(λt): bold at "
            "first, smaller and smaller later."
        )
        numbers = ("λ/2·‖f‖²", half), (_("mean loss"), mean), (_("objective, their sum"), objective)
        rate = ((_("rate 1/(λt)"), 1 / (self.lam * step)),) if step and state is not None else ()
        return Mechanism(told, loss_bars(moment, found), (*numbers, *rate))

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
