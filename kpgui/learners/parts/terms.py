"""The terms that f is a sum of, one for each update that added one, found again in the log."""

from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.reading import Moment
from kpgui.model.updates import CHANGES, Kind

MOST_ROWS = 1 << 16
"""Most rows of the log that are read to find terms: a millisecond's work."""


class Terms(NamedTuple):
    """Terms in the order in which they were added; arrays (k,).

    points: indices. values: coefficients as they are after the last update of the log. steps: when each was added,
    from 1.
    """

    points: Ints
    values: Floats
    steps: Ints


def last_terms(moment: Moment, count: int) -> Terms:
    """The last `count` terms that were added up to this moment, or as many as are found in MOST_ROWS rows.

    Each has been multiplied by the scales of all rows after its own.
    """
    rows = moment.trace.latest(min(2 * count, MOST_ROWS))  # enough where one eviction at most follows each addition
    added = np.flatnonzero(np.isin(rows.kind, CHANGES))
    if len(added) < count:
        rows = moment.trace.latest(MOST_ROWS)
        added = np.flatnonzero(np.isin(rows.kind, CHANGES))
    added = added[max(0, len(added) - count) :]
    later = np.append(np.cumprod(rows.scale[::-1])[::-1], 1.0)[1:]
    return Terms(rows.point[added], rows.delta[added] * later[added], rows.step[added] + 1)


def last_dropped(moment: Moment) -> tuple[int, float] | None:
    """The number from 1 of the point whose term was dropped last, and the scale before that; None if there is none."""
    rows = moment.trace.latest(2)
    dropped = np.flatnonzero(rows.kind == Kind.EVICTED)
    return (int(rows.point[dropped[-1]]) + 1, float(rows.scale[dropped[-1]])) if len(dropped) else None


def gone(moment: Moment) -> Ints:
    """Indices of the points that were mistaken and carry nothing of f now."""
    return np.flatnonzero((moment.frame.counters.alpha > 0) & (moment.frame.expansion.beta == 0))
