"""Detection of cycles: perceptron runs that repeat themselves and so never converge."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kpgui.analysis.answer import Points
from kpgui.kernels.numerics import exact_number, exact_numbers
from kpgui.model.arrays import EPSILON, Exacts, Floats
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.updates import Kind, Updates

LONGEST_PERIOD = 64
"""Longest period sought, in epochs."""

RATIONALS = 20_000
"""Most rational kernel values computed to decide whether f returns exactly: half a second's work."""

VALUES, EXACT_VALUES = 1 << 13, 1 << 6
"""Kernel values, in float64 and rational, between two checks of `token`: a few milliseconds' work."""


@dataclass(frozen=True)
class Cycle:
    """A cycle of a run: its last `period` epochs made the same updates as the `period` epochs before them.

    start: the first epoch (0-based) of the repetition. mistakes: in one period. exact: whether one period changes f by
    exactly 0 at every training point, so that the cycle never ends. Otherwise the change is 0 up to rounding, and the
    cycle is certain only for the epochs on record.
    """

    start: int
    period: int
    mistakes: int
    exact: bool


def cycle(
    problem: Points, updates: Updates, epochs: int, *, longest: int = LONGEST_PERIOD, token: Token = UNWATCHED
) -> Cycle | None:
    """The cycle that a perceptron's run has entered; None when the log shows none.

    updates: the complete log of the run's `epochs` epochs, all in the same order of points. α only grows, so it is f
    that has to return: the last epochs must repeat the updates of those before them row by row, and these must sum to
    zero, Σ Δβⱼ K(xⱼ, xᵢ) + Δb = 0 at every training point i, exactly or up to rounding. A bias counts as that of the
    kernel K + 1. Returns None for a log with decay, of another learner, or with a cap on α, which ends every cycle.
    Raises Cancelled.
    """
    length = len(problem.presentation(0))
    perceptron = (updates.kind == Kind.MISTAKE).all() and (updates.scale == 1).all()
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
        exact = _returns(problem, some, token)
        if exact is not None:
            start = epochs - period
            while start > 0 and rows[start - 1] == rows[start - 1 + period]:
                start -= 1
            return Cycle(start, period, len(some), exact)
    return None


def _signature(updates: Updates, length: int, start: int, stop: int) -> bytes:
    """The updates of one epoch as bytes, with steps counted from the epoch's start, to compare epochs by."""
    some = updates.rows(start, stop)
    return b"".join(
        column.tobytes() for column in (some.step % length, some.point, some.delta, some.bias_delta, some.kind)
    )


def _returns(problem: Points, some: Updates, token: Token) -> bool | None:
    """Whether these updates leave f unchanged at every training point: True if exactly, False if up to rounding.

    None when they change f, or when it would take too long to tell.
    """
    kernel, positions, sums = problem.kernel, *_summed(problem.dataset.points[some.point], some.delta)
    bias = _sum(some.bias_delta)
    if not len(positions):
        return None if bias else True
    if kernel.strictly_positive_definite:  # as is K + 1 then: only the zero vector is mapped to 0
        return None
    trained = problem.dataset.points[problem.presentation(0)]
    if not _within_rounding(problem, trained, positions, sums, bias, token):
        return None
    if not kernel.rational:
        return False
    if len(trained) * len(positions) * kernel.exact_cost > RATIONALS:
        return None
    return _exactly(problem, trained, positions, sums, bias, token)


def _summed(points: Floats, delta: Floats) -> tuple[Floats, Exacts]:
    """The distinct positions among points (k, d) at which the deltas (k,) have a nonzero sum, and these sums, exact."""
    positions, which = np.unique(points + 0.0, axis=0, return_inverse=True)  # + 0.0 makes −0 equal 0
    sums = np.zeros(len(positions), object)
    for value in np.unique(delta):  # a perceptron has few
        counts = np.bincount(which.ravel()[delta == value], minlength=len(positions))
        sums += counts.astype(object) * exact_number(value)
    left = np.flatnonzero(sums)
    return positions[left], sums[left]


def _sum(numbers: Floats) -> int | Fraction:
    values, counts = np.unique(numbers, return_counts=True)
    return sum(exact_number(value) * count for value, count in zip(values.tolist(), counts.tolist(), strict=True))


def _within_rounding(
    problem: Points, trained: Floats, positions: Floats, sums: Exacts, bias: Any, token: Token
) -> bool:
    """Whether Σ sumsⱼ K(positionsⱼ, x) + bias is 0 up to rounding for every x of `trained`."""
    weights, constant = sums.astype(np.float64), float(bias)
    roundings = (len(weights) + 4) * EPSILON
    height = max(1, VALUES // len(positions))
    for start in range(0, len(trained), height):
        token.check()
        rows = trained[start : start + height]
        values = problem.kernel.gram(rows, positions)
        with np.errstate(over="ignore", invalid="ignore"):  # a sum that overflows fails the test
            size = np.abs(values) @ np.abs(weights) + abs(constant)
            error = problem.kernel.value_error(rows, positions) @ np.abs(weights) + roundings * size
            rest = values @ weights + constant
            if not (np.abs(rest) <= (1 + roundings) * error).all() or not np.isfinite(error).all():
                return False
    return True


def _exactly(problem: Points, trained: Floats, positions: Floats, sums: Exacts, bias: Any, token: Token) -> bool:
    """`_within_rounding` in rational arithmetic, without rounding."""
    vectors = exact_numbers(positions)
    height = max(1, EXACT_VALUES // (len(positions) * problem.kernel.exact_cost))
    for start in range(0, len(trained), height):
        token.check()
        values = problem.kernel.exact_values(exact_numbers(trained[start : start + height]), vectors)
        if (values @ sums + bias != 0).any():
            return False
    return True
