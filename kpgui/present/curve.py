"""The mistake curve, thinned out to what a small plot can show."""

import numpy as np

from kpgui.model.arrays import Floats, Ints

MOST = 240
"""Steps that are drawn at most."""


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
