"""How a run went: its mistakes over all its steps, reduced to what a plot can show."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.learners import learner
from kpgui.model.arrays import Ints, frozen
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.readings.mistakes import MOST_BARS

MOST_EPOCHS = 4096
"""The most epochs whose mistakes are counted one by one, the last ones."""


@dataclass(frozen=True, eq=False)
class EpochBars:
    """The mistakes in each epoch, or the most in one of several: starts (k + 1,) counted from 0, most (k,)."""

    starts: Ints
    most: Ints


@dataclass(frozen=True, eq=False)
class CurvesValue:
    """The curves up to the head of the run, whatever step is shown.

    steps (k,): ascending, from 0 to the head; all of them in a short run. mistakes (k,): made in so many steps.
    cursor: the step shown. epoch_length: steps of an epoch; 0 for a learner without epochs, which counts no mistakes.
    mistake_steps: of all mistakes, counted from 0; a view that the run shares.
    """

    steps: Ints
    mistakes: Ints
    cursor: int
    epoch_length: int
    epochs: EpochBars
    mistake_steps: Ints

    @property
    def head(self) -> int:
        return int(self.steps[-1])


@dataclass(frozen=True)
class Curves(Reading):
    """The curves at `columns` steps, equally far apart. Takes the same time however long the run is."""

    key: ClassVar[str] = "curves"

    columns: int = 400

    def read(self, moment: Moment, focus: Focus) -> CurvesValue:
        head, session = moment.frame.head, moment.session
        length = len(session.dataset.training) if learner(session.learner).by_epochs else 0
        steps = np.unique(np.rint(np.linspace(0, head, self.columns + 1)).astype(np.int64))
        return CurvesValue(
            steps=frozen(steps, np.int64),
            mistakes=frozen(np.searchsorted(moment.mistakes, steps), np.int64),
            cursor=moment.frame.counters.step,
            epoch_length=length,
            epochs=epoch_bars(moment.mistakes, head, length),
            mistake_steps=moment.mistakes,
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """Each step with a mistake, counted from 1, and the mistakes up to there."""
        return Numbers(("step", "mistakes"), (moment.mistakes + 1, np.arange(1, len(moment.mistakes) + 1)))


def epoch_bars(mistakes: Ints, head: int, length: int) -> EpochBars:
    """The mistakes of the last `MOST_EPOCHS` epochs, in at most `MOST_BARS` bars.

    mistakes: the steps of all mistakes, (k,), ascending. head: the steps made. length: those of an epoch, or 0.

    >>> bars = epoch_bars(np.array([0, 1, 4]), 7, 3)
    >>> bars.starts.tolist(), bars.most.tolist()
    ([0, 1, 2, 3], [2, 1, 0])
    """
    begun = -(-head // length) if length else 0
    starts = np.arange(max(0, begun - MOST_EPOCHS), begun + 1)
    counts = np.diff(np.searchsorted(mistakes, starts * length))
    if not len(counts):
        return EpochBars(frozen((0,), np.int64), frozen((), np.int64))
    together = np.arange(0, len(counts), -(-len(counts) // MOST_BARS))
    edges = np.append(starts[together], begun)
    return EpochBars(frozen(edges, np.int64), frozen(np.maximum.reduceat(counts, together), np.int64))
