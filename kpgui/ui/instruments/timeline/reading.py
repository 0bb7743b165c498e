"""Marks along a run: where mistakes were, and where epochs end, reduced to what a strip can show."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.arrays import Ints, frozen
from kpgui.model.param import grouped
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.words.counters import plural


@dataclass(frozen=True, eq=False)
class RunMarksValue:
    """counts (bins,): the mistakes in each of so many equal parts of the steps 0 to `head`.

    epoch_length: steps of an epoch, 0 for a learner without epochs. mistakes: number of all mistakes.
    """

    counts: Ints
    head: int
    epoch_length: int
    mistakes: int


@dataclass(frozen=True)
class RunMarks(Reading):
    """The mistakes of a run, in `bins` equal parts. Takes the same time however long the run is."""

    key: ClassVar[str] = "run_marks"

    bins: int = 512

    def read(self, moment: Moment, focus: Focus) -> RunMarksValue:
        head, session = moment.frame.head, moment.session
        edges = np.linspace(0, max(head, 1), self.bins + 1)
        found = np.searchsorted(moment.mistakes, edges)
        return RunMarksValue(
            counts=frozen(np.diff(found), np.int64),
            head=head,
            epoch_length=len(session.dataset.training) if learner(session.learner).by_epochs else 0,
            mistakes=len(moment.mistakes),
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """The steps of all mistakes, counted from 1."""
        return Numbers(("step",), (moment.mistakes + 1,))


def place_text(step: int, marks: RunMarksValue | None) -> str:
    """What is at a step of the run, for a tooltip.

    >>> place_text(0, None), place_text(123, None)
    ('Start', 'After step 123')
    """
    if step == 0:
        return _("Start")
    told = _("After step {step}").format(step=grouped(step))
    if marks is None or not marks.epoch_length:
        return told
    return _("{told}, epoch {epoch}").format(told=told, epoch=grouped(-(-step // marks.epoch_length)))


def spoken(step: int, head: int, marks: RunMarksValue | None) -> str:
    """The state of the timeline, for screen readers."""
    mistakes = "" if marks is None else ", " + plural(marks.mistakes, "{n} mistake", "{n} mistakes")
    return _("Step {step} of {head}{mistakes}").format(step=grouped(step), head=grouped(head), mistakes=mistakes)
