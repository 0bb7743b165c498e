"""What the voted perceptron says of itself."""

from typing import Any

import numpy as np

from kpgui.language import _, ngettext
from kpgui.learners.base import Learner
from kpgui.learners.parts.online import VISIT
from kpgui.learners.words.numbers import compared, growth, novikoff
from kpgui.learners.words.questions import line, mistake
from kpgui.model.expansion import Votes
from kpgui.model.explanation import (
    ALWAYS,
    CORRECT,
    LEARNS,
    MOST,
    Bars,
    Circumstances,
    CodeLine,
    Examined,
    Guarantee,
    Mechanism,
    Outcome,
    code,
    largest,
)
from kpgui.model.param import grouped, indexed
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment


class VotedPerceptronWords(Learner):
    """Its sentences, from its parameters and what a step did."""

    bias: bool

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        bias = self.bias
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, "vₖ(xᵢ) = Σⱼ βⱼ K(xⱼ, xᵢ)" + " + b" * bias),
            (1, ALWAYS, self.decided("vₖ(xᵢ)", _("if yᵢ·vₖ(xᵢ) > 0:"), "=")),
            (2, CORRECT, "cₖ += 1"),
            (1, LEARNS, "else:"),
            (2, LEARNS, f"vₖ₊₁ = vₖ + yᵢ·{'(K(xᵢ, ·) + 1)' if bias else 'K(xᵢ, ·)'}"),
            (2, LEARNS, "cₖ₊₁ = 1,   k += 1"),
        )

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        return (growth(state, examined.point, None, self.bias, indexed("v", examined.before.mistakes)),)

    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        """Also whether the prototype goes on, and with how many votes."""
        k = examined.before.mistakes
        votes = examined.step - int(state.steps.values[k - 1]) if k else 0
        name, correct = indexed("v", k), examined.outcome is Outcome.CORRECT
        stays, ends = _("{name} goes on with {votes}"), _("{name} ends with {votes}")
        answers = (stays, votes + 1), (ends, votes), (ends, votes + 1)
        choices = tuple(text.format(name=name, votes=grouped(count)) for text, count in answers)
        text = ngettext(
            "{name} has {n} vote. What becomes of it?", "{name} has {n} votes. What becomes of it?", votes
        ).format(name=name, n=grouped(votes))
        replaced = StepQuestion("replaced", text, choices, 0 if correct else 1, line(self, CORRECT), examined.points)
        return mistake(self, examined), *((replaced,) if k else ())

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        k = examined.before.mistakes
        votes = examined.step - (int(state.steps.values[k - 1]) if k else 0)  # of v₀ = 0 none, if ties are mistakes
        if examined.outcome is Outcome.CORRECT:
            return (
                _("votes of {name} {before} → {after}").format(
                    name=indexed("v", k), before=grouped(votes), after=grouped(votes + 1)
                ),
            )
        begun = _("{name} begins with 1").format(name=indexed("v", k + 1))
        if k:
            text = ngettext("{name} ends with {n} vote", "{name} ends with {n} votes", votes)
            begun = f"{text.format(name=indexed('v', k), n=grouped(votes))}, {begun}"
        return (*super().changes(state, examined), begun)

    def mechanism(self, moment: Moment) -> Mechanism:
        """The prototypes by their votes, and how the last one alone would do."""
        f = moment.frame.expansion
        assert isinstance(f, Votes)
        made = moment.mistakes[: len(f.points)]
        votes = f.counts.astype(np.float64)  # none of a prototype that is 0 everywhere
        order = largest(votes, np.arange(len(votes)), MOST)
        names = tuple(indexed("v", k + 1) for k in order.tolist())
        title = _("Votes of each prototype, most first")
        ended = np.append(made[1:], 0)[: len(made)]  # in the 0-based step of the next mistake, so after as many steps
        bars = Bars.of(
            title,
            "votes",
            f.points[order],
            votes[order],
            len(votes),
            names=names,
            since=made[order] + 1,
            until=ended[order],
            prototypes=order,
        )
        if not len(votes):
            text = _("No prototype yet: the first mistake makes one, and each later mistake the next.")
            return Mechanism(text, bars)
        most = int(order[0])
        count, total = grouped(int(votes[most])), grouped(f.total)
        text = _(
            "Most votes: prototype {most}, {count} of {total} votes, one for each step that it stood. Made at step "
            "{made} by the mistake on point {point}."
        ).format(
            most=grouped(most + 1),
            count=count,
            total=total,
            made=grouped(int(made[most]) + 1),
            point=grouped(int(f.points[most]) + 1),
        )
        return Mechanism(text, bars, compared(moment, _("the vote")))

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        bound = novikoff(circumstances, self.bias, self.conventions)
        if not bound.holds or self.conventions:
            return bound
        return bound.also(
            _(
                "If the n points and a new one are drawn independently from one distribution, the vote "
                "after the first epoch is wrong on the new one with a probability of at most 2/(n + 1) "
                "times the mistakes expected in one pass over n + 1 such points (Freund and Schapire "
                "1999)."
            )
        )
