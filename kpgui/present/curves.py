"""The curves of a run as lines of a plot and as sentences."""

from dataclasses import dataclass

import numpy as np

from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.number import grouped
from kpgui.present.counters import plural
from kpgui.readings.curves import CurvesValue

EMPTY = "Nothing has been learned."
NO_MISTAKES = "This learner does not go point by point, so that it counts no mistakes."


@dataclass(frozen=True, eq=False)
class Line:
    """A line of a plot: corners (k, 2) in steps and counts. colour: a name of the palette. name: for the legend."""

    corners: Floats
    colour: str
    name: str = ""
    filled: bool = False
    dashed: bool = False
    faint: bool = False


def stairs(x: Floats | Ints, y: Floats | Ints) -> Floats:
    """The corners of a function that has the value y[k] from x[k] up to x[k + 1], (2k − 1, 2).

    >>> stairs(np.array([0, 3, 4]), np.array([5, 6, 7])).tolist()
    [[0.0, 5.0], [3.0, 5.0], [3.0, 6.0], [4.0, 6.0], [4.0, 7.0]]
    """
    return frozen(np.column_stack([np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]]), np.float64)


def mistake_line(value: CurvesValue, per_epoch: bool) -> Line:
    """The cumulative mistakes over the steps, or those of each epoch over the steps of that epoch."""
    if not per_epoch:
        return Line(stairs(value.steps, value.mistakes), "flash", filled=True)
    edges = np.minimum(value.epochs.starts * value.epoch_length, value.head)
    heights = value.epochs.most
    corners = stairs(edges, np.append(heights, heights[-1:])) if len(heights) else np.zeros((0, 2))
    return Line(frozen(corners, np.float64), "flash", filled=True)


def mistakes_text(value: CurvesValue | None, step: int, per_epoch: bool) -> str:
    """The mistakes at a step, exact whether it is one of those plotted or not."""
    if value is None or not value.head:
        return EMPTY
    if not value.epoch_length:
        return NO_MISTAKES
    if per_epoch:
        return _epoch_text(value, step)
    made = int(np.searchsorted(value.mistake_steps, step))
    return f"After step {grouped(step)}: {plural(made, 'mistake')}"


def _epoch_text(value: CurvesValue, step: int) -> str:
    starts = value.epochs.starts
    bar = int(np.searchsorted(starts * value.epoch_length, step)) - 1
    bar = min(max(bar, 0), len(starts) - 2)
    first, last, most = int(starts[bar]) + 1, int(starts[bar + 1]), int(value.epochs.most[bar])
    if first == last:
        return f"Epoch {grouped(first)}: {plural(most, 'mistake')}"
    return f"Epochs {grouped(first)} to {grouped(last)}: at most {plural(most, 'mistake')} in one"
