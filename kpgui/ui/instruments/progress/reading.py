"""How a run goes: the curves of the whole run, and which points are right and wrong at the step shown."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.learners import learner
from kpgui.model.arrays import Ints, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.model.reading import ErrorRecord, Focus, Moment, Numbers, Reading
from kpgui.model.session import Session

MOST_BARS = 240
"""Most bars that are drawn."""


MOST_EPOCHS = 4096
"""The most epochs whose mistakes are counted one by one, the last ones."""

_ZERO: Ints = frozen((0,), np.int64)
NO_ERRORS = ErrorRecord(_ZERO, _ZERO, _ZERO, known=0)
"""What is known of a run whose errors are not worked out."""


@dataclass(frozen=True, eq=False)
class EpochBars:
    """The mistakes in each epoch, or the most in one of several: starts (k + 1,) counted from 0, most (k,).

    length: steps of an epoch, 0 for a learner without epochs. head: the steps made, in the last epoch perhaps fewer.
    """

    starts: Ints
    most: Ints
    length: int
    head: int


@dataclass(frozen=True, eq=False)
class ErrorCurve:
    """The points of one kind, trained on or held out, on the wrong side after so many steps; arrays are (k,).

    counts: after each of the steps. low, high: the extremes from the one before up to it, both included. points:
    how many there are of this kind. least: the minimum after any step but the 0-th, and the first step that it was
    reached at; None before that.
    """

    steps: Ints
    counts: Ints
    low: Ints
    high: Ints
    points: int
    least: tuple[int, int] | None


@dataclass(frozen=True, eq=False)
class CurvesValue:
    """The curves of a session's run up to its head, whatever step is shown.

    steps (k,): ascending, from 0 to the head; all of them in a short run. mistakes (k,): made in so many steps.
    cursor: the step shown. epoch_length: steps of an epoch; 0 for a learner without epochs, which counts no mistakes.
    mistake_steps: of all mistakes, counted from 0; a view that the run shares, as is `record`, the errors that
    `training` and `held_out` are made of.
    """

    session: Session
    steps: Ints
    mistakes: Ints
    cursor: int
    epoch_length: int
    epochs: EpochBars
    mistake_steps: Ints
    record: ErrorRecord
    training: ErrorCurve
    held_out: ErrorCurve

    @property
    def head(self) -> int:
        return int(self.steps[-1])


Confusion = tuple[Ints, Ints]
"""Of the points learned from and of those held out, (2, 2): how many of each class, +1 first, f gives each class."""


def confusion(frame: Frame | None, dataset: Dataset) -> Confusion | None:
    """The confusion matrices at the step shown; None before the first step, and for a frame of another dataset.

    Where f is exactly 0 the point is wrong, and so counts as one of the other class.
    """
    if frame is None or not frame.counters.step or not frame.is_of(dataset):
        return None
    negative = dataset.labels < 0
    cell = 2 * negative + (negative ^ frame.counters.wrong)
    training, held_out = (
        frozen(np.bincount(cell[part], minlength=4).reshape(2, 2), np.int64)
        for part in (~dataset.held_out, dataset.held_out)
    )
    return training, held_out


@dataclass(frozen=True)
class Curves(Reading):
    """The curves at `columns` steps, equally far apart.

    Takes a binary search for each, and one pass over the changes of the errors.
    """

    key: ClassVar[str] = "curves"
    needs_errors: ClassVar[bool] = True

    columns: int = 240

    def read(self, moment: Moment, focus: Focus) -> CurvesValue:
        head, session = moment.frame.head, moment.session
        length = _epoch_length(session)
        steps = np.unique(np.rint(np.linspace(0, head, self.columns + 1)).astype(np.int64))
        record = moment.errors or NO_ERRORS
        held_out = int(np.count_nonzero(session.dataset.held_out))
        plotted = record.steps if record.every else steps[steps <= record.known]
        return CurvesValue(
            session=session,
            steps=frozen(steps, np.int64),
            mistakes=frozen(np.searchsorted(moment.mistakes, steps), np.int64),
            cursor=moment.frame.counters.step,
            epoch_length=length,
            epochs=last_epochs(moment.mistakes, head, length),
            mistake_steps=moment.mistakes,
            record=record,
            training=error_curve(record.steps, record.training, plotted, len(session.dataset) - held_out),
            held_out=error_curve(record.steps, record.held_out, plotted, held_out),
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """The mistakes and errors after each step at which one of them changed; errors that are not known are empty."""
        record = moment.errors or NO_ERRORS
        steps = np.union1d(moment.mistakes + 1, record.steps)
        made = np.searchsorted(moment.mistakes, steps)
        at = np.searchsorted(record.steps, steps, "right") - 1
        unknown = ~np.isin(steps, record.steps) if record.every else steps > record.known
        errors = [np.where(unknown, "", column[at].astype(object)) for column in (record.training, record.held_out)]
        return Numbers(("step", "mistakes", "training_errors", "held_out_errors"), (steps, made, *errors))


def error_curve(steps: Ints, counts: Ints, plotted: Ints, points: int) -> ErrorCurve:
    """Errors reduced to the steps that are plotted, with minimum and maximum between them.

    steps, counts: (k,), each count holds until the next step. plotted: (m,), ascending, from 0.

    >>> curve = error_curve(np.array([0, 2, 3, 9]), np.array([8, 5, 6, 1]), np.array([0, 4, 8]), 8)
    >>> curve.counts.tolist(), curve.low.tolist(), curve.least
    ([8, 6, 6], [8, 5, 6], (1, 9))
    """
    at = np.searchsorted(steps, plotted, "right") - 1
    last = counts[at]
    low, high = last.copy(), last.copy()
    changed = np.flatnonzero(np.diff(at)) + 1
    if len(changed):
        first = at[changed - 1] + 1
        until = counts[: at[-1] + 1]
        low[changed] = np.minimum(last[changed - 1], np.minimum.reduceat(until, first))
        high[changed] = np.maximum(last[changed - 1], np.maximum.reduceat(until, first))
    best = int(np.argmin(counts[1:])) + 1 if len(counts) > 1 else 0
    return ErrorCurve(
        frozen(plotted, np.int64),
        frozen(last, np.int64),
        frozen(low, np.int64),
        frozen(high, np.int64),
        points,
        (int(counts[best]), int(steps[best])) if best else None,
    )


def _epoch_length(session: Session) -> int:
    return len(session.dataset.training) if learner(session.learner).by_epochs else 0


def last_epochs(mistakes: Ints, head: int, length: int) -> EpochBars:
    """The mistakes of the last `MOST_EPOCHS` epochs.

    mistakes: the steps of all mistakes, (k,), ascending. head: the steps made. length: those of an epoch, or 0.

    >>> bars = last_epochs(np.array([0, 1, 4]), 7, 3)
    >>> bars.starts.tolist(), bars.most.tolist()
    ([0, 1, 2, 3], [2, 1, 0])
    """
    begun = -(-head // length) if length else 0
    starts = np.arange(max(0, begun - MOST_EPOCHS), begun + 1)
    return epoch_bars(np.diff(np.searchsorted(mistakes, starts * length)), int(starts[0]), length, head)


def epoch_bars(counts: Ints, before: int, length: int, head: int) -> EpochBars:
    """The mistakes of each epoch after the first `before` ones, in at most `MOST_BARS` bars."""
    together = np.arange(0, len(counts), max(1, -(-len(counts) // MOST_BARS)))
    most = np.maximum.reduceat(counts, together) if len(counts) else counts
    edges = np.append(together, len(counts)) + before
    return EpochBars(frozen(edges, np.int64), frozen(most, np.int64), length, head)
