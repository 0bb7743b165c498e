"""The mistake curve, reduced to the bars that fit a small plot."""

import numpy as np

from kpgui.model.arrays import Floats, Ints

MOST = 240
"""Most bars drawn."""


def mistake_curve(per_epoch: Ints, before: int = 0) -> tuple[Floats, Floats]:
    """Edges (k + 1,) and heights (k,) of the bars that show mistakes per epoch, epochs numbered from 1.

    before: the number of epochs before the first of `per_epoch`.

    When there are more epochs than bars, each bar shows the maximum of several epochs.

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
