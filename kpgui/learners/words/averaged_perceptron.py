"""What the averaged perceptron says of itself."""

from typing import Any

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import SCORE, VISIT
from kpgui.learners.words.numbers import compared, growth, novikoff
from kpgui.learners.words.questions import coefficient, mistake
from kpgui.model.explanation import ALWAYS, LEARNS, Bars, Circumstances, CodeLine, Examined, Guarantee, Mechanism, code
from kpgui.model.param import grouped
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment


class AveragedPerceptronWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    bias: bool

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE + " + b" * self.bias),
            (1, ALWAYS, self.decided("f(xᵢ)", _("if yᵢ·f(xᵢ) ≤ 0:"))),
            (2, LEARNS, "αᵢ += 1,   βᵢ += yᵢ"),
            (2, LEARNS, "b += yᵢ") if self.bias else None,
            (1, ALWAYS, "N += 1,   f̄ += (f − f̄) / N"),
        )

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        return () if examined.kind is None else (growth(state, examined.point, None, self.bias),)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        text = _("in the f that learns {name} is {now}. What will it be?")
        return mistake(self, examined), *coefficient(self, examined, 1.0, text)

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        return (
            *super().changes(state, examined),
            _("f̄ is now the mean of {count} functions f").format(count=grouped(examined.step + 1)),
        )

    def mechanism(self, moment: Moment) -> Mechanism:
        """α of the mean: each mistake of a point counts by the share of the steps that came since."""
        text = _(
            "f̄ is the mean of f over all steps. A mistake counts by the share of the steps since it "
            "was made: what survived long counts most."
        )
        mean = moment.frame.expansion.beta
        bars = Bars.largest(_("β in f̄, the largest first"), _("β in f̄"), mean)
        return Mechanism(text, bars, compared(moment, _("the mean")))

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        bound = novikoff(circumstances, self.bias, self.conventions)
        if not bound.holds:
            return bound
        return bound.also(_("Counted are the mistakes of the f that learns, not those of the mean."))
