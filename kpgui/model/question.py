"""Questions about one step of a run, asked before it is shown."""

from typing import NamedTuple


class StepQuestion(NamedTuple):
    """A question made from the step that it is about, so that its answer is known.

    kind: names the question, the same for every step. text: goes on from "Step 3 · point 2 (+1): ". choices: what can
    be answered, two to four, all different. right: the index of the right one. hint: the line of the learner's
    pseudocode that decides it. about: indices of the points that are named with the step; none where they are what is
    asked for. points: of each choice the index of the point that it stands for, −1 for none; empty where choices are
    no points. place: in the plane, that is asked about in place of points. because: why the right answer is
    right, where what the step did does not say so.
    """

    kind: str
    text: str
    choices: tuple[str, ...]
    right: int
    hint: str
    about: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    place: tuple[float, float] | None = None
    because: str = ""


class Prediction(NamedTuple):
    """An answer, in the words of the screen. learner: its expression. question: with the step that it is about."""

    learner: str
    step: int
    kind: str
    question: str
    answer: str
    right_answer: str

    @property
    def right(self) -> bool:
        return self.answer == self.right_answer


MOST_ANSWERS = 2000
"""Most answers that a session has; of more, the last ones."""
