"""Marks along a run: where mistakes were, and where epochs end, reduced to what a strip can show."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.learners import learner
from kpgui.model.arrays import Ints, frozen
from kpgui.model.reading import Focus, Moment, Numbers, Reading


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
