"""The mistakes of each epoch, thinned out to what a small plot can show."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.reading import Focus, Moment, Reading

MOST = 240
"""Steps that are drawn at most."""


@dataclass(frozen=True, eq=False)
class MistakeCurve:
    """Bars with edges (k + 1,) and heights (k,), see `mistake_curve`. epochs: begun; last: mistakes of the last one."""

    edges: Floats
    heights: Floats
    epochs: int
    last: int

    @classmethod
    def of(cls, per_epoch: Ints, epochs: int) -> "MistakeCurve":
        """The curve of the last epochs, of so many begun."""
        edges, heights = mistake_curve(per_epoch, epochs - len(per_epoch))
        last = int(per_epoch[-1]) if len(per_epoch) else 0
        return cls(frozen(edges, np.float64), frozen(heights, np.float64), epochs, last)


@dataclass(frozen=True)
class Mistakes(Reading):
    """The curve of mistakes per epoch; without bars for a learner that does not go by epochs."""

    key: ClassVar[str] = "mistakes"

    def read(self, moment: Moment, focus: Focus) -> MistakeCurve:
        counters = moment.frame.counters
        return MistakeCurve.of(counters.per_epoch, counters.epoch)


def mistake_curve(per_epoch: Ints, before: int = 0) -> tuple[Floats, Floats]:
    """Edges (k + 1,) and heights (k,) of the bars that show mistakes per epoch, epochs counted from 1.

    before: how many epochs there were before the first of `per_epoch`.

    When there are more epochs than fit, each bar shows the most mistakes of several epochs.

    >>> edges, heights = mistake_curve(np.array([4, 0]))
    >>> edges.tolist(), heights.tolist()
    ([0.5, 1.5, 2.5], [4.0, 0.0])
    """
    epochs = len(per_epoch)
    if epochs == 0:
        return np.array([before + 0.5]), np.zeros(0)
    width = -(-epochs // MOST)
    starts = np.arange(0, epochs, width)
    heights = np.maximum.reduceat(per_epoch, starts).astype(np.float64)
    edges = np.append(starts, epochs) + before + 0.5
    return edges, heights
