"""Mistakes per epoch, reduced to what a small plot can show."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.reading import Focus, Moment, Numbers, Reading

MOST_BARS = 240
"""Most bars that are drawn."""


@dataclass(frozen=True, eq=False)
class MistakeCurve:
    """Bars with edges (k + 1,) and heights (k,), see `mistake_curve`.

    epochs: number of epochs begun. last: mistakes in the last one.
    """

    edges: Floats
    heights: Floats
    epochs: int
    last: int

    @classmethod
    def of(cls, per_epoch: Ints, epochs: int) -> "MistakeCurve":
        """The curve for the mistakes in each of the last epochs; epochs: number of all epochs begun."""
        edges, heights = mistake_curve(per_epoch, epochs - len(per_epoch))
        last = int(per_epoch[-1]) if len(per_epoch) else 0
        return cls(frozen(edges, np.float64), frozen(heights, np.float64), epochs, last)


@dataclass(frozen=True)
class Mistakes(Reading):
    """The curve of mistakes per epoch; it has no bars for a learner without epochs."""

    key: ClassVar[str] = "mistakes"

    def read(self, moment: Moment, focus: Focus) -> MistakeCurve:
        counters = moment.frame.counters
        return MistakeCurve.of(counters.per_epoch, counters.epoch)

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """The mistakes in each of the last epochs, as many as a frame carries, with the number of the epoch from 1."""
        counters = moment.frame.counters
        epochs = np.arange(counters.epoch - len(counters.per_epoch), counters.epoch) + 1
        return Numbers(("epoch", "mistakes"), (epochs, counters.per_epoch))


def mistake_curve(per_epoch: Ints, before: int = 0) -> tuple[Floats, Floats]:
    """Edges (k + 1,) and heights (k,) of the bars that show mistakes per epoch, epochs counted from 1.

    before: number of epochs before the first in `per_epoch`. With more than MOST_BARS epochs, each bar shows the
    maximum of several epochs.

    >>> edges, heights = mistake_curve(np.array([4, 0]))
    >>> edges.tolist(), heights.tolist()
    ([0.5, 1.5, 2.5], [4.0, 0.0])
    """
    epochs = len(per_epoch)
    if epochs == 0:
        return np.array([before + 0.5]), np.zeros(0)
    width = -(-epochs // MOST_BARS)
    starts = np.arange(0, epochs, width)
    heights = np.maximum.reduceat(per_epoch, starts).astype(np.float64)
    edges = np.append(starts, epochs) + before + 0.5
    return edges, heights
