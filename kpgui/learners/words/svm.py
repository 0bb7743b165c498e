"""What the SVM says of itself."""

from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.smo import FLATTEST
from kpgui.learners.words.numbers import factor, similarity, x
from kpgui.learners.words.questions import line, number, yes_or_no
from kpgui.model.arrays import Floats
from kpgui.model.explanation import (
    ALWAYS,
    MOST,
    Bars,
    Circumstances,
    CodeLine,
    Examined,
    Guarantee,
    Mechanism,
    changed,
    code,
    largest,
)
from kpgui.model.param import grouped, indexed, rounded_up, shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment

CLIPPED = "clipped"
"""Branch of the pseudocode: one of the two α reaches 0 or C."""


class SVMWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    C: float
    tol: float

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _("repeat, until the gap is below tol:")),
            (1, ALWAYS, _("E = f(x) − y of every point")),
            (1, ALWAYS, _("i = least E of those where y·α can grow")),
            (1, ALWAYS, _("j = best (Eⱼ − Eᵢ)²/η where y·α can fall,")),
            (2, ALWAYS, "η = K(xᵢ, xᵢ) + K(xⱼ, xⱼ) − 2K(xᵢ, xⱼ)"),
            (1, ALWAYS, "t = (Eⱼ − Eᵢ) / η"),
            (2, CLIPPED, _("but only until αᵢ or αⱼ is at 0 or C")),
            (1, ALWAYS, "αᵢ += yᵢ·t,   αⱼ −= yⱼ·t"),
            (1, ALWAYS, _("b = mean of y − Σ β K where 0 < α < C")),
        )

    def branches(self, examined: Examined) -> frozenset[str]:
        ends = np.abs(examined.f_after.beta[list(examined.points)])
        return frozenset({CLIPPED} if ((ends == 0) | (ends == self.C)).any() else ())

    def finding(self, state: Any, examined: Examined) -> str:
        """y·f of the pair, and by how much the two together violate the optimality conditions: v_i − v_j."""
        (y_i, y_j), (f_i, f_j) = examined.labels, examined.rows.score.tolist()
        gap = (y_i - f_i) - (y_j - f_j)
        return _("y·f = {y_i} and {y_j}, and their E = f − y are {gap} apart").format(
            y_i=shown(y_i * f_i), y_j=shown(y_j * f_j), gap=shown(gap)
        )

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        """E of the pair, η, and how far the two α move."""
        (i, j), (y_i, y_j) = examined.points, examined.labels
        f_i, f_j = examined.rows.score.tolist()
        errors = [f_i - y_i, f_j - y_j]
        lines = [
            f"{indexed('E', number)} = f({x(k)}) − {indexed('y', number)} = {shown(f)} − {factor(y)} = {shown(error)}"
            for k, number, f, y, error in ((i, i + 1, f_i, y_i, errors[0]), (j, j + 1, f_j, y_j, errors[1]))
        ]
        values = similarity(state, i, i), similarity(state, j, j), similarity(state, i, j)
        curvature = values[0] + values[1] - 2 * values[2]
        eta = max(curvature, FLATTEST)
        names = [f"K({x(a)}, {x(b)})" for a, b in ((i, i), (j, j), (i, j))]
        lines.append(
            f"η = {names[0]} + {names[1]} − 2{names[2]} = "
            f"{shown(values[0])} + {factor(values[1])} − 2·{factor(values[2])} = {shown(curvature)}"
            + (_(", taken as {eta}").format(eta=shown(eta)) if eta > curvature else "")
        )
        moved, wanted = shown(abs(float(examined.rows.delta[0]))), shown((errors[1] - errors[0]) / eta)
        way = f"t = ({indexed('E', j + 1)} − {indexed('E', i + 1)})/η = {wanted}"
        limited = CLIPPED in self.branches(examined) and moved != wanted  # else it is reached exactly
        return (*lines, _("{way}, but limited to {moved}").format(way=way, moved=moved) if limited else way)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        """Which pair is changed, whether that is cut short, and what its first α becomes."""
        (i, j), n = examined.points, len(examined.f.beta)
        turned = [(k + examined.step) % n for k in range(n)]  # or the wrong pairs would have the same point each time
        another = next((k for k in turned if k not in (i, j)), None)
        clipped = yes_or_no(
            "clipped",
            _("does one of the two α reach 0 or C?"),
            CLIPPED in self.branches(examined),
            line(self, CLIPPED),
            examined.points,
        )
        now, then = (abs(float(f.beta[i])) for f in (examined.f, examined.f_after))
        text = _("{name} is {now}. What will it be?").format(name=indexed("α", i + 1), now=shown(now))
        wrong = now, 0.0 if then else self.C, 0.5 * (now + then)
        alpha = number("alpha", text, then, wrong, line(self, CLIPPED), examined.points)
        if another is None:
            return clipped, *alpha
        pairs = sorted({tuple(sorted(pair)) for pair in ((i, j), (i, another), (another, j))})
        choices = tuple(_("points {i} and {j}").format(i=grouped(a + 1), j=grouped(b + 1)) for a, b in pairs)
        rules = " ".join(each.text.strip() for each in self.pseudocode[2:4])
        pair = StepQuestion("pair", _("which pair is changed?"), choices, pairs.index(tuple(sorted((i, j)))), rules)
        return pair, clipped, *alpha

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        lines: list[str] = []
        for i in examined.points:
            old, new = abs(float(examined.f.beta[i])), abs(float(examined.f_after.beta[i]))
            limit = " = C" if new == self.C else ""
            lines += (f"{change}{limit}" for change in changed(indexed("α", i + 1), old, new))
        return (*lines, *examined.change_of_bias())

    def mechanism(self, moment: Moment) -> Mechanism:
        """α against its bound: the free ones, 0 < α < C, are on their margin when the gap is closed."""
        alpha: Floats = moment.frame.counters.alpha.astype(np.float64, copy=False)
        state = moment.trace.state
        support = np.flatnonzero(alpha > 0)
        bound = alpha[support] >= self.C
        free, held = support[~bound], support[bound]
        order = np.concatenate([largest(alpha, free, MOST), held])
        text = _(
            "{free} free support vectors, 0 < α < C, and {held} at the bound, α = C; all other α are 0. At the optimum "
            "the free ones lie on their margins, those at the bound on them, inside or on the wrong side."
        ).format(free=grouped(len(free)), held=grouped(len(held)))
        where = (
            _("a full bar is C = {C}").format(C=shown(self.C)) if len(held) else _("the largest first; none is at C")
        )
        bars = Bars.of(
            _("α, the free ones first; {where}").format(where=where),
            "α",
            order,
            alpha[order],
            full=self.C if len(held) else 0.0,
            limit=self.C,
        )
        known = (None, None) if state is None else (state.solver.objective, state.solver.gap)
        numbers = (_("objective ½αᵀQα − Σα"), known[0]), (_("gap"), known[1]), (_("tol: the gap to stop at"), self.tol)
        return Mechanism(text, bars, numbers)

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return Guarantee(
                _(
                    "No guarantee here: this kernel is not known to be positive semidefinite, so where the "
                    "gap is below tol there may still be something better elsewhere."
                ),
                False,
            )
        return Guarantee(
            _(
                "Every pair update lowers the objective, and finitely many bring the gap below tol "
                "(Keerthi, Gilbert 2002; Chen, Fan, Lin 2006). It is then at most n·C·tol = n·{product} above "
                "the least, for n points; how many are on the wrong side is not bounded."
            ).format(product=rounded_up(self.C * self.tol))
        )
