"""The bare perceptron step, sums += column and α += 1, in a loop as tight as Python allows."""

from math import inf
from time import perf_counter

import numpy as np

from kpgui.learners.margins import FIRST_SCAN, LONGEST_SCAN, MarginState
from kpgui.model.arrays import EPSILON
from kpgui.model.updates import COLUMNS, Kind

MISTAKE = float(Kind.MISTAKE)

AHEAD = 256
"""Mistakes for which one bound on the rounding is made to last, since it costs as much as adding a short column."""


def examine_plainly(state: MarginState, stop: int, deadline: float, eta: float) -> None:
    """Examine the points up to position `stop` of the epoch, or to the deadline; each mistake adds its column.

    The same as finding a mistake and learning from it in turns, without the calls between them: they cost
    as much as the arithmetic when there are a thousand points. α and the log are written where a bound on the rounding ends,
    and before a score may have to be worked out anew, for which α is needed.
    """
    sums, in_order, visit, flags, flag_array = state.sums, state.in_order, state.visit, state.flags, state.flag_array
    presented, sum_of, column_of = visit.data, state.margin_of, state.problem.signed_column
    position, offset, timed = state.position, state.step - state.position, deadline < inf
    made: list[int] = []
    signed_scores: list[float] = []
    room, width = 0, FIRST_SCAN
    while position < stop:
        if not room:
            _write(state, made, signed_scores, offset, eta)
            room = AHEAD - state.updates % AHEAD
            _bound(state, state.updates + room)
            doubt, limit = state.doubt, state.limit
        end = position + width if position + width < stop else stop
        window = sums[visit[position:end]] if in_order is None else in_order[position:end]
        np.less_equal(window, limit, flag_array[: end - position])
        found = flags.find(1, 0, end - position)
        if found < 0:
            position, width = end, min(8 * width, LONGEST_SCAN)
            continue
        position += found
        signed = sum_of[presented[position]]
        if signed >= -doubt:
            _write(state, made, signed_scores, offset, eta)
            signed = state.settled(presented[position], doubt)
            if signed > 0:
                position += 1
                continue
        made.append(position)
        signed_scores.append(signed)
        sums += column_of(presented[position])
        position += 1
        room -= 1
        width = FIRST_SCAN
        if timed and perf_counter() > deadline:
            break
    _write(state, made, signed_scores, offset, eta)
    state.step, state.position = offset + position, position


def _bound(state: MarginState, updates: int) -> None:
    """Let the bounds hold until there are so many updates: those of `MarginState.add`, added up."""
    state.weight = float(updates)
    state.error = updates * (state.value_error + 0.5 * (updates + 1) * EPSILON * state.size)


def _write(state: MarginState, positions: list[int], signed: list[float], offset: int, eta: float) -> None:
    """Count the mistakes at these positions of the epoch and write their rows; the lists are emptied.

    signed: y·f before each. offset: of the step from the position.
    """
    count = len(positions)
    if not count:
        return
    steps = np.array(positions)
    points = state.visit[steps]
    np.add.at(state.alpha, points, 1)
    table = np.zeros((count, len(COLUMNS)))
    columns = dict(zip(COLUMNS, table.T, strict=True))
    columns["step"][:] = steps
    columns["step"] += offset
    columns["point"][:] = points
    np.multiply(eta, state.problem.labels[points], out=columns["delta"])
    columns["scale"].fill(1.0)
    columns["kind"].fill(MISTAKE)
    np.multiply(columns["delta"], signed, out=columns["score"])
    state.tables.append(table)
    state.updates += count
    state.mistakes += count
    state.mistakes_per_epoch[-1] += count
    positions.clear()
    signed.clear()
