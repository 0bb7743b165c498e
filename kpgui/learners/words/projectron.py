"""What the projectron says of itself."""

from typing import Any

import numpy as np

from kpgui.language import _, ngettext
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import SCORE, SHARED, VISIT
from kpgui.learners.words.numbers import factor, similarity, x
from kpgui.learners.words.questions import line, mistake
from kpgui.model.arrays import Ints, frozen
from kpgui.model.explanation import (
    ALWAYS,
    CORRECT,
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
from kpgui.model.param import grouped, rounded_up, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment

PROJECTS, ADDS = "projects", "adds"
"""Branches of the pseudocode."""


class ProjectronWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    eta: float

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, _("if yᵢ·f(xᵢ) ≤ 0:")),
            (2, LEARNS, _("k = K(support vectors, xᵢ),   d = K⁻¹k")),
            (2, LEARNS, "δ = K(xᵢ, xᵢ) − k·d"),
            (2, LEARNS, _("if δ ≤ η²:")),
            (3, PROJECTS, "β += yᵢ·d"),
            (2, ADDS, "else:"),
            (3, ADDS, _("xᵢ is a new support vector,   βᵢ = yᵢ")),
        )

    def branches(self, examined: Examined) -> frozenset[str]:
        if examined.kind is None:
            return super().branches(examined)
        return super().branches(examined) | {ADDS if examined.rows.delta[0] else PROJECTS}

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        """δ, and the η² that it is compared with."""
        if examined.kind is None:
            return ()
        i = examined.point
        itself = similarity(state, i, i)
        near, delta = self._projected(state, examined, itself)
        limit, rounded = self.eta**2, _(", up to rounding") if delta > self.eta**2 else ""
        relation = f"> η² = {shown(limit)}" if examined.rows.delta[0] else f"≤ η² = {shown(limit)}{rounded}"
        name = f"K({x(i)}, {x(i)})"
        return (f"δ = {name} − k·d = {shown(itself)} − {factor(near)} = {shown(max(0.0, delta))} {relation}",)

    @staticmethod
    def _basis(state: Any, alpha: Ints) -> Ints:
        """Indices of the points that span when the α were these, at this step of the state or before, (k,).

        None is ever dropped, so they are the first ones of the state. Each was added at the first mistake on it, and
        still spans if projections have taken its β back to 0.
        """
        added = state.points[: len(state.order)]
        return added[: int(np.count_nonzero(alpha[added]))]

    def _projected(self, state: Any, examined: Examined, itself: float) -> tuple[float, float]:
        """k·d and δ of a mistake at any step."""
        basis = self._basis(state, examined.before.alpha)
        size = len(basis)
        k = state.problem.block(np.array([examined.point]), basis)[0]
        length = state.basis[:size, :size] @ k
        near = float(length @ length)
        return near, itself - near

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        """Also whether a mistake adds a support vector or is projected onto those that there are."""
        done = {
            CORRECT: _("nothing"),
            PROJECTS: _("it is projected onto the support vectors"),
            ADDS: _("it becomes a support vector"),
        }
        right = next(k for k, branch in enumerate(done) if branch in self.branches(examined))
        text = _("what happens to it?")
        became = StepQuestion("projected", text, tuple(done.values()), right, line(self, ADDS), examined.points)
        return mistake(self, examined), became

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        limit = f"η² = {shown(self.eta**2)}"
        if examined.rows.delta[0]:
            new = _("δ > {limit}: point {point} becomes a support vector").format(
                limit=limit, point=grouped(examined.point + 1)
            )
            return (*examined.change_of_alpha(), *examined.change_of_beta(), new)
        shares = int(np.count_nonzero(examined.rows.kind == SHARED))
        projected = _("δ ≤ {limit}: projected onto the support vectors, changing {shares} β").format(
            limit=limit, shares=grouped(shares)
        )
        return (*examined.change_of_alpha(), *examined.change_of_beta(), projected)

    def mechanism(self, moment: Moment) -> Mechanism:
        f, counters = moment.frame.expansion, moment.frame.counters
        basis = self._basis(moment.trace.latest_state, counters.alpha)
        only_projected = counters.alpha > 0
        only_projected[basis] = False
        text = _(
            "A mistake within η = {eta} of the span of the support vectors, in feature space, is "
            "projected onto it: it changes their β, and does not become one itself."
        ).format(eta=shown(self.eta))
        back = int(np.count_nonzero(f.beta[basis] == 0))
        if back:
            text += ngettext(
                " {n} of the points projected onto is back at β = 0.",
                " {n} of the points projected onto are back at β = 0.",
                back,
            ).format(n=grouped(back))
        projected = _("projected"), counters.updates - len(basis)
        numbers = (_("mistakes"), counters.updates), (_("support vectors"), len(f.support)), projected
        bars = Bars.largest(_("β of the support vectors, the largest first"), "β", f.beta)
        return Mechanism(text, bars, numbers, frozen(np.flatnonzero(only_projected), np.int64))

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        s, radius = f"1 − {rounded_up(self.eta)}·‖g‖", rounded_up(circumstances.largest)
        return Guarantee(
            _(
                "At most {radius}·‖g‖²/s² + 2·(hinge loss of g, summed over the steps)/s mistakes "
                "against every g with s = {s} > 0 (after Orabona, Keshet, Caputo 2009). It keeps no more "
                "support vectors than feature space has dimensions, and any two of them are more than η "
                "apart there."
            ).format(radius=radius, s=s)
        )
