"""A perceptron that goes round in a circle."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kpgui.analysis.answer import Points
from kpgui.kernels.numerics.rounding import exact_number, exact_numbers
from kpgui.model.arrays import EPSILON, Exacts, Floats
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.updates import MISTAKES, Kind, Updates

MEMORY = 64
"""Epochs that a period may span."""

RATIONALS = 20_000
"""Rational kernel values up to which it is decided whether f returns exactly: half a second's work."""

VALUES, EXACT_VALUES = 1 << 13, 1 << 6
"""Kernel values, and rational ones, between two looks at `token`: a few milliseconds' work."""


@dataclass(frozen=True)
class Cycle:
    """A run that repeats itself: its last `period` epochs made the updates of those before them.

    start: the first epoch (0-based) that is repeated. mistakes: in one period. exact: what one period adds to f is 0 at
    every training point, so that it goes on like this. Otherwise it is 0 to rounding, which is known to hold for the
    epochs on record only.
    """

    start: int
    period: int
    mistakes: int
    exact: bool


def cycle(
    problem: Points, updates: Updates, epochs: int, *, longest: int = MEMORY, token: Token = UNWATCHED
) -> Cycle | None:
    """The cycle that a perceptron's run has fallen into, None when the record shows none.

    updates: the whole record of the run's `epochs` complete epochs, each in the same order. α itself only grows, so it
    is f that has to return: the last epochs must make, row by row, the updates of those before them, and these must
    add up to nothing, Σ Δβⱼ K(xⱼ, xᵢ) + Δb = 0 at every training point i, exactly or to rounding. A bias is taken to be
    learned as that of K + 1. A record with a decay, or of another learner, has no cycle. Nor does a cap on α belong
    here, unless it holds every point: it ends the cycle when it is reached. Raises Cancelled.
    """
    length = len(problem.presentation(0))
    perceptron = np.isin(updates.kind, MISTAKES).all() and (updates.scale == 1).all()
    if not length or not epochs or not perceptron:
        return None
    epoch_of = updates.step // length
    bounds = np.searchsorted(epoch_of, np.arange(epochs + 1))
    rows = [_signature(updates, length, int(a), int(b)) for a, b in pairwise(bounds)]
    for period in range(1, min(longest, epochs // 2) + 1):
        token.check()
        if rows[-period:] != rows[-2 * period : -period] or not any(rows[-period:]):
            continue
        some = updates.rows(int(bounds[epochs - period]), int(bounds[epochs]))
        capped = some.kind == Kind.CAPPED
        if capped.any() and not capped.all():
            return None
        exact = _returns(problem, some, token)
        if exact is not None:
            start = epochs - period
            while start > 0 and rows[start - 1] == rows[start - 1 + period]:
                start -= 1
            return Cycle(start, period, len(some), exact)
    return None


def _signature(updates: Updates, length: int, start: int, stop: int) -> bytes:
    """The updates of an epoch, without the step at which the epoch began."""
    some = updates.rows(start, stop)
    return b"".join(
        column.tobytes() for column in (some.step % length, some.point, some.delta, some.bias_delta, some.kind)
    )


def _returns(problem: Points, some: Updates, token: Token) -> bool | None:
    """Whether f is what it was before these updates, at every training point: True if exactly, False if to rounding.

    None when it is not, or when it would take long to tell.
    """
    kernel, places, sums = problem.kernel, *_summed(problem.dataset.points[some.point], some.delta)
    bias = _sum(some.bias_delta)
    if not len(places):
        return None if bias else True
    if kernel.strictly_positive_definite:  # as is K + 1: a positive definite matrix makes 0 of nothing but 0
        return None
    trained = problem.dataset.points[problem.presentation(0)]
    if not _within_rounding(problem, trained, places, sums, bias, token):
        return None
    if not kernel.rational:
        return False
    if len(trained) * len(places) * kernel.exact_cost > RATIONALS:
        return None
    return _exactly(problem, trained, places, sums, bias, token)


def _summed(points: Floats, delta: Floats) -> tuple[Floats, Exacts]:
    """The places of these points (k, d) at which the numbers (k,) do not add up to 0, and what they add up to."""
    places, which = np.unique(points + 0.0, axis=0, return_inverse=True)  # 0 for −0, the same place
    sums = np.zeros(len(places), object)
    for value in np.unique(delta):  # a perceptron has few
        counts = np.bincount(which.ravel()[delta == value], minlength=len(places))
        sums += counts.astype(object) * exact_number(value)
    left = np.flatnonzero(sums)
    return places[left], sums[left]


def _sum(numbers: Floats) -> int | Fraction:
    values, counts = np.unique(numbers, return_counts=True)
    return sum(exact_number(value) * count for value, count in zip(values.tolist(), counts.tolist(), strict=True))


def _within_rounding(problem: Points, trained: Floats, places: Floats, sums: Exacts, bias: Any, token: Token) -> bool:
    """Whether Σ sumsⱼ K(placesⱼ, x) + bias is 0 for every x of `trained` as far as float64 can tell."""
    weights, constant = sums.astype(np.float64), float(bias)
    roundings = (len(weights) + 4) * EPSILON
    height = max(1, VALUES // len(places))
    for start in range(0, len(trained), height):
        token.check()
        rows = trained[start : start + height]
        values = problem.kernel.gram(rows, places)
        with np.errstate(over="ignore", invalid="ignore"):  # a sum that overflows is not certain: no
            size = np.abs(values) @ np.abs(weights) + abs(constant)
            error = problem.kernel.value_error(rows, places) @ np.abs(weights) + roundings * size
            rest = values @ weights + constant
            if not (np.abs(rest) <= (1 + roundings) * error).all() or not np.isfinite(error).all():
                return False
    return True


def _exactly(problem: Points, trained: Floats, places: Floats, sums: Exacts, bias: Any, token: Token) -> bool:
    """The same in rationals."""
    vectors = exact_numbers(places)
    height = max(1, EXACT_VALUES // (len(places) * problem.kernel.exact_cost))
    for start in range(0, len(trained), height):
        token.check()
        values = problem.kernel.exact_values(exact_numbers(trained[start : start + height]), vectors)
        if (values @ sums + bias != 0).any():
            return False
    return True
