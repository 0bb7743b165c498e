"""The passive-aggressive learner (Crammer, Dekel, Keshet, Shalev-Shwartz, Singer 2006)."""

from dataclasses import dataclass

import numpy as np

from kpgui.language import _
from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.losses import c_param, loss_bars, losses, mean_loss
from kpgui.learners.parts.margins import MarginState, WithMargins, begin_with_margins
from kpgui.learners.parts.online import MISTAKE, SCORE, UPDATE, VISIT, Stepwise, epochs_param
from kpgui.learners.parts.workings import factor, similarity, x
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.explanation import ALWAYS, LEARNS, CodeLine, Examined, Outcome, code
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.mechanism import Mechanism
from kpgui.model.number import indexed, rounded_up, shown
from kpgui.model.param import param
from kpgui.model.reading import Moment


@dataclass(kw_only=True, eq=False, repr=False)
class PassiveAggressiveState(MarginState):
    """coefficients: (n,) y·β. squares: K(x, x) of every point."""

    coefficients: Floats
    squares: list[float]

    def terms(self) -> Floats:
        return self.coefficients * self.problem.labels

    def is_on_margin(self, i: int) -> bool:
        """Whether y·f(x) = 1 at point i up to rounding, summed anew: a rounding residue is not a loss."""
        terms = self.terms()
        support = np.flatnonzero(terms)
        parts = self.labels[i] * terms[support] * self.problem.block(np.array([i]), support)[0]
        rounding = EPSILON * (8 + 2 * self.updates) * float(np.abs(parts).sum())
        return 1 - float(parts.sum()) <= rounding < 0.5


@dataclass(frozen=True)
class PassiveAggressive(Stepwise, WithMargins):
    """Where y·f(x) < 1, makes the smallest change of f that puts the point on the margin, limited by C.

    With the loss ℓ = 1 − y·f(x): f += τ·y·K(x, ·), PA-I τ = min(C, ℓ/K(x, x)), PA-II τ = ℓ/(K(x, x) + 1/(2C)).
    """

    key = "passive_aggressive"
    title = "Passive-aggressive"
    stepping = "examines the next point; where y·f < 1, f changes until y·f = 1, as far as C allows"
    formula = "ℓ = 1 − y·f(x) > 0:   f += τ·y·K(x, ·),   τ = min(C, ℓ/K(x, x)) or ℓ / (K(x, x) + 1/(2C))"

    C: float = c_param(
        "How aggressive. PA-I changes no coefficient by more than C in a step; in PA-II C weighs the squared loss.", 100
    )
    variant: str = param(
        "PA-I",
        "How C holds back: as a limit of τ, or by 1/(2C) in the denominator.",
        scale="choice",
        choices=("PA-I", "PA-II"),
    )
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> PassiveAggressiveState:
        zeros, squares = np.zeros(problem.n), problem.diagonal().tolist()
        return begin_with_margins(self, problem, PassiveAggressiveState, coefficients=zeros, squares=squares)

    def examine_one(self, state: PassiveAggressiveState, position: int, i: int) -> bool:
        signed = state.certain_margin(i)
        mistake = signed <= 0
        if signed >= 1 or (not mistake and 1 - signed <= state.error_bound and state.is_on_margin(i)):
            return False
        y, tau = state.labels[i], self._tau(1 - signed, state.squares[i])
        state.record(i, tau * y, y * signed, MISTAKE if mistake else UPDATE)
        state.add(i, tau)
        state.coefficients[i] += tau
        return mistake

    def _tau(self, loss: float, square: float) -> float:
        if self.variant == "PA-II":
            return loss / (max(0.0, square) + 0.5 / self.C)
        return min(self.C, loss / square) if square > 0 else self.C

    def roundings(self, updates: int, step: int) -> float:
        """One for each update: τ is computed from a score that is rounded itself."""
        return 8.0 + updates

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

    def finding(self, state: PassiveAggressiveState, examined: Examined) -> str:
        if examined.outcome is Outcome.CORRECT:
            return _("{inequality}: correct, no loss").format(inequality=examined.compared("≥", 1))
        if examined.outcome is Outcome.UPDATE:
            return _("{inequality}: inside the margin").format(inequality=examined.compared("<", 1))
        return super().finding(state, examined)

    def workings(self, state: PassiveAggressiveState, examined: Examined) -> tuple[str, ...]:
        i, y = examined.point, examined.labels[0]
        symbol = indexed("y", i + 1)
        loss = 0.0 if examined.kind is None else max(0.0, 1 - examined.margin)  # a rounding residue is not a loss
        told = (f"ℓ = max(0, 1 − {symbol}·f({x(i)})) = max(0, 1 − {factor(examined.margin)}) = {shown(loss)}",)
        if examined.kind is None:
            return told
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
        return (*told, ruled, added)

    def changes(self, state: PassiveAggressiveState, examined: Examined) -> tuple[str, ...]:
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
        told = _(
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
        return Mechanism(told, loss_bars(moment, found), numbers if step else ())

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
