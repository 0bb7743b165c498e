"""The plain perceptron update, sums += column and α += 1, in a loop as tight as Python allows."""

from dataclasses import dataclass, field
from math import inf
from time import perf_counter

import numpy as np

from kpgui.learners.parts.margins import FIRST_SCAN, LONGEST_SCAN, MarginState
from kpgui.model.arrays import EPSILON
from kpgui.model.updates import COLUMNS, Kind

MISTAKE = float(Kind.MISTAKE)

AHEAD = 256
"""Mistakes covered by one computation of the rounding bound, which costs as much as adding a short column."""


@dataclass(kw_only=True, eq=False, repr=False)
class PlainState(MarginState):
    """Buffer of the mistakes not yet written to α and the log: step, point and y·f before the update of each."""

    steps: list[int] = field(default_factory=list, init=False)
    points: list[int] = field(default_factory=list, init=False)
    margins_before: list[float] = field(default_factory=list, init=False)

    def write(self, eta: float) -> None:
        """Writes the buffered mistakes to α and to the tables of the log."""
        count = len(self.steps)
        if not count:
            return
        points = np.array(self.points)
        np.add.at(self.alpha, points, 1)
        table = np.ones((count, len(COLUMNS)))
        columns = dict(zip(COLUMNS, table.T, strict=True))
        columns["step"][:] = self.steps
        columns["point"][:] = points
        np.multiply(eta, self.problem.labels[points], out=columns["delta"])
        columns["bias_delta"].fill(0.0)
        columns["kind"].fill(MISTAKE)
        np.multiply(columns["delta"], self.margins_before, out=columns["score"])
        self.tables.append(table)
        for each in (self.steps, self.points, self.margins_before):
            each.clear()

    def bound(self, updates: int) -> None:
        """Sets the error bounds to those that `add` would reach after so many updates."""
        self.weight = float(updates)
        self.error = updates * (self.value_error + 0.5 * (updates + 1) * EPSILON * self.size)


def examine_plainly(state: PlainState, stop: int, deadline: float, eta: float) -> None:
    """Examines the points up to position `stop` of the epoch, or until the deadline; each mistake adds its column.

    The same as alternating `next_mistake` and `learn`, but without the calls, which for a thousand points cost as much
    as the arithmetic. α and the log are written only when needed: for a margin that has to be summed anew, and at the
    end of `advance`.
    """
    sums, in_order, visit, flags, flag_array = state.sums, state.in_order, state.visit, state.flags, state.flag_array
    presented, sum_of, column_of = visit.data, state.margin_of, state.problem.signed_column
    steps, points, before = state.steps, state.points, state.margins_before
    position, offset, timed = state.position, state.step - state.position, deadline < inf
    mistakes, room, width = 0, 0, FIRST_SCAN
    signed: float
    while position < stop:
        if not room:
            room = AHEAD - (state.updates + mistakes) % AHEAD
            state.bound(state.started + state.updates + mistakes + room)
            error_bound, limit = state.error_bound, state.error_bounds(0)
        end = position + width if position + width < stop else stop
        window = sums[visit[position:end]] if in_order is None else in_order[position:end]
        if state.sizes is not None:
            limit = state.error_bounds(visit[position:end])
        np.less_equal(window, limit, flag_array[: end - position])
        found = flags.find(1, 0, end - position)
        if found < 0:
            position, width = end, min(8 * width, LONGEST_SCAN)
            continue
        position += found
        i = presented[position]
        signed = sum_of[i]
        if signed >= -error_bound:
            state.write(eta)
            signed = state.certain_margin(i)
            if not state.is_mistake(i, signed):
                position += 1
                if timed and perf_counter() > deadline:
                    break
                continue
        steps.append(offset + position)
        points.append(i)
        before.append(signed)
        column = column_of(i)
        sums += column
        if state.sizes is not None:
            state.add_to_error_bounds(i, column, 1.0)
        mistakes += 1
        position += 1
        room -= 1
        width = FIRST_SCAN
        if timed and perf_counter() > deadline:
            break
    state.step, state.position = offset + position, position
    state.updates += mistakes
    state.mistakes_per_epoch[-1] += mistakes
    state.mistakes += mistakes
