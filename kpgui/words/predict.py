"""Questions about a step before it is shown: which one is asked, what is said of an answer, and the record of all."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kpgui.language import _, ngettext
from kpgui.learners import learner, learner_of
from kpgui.model.arrays import Labels
from kpgui.model.explanation import Examined
from kpgui.model.frame import FieldImage, Frame, Status
from kpgui.model.param import MINUS, digits_apart, grouped, shown
from kpgui.model.question import MOST_ANSWERS, Prediction, StepQuestion
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.model.session import Session, View
from kpgui.model.updates import Updates

if TYPE_CHECKING:
    from kpgui.engine.run.run import Run

TALLIED = 20
"""Answers that the tally counts, the last ones."""

ZERO = 128
"""The pixel of a field where f is exactly 0."""

PLACES, FEWEST, VALUES = 32, 4, 400_000
"""Most and fewest places that one is chosen from, and about how many values of the kernel that may take."""

AWAY, INSIDE, APART, CLEAR = 0.08, 0.45, 0.03, 0.1
"""How far a place is from a point, at most from the middle, and from other points where possible, in the view's size;
its least |f|, in the largest of them."""


SIDES = "+1", f"{MINUS}1"
"""The answers about a place: f > 0 there, or f < 0."""


@dataclass(frozen=True)
class StepQuestions:
    """step: made last, from 1. labels (n,): of the points that the questions may name."""

    step: int
    questions: tuple[StepQuestion, ...]
    labels: Labels


@dataclass(frozen=True)
class AskedQuestions(Reading):
    """What can be asked about the step made last; None before the first one, and if it is no longer on record."""

    key: ClassVar[str] = "questions"

    view: View
    """What is visible of the plane: a place that is asked about is in it."""

    def read(self, moment: Moment, focus: Focus) -> StepQuestions | None:
        found = moment.trace.last_step()
        if found is None:
            return None
        examined, state = found
        asked = learner_of(moment.session).questions(state, examined)
        side = side_question(moment, examined, self.view)
        return StepQuestions(examined.step + 1, (*asked, *side), moment.session.dataset.labels)


def frame_of(run: "Run") -> Frame:
    """A run at the step that it shows, without the log of its updates and without its errors."""
    status = run.outcome or Status.PAUSED
    return Frame(0, status, run.head, run.point, run.counters(most=0, lagging=True), run.expansion(), Updates.none())


def questions_of(session: Session, run: "Run") -> StepQuestions | None:
    """What can be asked about the step that a run of the session shows."""
    return AskedQuestions(session.view).read(Moment(session, frame_of(run), trace=run.trace), Focus())


def side_question(moment: Moment, examined: Examined, view: View) -> tuple[StepQuestion, ...]:
    """On which side a place is after the step, as a tuple of one; empty where all in sight are on the boundary.

    The same for the same step: of places near points, one of the side that a coin says, if there is one, beside the
    points and near to the boundary, but clear of it.
    """
    from kpgui.engine.run.problem import decision  # the window opens sooner without it
    from kpgui.engine.run.run import effective_kernel

    points, rng = moment.session.dataset.points, np.random.default_rng(examined.step)
    if points.shape[1] != 2:
        return ()
    low, high = np.array([[view.xmin, view.ymin], [view.xmax, view.ymax]])
    size, some = high - low, int(np.clip(VALUES // len(points), FEWEST, PLACES))
    places = points[rng.integers(len(points), size=some)] + rng.normal(0, AWAY, (some, 2)) * size
    unit = 10.0 ** np.floor(np.log10(size / 30))  # so that what is said of a place is all of its digits
    places = np.round(places[(np.abs(places - (low + high) / 2) < INSIDE * size).all(axis=1)] / unit) * unit
    f = decision(moment.frame.expansion, effective_kernel(moment.session), points, places)
    clear = np.flatnonzero((f != 0) & (np.abs(f) >= CLEAR * np.abs(f).max(initial=0)))
    if not len(clear):
        return ()
    side = rng.choice([-1, 1])
    near = [bool((np.abs(points - place) < APART * size).all(axis=1).any()) for place in places]
    k = min(clear.tolist(), key=lambda each: (np.sign(f[each]) != side, near[each], abs(f[each])))
    digits = [digits_apart(at, at + step) for at, step in zip(places[k], unit, strict=True)]
    x, y = map(shown, places[k].tolist(), digits)
    text = _("on which side is ({x}, {y}) after it?").format(x=x, y=y)
    hint = _("Its side before the step is the colour around it; it changes sides only if the boundary passes it.")
    because = _("f is {value} at ({x}, {y}).").format(value=shown(f[k]), x=x, y=y)
    place, right = (float(places[k, 0]), float(places[k, 1])), int(f[k] < 0)
    return (StepQuestion("side", text, SIDES, right, hint, examined.points, place=place, because=because),)


def few_mistakes(session: Session) -> int:
    """With how many mistakes a run is said to converge soon: as many as there are points, to a round number."""
    return 10 * max(1, len(session.dataset) // 10)


def run_question(session: Session, proved: str) -> StepQuestion:
    """Whether a run that is about to begin converges, and how soon; answered at its end. proved: what is, if known."""
    choices: tuple[str, ...] = _("yes"), _("no")
    if learner(session.learner).by_epochs:
        few = few_mistakes(session)
        soon = ngettext("yes, after at most {n} mistake", "yes, after at most {n} mistakes", few).format(n=grouped(few))
        choices = soon, _("yes, after more"), _("no")
    hint = proved or _("What the learner promises here stands in Progress.")
    return StepQuestion("run", _("Will the run converge before it reaches its limit?"), choices, -1, hint)


def answered_by_end(question: StepQuestion, session: Session, frame: Frame) -> StepQuestion:
    """The question about a run with its right answer. frame: of the end of the run."""
    last = len(question.choices) - 1
    soon = last == 1 or frame.counters.mistakes <= few_mistakes(session)
    return question._replace(right=last if frame.status is not Status.CONVERGED else int(not soon))


def edit_question() -> StepQuestion:
    """Whether the boundary moves when the run is made anew after an edit. The right answer is known at its end."""
    hint = _("It moves if the new run learns from other points, or if one that carries f has moved.")
    return StepQuestion("edit", _("Does the boundary move by this edit?"), (_("yes"), _("no")), -1, hint)


def answered_by_fields(question: StepQuestion, before: FieldImage, after: FieldImage) -> StepQuestion | None:
    """The question about an edit with its right answer: whether f has another sign at any pixel.

    None where the two do not show the same part of the plane.
    """
    if before.view != after.view or before.pixels.shape != after.pixels.shape:
        return None
    same = np.array_equal(np.sign(before.pixels.astype(np.int16) - ZERO), np.sign(after.pixels.astype(np.int16) - ZERO))
    return question._replace(right=1 if same else 0)


def asked_text(step: int, question: StepQuestion, labels: Labels) -> str:
    """The question with the step and the points that it examines. step: 0 for a question about a run."""
    if not step:
        return question.text
    points = _(" and ").join(f"{grouped(i + 1)} ({'+1' if labels[i] > 0 else '−1'})" for i in question.about)
    if not points:
        return _("Step {step}: {question}").format(step=grouped(step), question=question.text)
    text = ngettext(
        "Step {step} · point {points}: {question}", "Step {step} · points {points}: {question}", len(question.about)
    )
    return text.format(step=grouped(step), points=points, question=question.text)


@dataclass
class Predictions:
    """What was asked and answered, in its order."""

    answers: list[Prediction] = field(default_factory=list)

    def chosen(self, questions: Sequence[StepQuestion]) -> StepQuestion:
        """The one to ask: what was answered wrongly comes back first, then what had this answer least often lately."""
        last = {each.kind: each.right for each in self.answers}
        recent = [(each.kind, each.right_answer) for each in self.answers[-TALLIED:]]
        kinds = [kind for kind, __ in recent]

        def rank(question: StepQuestion) -> tuple[bool, int, int]:
            kind, right = question.kind, question.choices[question.right]
            return last.get(kind, True), recent.count((kind, right)), kinds.count(kind)

        return min(questions, key=rank)

    def add(self, session: Session, asked: StepQuestions, question: StepQuestion, given: int) -> Prediction:
        text = asked_text(asked.step, question, asked.labels)
        answer, right = question.choices[given], question.choices[question.right]
        self.answers.append(Prediction(session.learner, asked.step, question.kind, text, answer, right))
        del self.answers[:-MOST_ANSWERS]
        return self.answers[-1]

    def tally(self) -> str:
        """How many of the last answers were right; "" before the first one."""
        lately = self.answers[-TALLIED:]
        right = sum(answer.right for answer in lately)
        if not lately:
            return ""
        return ngettext("{right} of the last {n} right", "{right} of the last {n} right", len(lately)).format(
            right=right, n=len(lately)
        )

    def table(self) -> Numbers:
        """A row for each answer."""
        names = "learner", "step", "question", "answer", "right_answer", "right"
        columns = [np.array([getattr(each, name) for each in self.answers], dtype=object) for name in names[:-1]]
        return Numbers(names, (*columns, np.array([int(each.right) for each in self.answers])))


def verdict(answer: Prediction, reason: str) -> str:
    """Whether an answer was right, and why."""
    said = _("Right.") if answer.right else _("No: {right}.").format(right=answer.right_answer)
    return f"{said} {reason}"
