"""The bare perceptron step, margins += column and α += 1, in a loop as tight as Python allows."""

from math import inf
from time import perf_counter

from kpgui.learners.margins import MarginState, next_mistake
from kpgui.model.updates import Kind

MISTAKE = float(Kind.MISTAKE)

NEAR = 16
"""Points looked at one by one before a vectorised scan pays."""


def examine_plainly(state: MarginState, stop: int, deadline: float, eta: float) -> None:
    """Examine the points up to position `stop` of the epoch, or to the deadline; each mistake adds its column.

    The same as finding a mistake and learning from it in turns, without the calls between them: they cost
    as much as the arithmetic when there are a thousand points.
    """
    margins, in_order, visit, labels = state.margins, state.in_order, state.visit, state.labels
    presented, alpha, log, column_of = visit.data, state.alpha_of, state.log, state.problem.signed_column
    position, offset, mistakes, timed = state.position, state.step - state.position, 0, deadline < inf
    while True:
        window = margins[visit[position:stop][:NEAR]] if in_order is None else in_order[position:stop][:NEAR]
        for margin in window.tolist():
            if margin <= 0:
                break
            position += 1
        else:
            position = next_mistake(state, position, stop)
            if position == stop:
                break
            margin = margins.item(presented[position])
        i = presented[position]
        step = eta * labels[i]
        log += (offset + position, i, step, 0.0, 1.0, MISTAKE, step * margin)
        margins += column_of(i)
        alpha[i] += 1
        mistakes += 1
        position += 1
        if timed and perf_counter() > deadline:
            break
    state.step, state.position = offset + position, position
    state.updates += mistakes
    state.mistakes_per_epoch[-1] += mistakes
    state.mistakes += mistakes
