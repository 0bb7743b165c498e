"""A lesson: steps of text, each with a session on the canvas and perhaps a question with a checked answer."""

from dataclasses import dataclass
from typing import NamedTuple

from kpgui.model.session import Session

LOCKS = "points", "kernel", "learner", "run"
"""What a step can keep from being changed: the points, the kernel, the learner, and order and seed."""


PANELS = "setup", "why", "progress", "inside", "space", "gram", "analysis", "vary", "kept", "points", "history"
"""The panels that a step can show and hide."""


class Numeric(NamedTuple):
    """Answered by a number. source: how it is computed, as in `mistakes` or `alpha[2]; kernel: linear()`."""

    right: float
    tolerance: float
    source: str

    @property
    def within(self) -> float:
        """How far off an answer may be: the tolerance, and the rounding of its decimals."""
        return self.tolerance + 1e-9


class Choice(NamedTuple):
    """Answered by one of these texts. right: its index."""

    choices: tuple[str, ...]
    right: int


class Goal(NamedTuple):
    """Answered by a run that has all these properties at its end.

    conditions: of the points and counters, see `kpgui.words.lessons.holds`. solution: changes of the session after
    which they hold.
    """

    conditions: tuple[str, ...]
    solution: tuple[tuple[str, str], ...]


class Predicting(NamedTuple):
    """Answered by so many right predictions of single steps."""

    times: int


@dataclass(frozen=True)
class LessonQuestion:
    """text, hint, reveal: in English. reveal: why the right answer is right. line: of the file, from 1."""

    text: str
    answer: Numeric | Choice | Goal | Predicting
    hint: str
    reveal: str
    line: int


@dataclass(frozen=True)
class LessonStep:
    """One step: what is read, and what is on the canvas.

    paragraphs: in English, with simple marks, see `kpgui.words.lessons.rich_text`. at: the step of the run that is
    shown, −1 for its end. locks: of LOCKS. shows, hides: of PANELS, those that are brought and put away. line: of the
    file, from 1.
    """

    title: str
    paragraphs: tuple[str, ...]
    session: Session
    at: int
    locks: frozenset[str]
    shows: tuple[str, ...]
    hides: tuple[str, ...]
    question: LessonQuestion | None
    line: int


@dataclass(frozen=True)
class Lesson:
    """title, about: in English. minutes: that it takes. source: its file, for messages."""

    key: str
    title: str
    about: str
    minutes: int
    steps: tuple[LessonStep, ...]
    source: str

    @property
    def questions(self) -> tuple[LessonQuestion, ...]:
        return tuple(each.question for each in self.steps if each.question is not None)

    @property
    def texts(self) -> tuple[str, ...]:
        """All that is shown of it, to be translated, in the order of the file."""
        found = [self.title, self.about]
        for step in self.steps:
            found += [step.title, *step.paragraphs]
            if step.question is not None:
                asked = step.question
                choices = asked.answer.choices if isinstance(asked.answer, Choice) else ()
                found += [asked.text, *choices, asked.hint, asked.reveal]
        return tuple(found)
