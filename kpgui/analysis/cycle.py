"""A perceptron that goes round in a circle."""

from itertools import pairwise

import numpy as np

from kpgui.analysis.answer import Points
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.cancel import Stop, check, never
from kpgui.model.dataclass import dataclass
from kpgui.model.updates import MISTAKES, Kind, Updates

SLACK = 64
"""Roundings that a kernel value may have seen, in units of ε·√(K(x,x)·K(z,z))."""

MEMORY = 64
"""Epochs that a period may span."""


@dataclass(frozen=True)
class Cycle:
    """A run that repeats itself: after `period` epochs f is what it was, at every training point.

    start: the first epoch (0-based) that is repeated. mistakes: in one period. exact: what one period adds to f is
    exactly 0, not just to rounding.
    """

    start: int
    period: int
    mistakes: int
    exact: bool


def cycle(problem: Points, updates: Updates, epochs: int, *, longest: int = MEMORY, stop: Stop = never) -> Cycle | None:
    """The cycle that a perceptron's run has fallen into, None when the record shows none.

    updates: the whole record of the run's `epochs` complete epochs, each in the same order. α itself only grows, so it
    is f that has to return: the last epochs must make, row by row, the updates of those before them, and these must
    add up to nothing, Σ Δβⱼ K(xⱼ, xᵢ) + Δb = 0 at every point i. A record with a decay, or of another learner, has no
    cycle. Nor does a cap on α belong here, unless it holds every point: it ends the cycle when it is reached. Raises
    Cancelled.
    """
    length = len(problem.presentation(0))
    perceptron = np.isin(updates.kind, MISTAKES).all() and (updates.scale == 1).all()
    if not length or not epochs or not perceptron:
        return None
    epoch_of = updates.step // length
    bounds = np.searchsorted(epoch_of, np.arange(epochs + 1))
    rows = [_signature(updates, length, int(a), int(b)) for a, b in pairwise(bounds)]
    for period in range(1, min(longest, epochs // 2) + 1):
        check(stop)
        if rows[-period:] != rows[-2 * period : -period] or not any(rows[-period:]):
            continue
        some = updates.rows(int(bounds[epochs - period]), int(bounds[epochs]))
        capped = some.kind == Kind.CAPPED
        if capped.any() and not capped.all():
            return None
        rest, rounding = _left_over(problem, some, stop)
        if np.all(np.abs(rest) <= rounding):
            start = epochs - period
            while start > 0 and rows[start - 1] == rows[start - 1 + period]:
                start -= 1
            return Cycle(start, period, len(some), not rest.any())
    return None


def _signature(updates: Updates, length: int, start: int, stop: int) -> bytes:
    """The updates of an epoch, without the step at which the epoch began."""
    some = updates.rows(start, stop)
    return b"".join(
        column.tobytes() for column in (some.step % length, some.point, some.delta, some.bias_delta, some.kind)
    )


def _left_over(problem: Points, some: Updates, stop: Stop) -> tuple[Floats, Floats]:
    """What these updates change f by at the training points, and what rounding could make of nothing."""
    members = problem.presentation(0)
    norms = np.sqrt(np.maximum(problem.diagonal(), 0.0))
    delta = np.bincount(some.point, weights=some.delta, minlength=problem.n)
    bias = float(some.bias_delta.sum())
    rest, size = np.zeros(problem.n), abs(bias) + float(np.abs(delta) @ norms) * norms
    for j in np.flatnonzero(delta).tolist():
        check(stop)
        rest += delta[j] * problem.labels[j] * problem.signed_column(j)
    rest += problem.labels * bias
    return rest[members], (EPSILON * (SLACK + len(some)) * size)[members]
