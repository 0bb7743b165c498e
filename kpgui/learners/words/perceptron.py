"""What the primal perceptron says of itself."""

from typing import Any

import numpy as np

from kpgui.language import _, sentence
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import VISIT
from kpgui.learners.words.numbers import factor, growth, novikoff, x
from kpgui.learners.words.questions import line, mistake
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.expansion import MAPS
from kpgui.model.explanation import (
    ALWAYS,
    LEARNS,
    MOST,
    Bars,
    Circumstances,
    CodeLine,
    Examined,
    Guarantee,
    Mechanism,
    Plane,
    code,
    largest,
)
from kpgui.model.param import shown
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment

LISTED = 4
"""Most weights that are listed one by one where a step is explained; of more their norm is told."""


class PerceptronWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    map: str
    bias: bool
    eta: float

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, "f = w·φ(xᵢ)" + " + b" * self.bias),
            (1, ALWAYS, self.decided("f", _("if yᵢ·f ≤ 0:"))),
            (2, LEARNS, "w += η·yᵢ·φ(xᵢ)"),
            (2, LEARNS, "b += η·yᵢ") if self.bias else None,
        )

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        return () if examined.kind is None else (growth(state, examined.point, self.eta, self.bias),)

    def sums(self, state: Any, examined: Examined) -> tuple[str, str]:
        i = examined.point
        phi = MAPS[self.map].phi(state.problem.points[i : i + 1])[0].tolist()
        symbols = f"f({x(i)}) = w·φ({x(i)})" + " + b" * self.bias

        def summed(alpha: Ints, bias: float) -> str:
            w = self._weights(state, alpha).tolist()
            if len(phi) <= LISTED:
                terms = [f"{factor(a)}·{factor(b)}" for a, b in zip(w, phi, strict=True)]
            elif self.bias:
                terms = [shown(sum(a * b for a, b in zip(w, phi, strict=True)))]
            else:
                return symbols
            return f"{symbols} = {' + '.join([*terms, *[factor(bias)] * self.bias])}"

        before, after = (examined.before, examined.f), (examined.after, examined.f_after)
        return summed(before[0].alpha, before[1].bias), summed(after[0].alpha, after[1].bias)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        """Also what w becomes, where it has few enough features to be listed."""
        i, y = examined.point, examined.labels[0]
        now = self._weights(state, examined.before.alpha)
        step = self.eta * y * MAPS[self.map].phi(state.problem.points[i : i + 1])[0]
        rule = line(self, LEARNS)
        vectors = dict.fromkeys(map(_vector, sorted((now, now + step, now - step), key=tuple)))
        asked = mistake(self, examined)
        if len(now) > LISTED or len(vectors) < 2:
            return (asked,)
        right = list(vectors).index(_vector(now if examined.kind is None else now + step))
        text = _("w is {now}. What will it be?").format(now=_vector(now))
        return asked, StepQuestion("weights", text, tuple(vectors), right, rule, examined.points)

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        before, i = self._weights(state, examined.before.alpha), examined.point
        after = before + self.eta * examined.labels[0] * MAPS[self.map].phi(state.problem.points[i : i + 1])[0]
        if len(before) <= LISTED:
            weights = f"w {_vector(before)} → {_vector(after)}"
        else:
            weights = f"‖w‖ {shown(float(np.linalg.norm(before)))} → {shown(float(np.linalg.norm(after)))}"
        return (weights, *examined.change_of_bias(), *examined.change_of_alpha())

    def mechanism(self, moment: Moment) -> Mechanism:
        """w, a row for each feature, and its plane."""
        dataset, counters, f = moment.session.dataset, moment.frame.counters, moment.frame.expansion
        w, chosen = self._sum(counters.alpha, dataset.labels, dataset.points), MAPS[self.map]
        order = np.arange(len(w)) if len(w) <= MOST else largest(np.abs(w), np.arange(len(w)), MOST)
        names = tuple(chosen.monomial(j, dataset.d) for j in order.tolist())
        rows = np.full(len(order), -1)
        bars = Bars.of(
            _("w, for each feature of {formula}").format(formula=_(chosen.formula)),
            "w",
            rows,
            w[order],
            len(w),
            names=names,
        )
        text = sentence(_("All that is learned is w, one weight for each feature: f(x) = w·φ(x)") + " + b" * self.bias)
        bias = (("b", f.bias),) if self.bias else ()
        numbers = (_("mistakes"), counters.mistakes), ("‖w‖", float(np.linalg.norm(w))), *bias
        return Mechanism(text, bars, numbers, plane=Plane(frozen(w, np.float64), f.bias, self._added(moment)))

    def _added(self, moment: Moment) -> Floats | None:
        """η·y·φ(x) of the step made last, (D,); None if it was no mistake, or too fast to be explained."""
        last, dataset = moment.trace.latest(1), moment.session.dataset
        if moment.frame.explanation is None or not len(last) or last.step[0] != moment.frame.counters.step - 1:
            return None
        i = int(last.point[0])
        return frozen(self.eta * dataset.labels[i] * MAPS[self.map].phi(dataset.points[i : i + 1])[0], np.float64)

    def _weights(self, state: Any, alpha: Ints) -> Floats:
        return self._sum(alpha, state.problem.labels, state.problem.points)

    def _sum(self, alpha: Ints, labels: Any, points: Floats) -> Floats:
        """w = Σ η·α·y·φ(x), (D,), and what it started from."""
        support = np.flatnonzero(alpha)
        counts = alpha[support] * labels[support]
        w = self.eta * np.einsum("i,ij->j", counts, MAPS[self.map].phi(points[support])) + 0.0
        return w + self.conventions.w if self.conventions.w else w

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        return novikoff(circumstances, self.bias, self.conventions)


def _vector(weights: Floats) -> str:
    return f"({', '.join(shown(weight) for weight in weights.tolist())})"
