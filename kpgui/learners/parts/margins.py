"""Learners that keep the margins of all points up to date: looking at a point is nothing, a change costs a column.

Sums that are kept up to date carry the rounding of every change that was ever made. So a bound on it is carried with
them (Higham 2002, chapter 4), and a margin that is not clear of it is summed anew: otherwise what rounding leaves of a
0 would pass for a score.
"""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.learners.base import Learner, TrainingProblem, bound
from kpgui.learners.parts.online import OnlineLearner, OnlineState, begin
from kpgui.model.arrays import EPSILON, FAINTEST, Floats, Ints

FIRST_SCAN, LONGEST_SCAN = 128, 65_536
"""Points in a vectorised scan: few after a mistake, ever more while there is none."""

TAILS = 64
"""Margins that are worked out anew and found to have a sign after all, before a bound is carried for each point."""


@dataclass(kw_only=True)
class MarginState(OnlineState):
    """Margins y·f(x) of every point of the dataset, up to a positive factor, and how far off they may be.

    learner: whose run it is. sums: (n,) float64, the margins without the bias. margins: (n,), with it; the same array
    where there is none. So a bias that has come back to 0 leaves the faintest sum its sign. weight: the sizes of all
    coefficients that were added, summed up. error: how far off a sum may be. sizes: (n,) Σ|coefficient·K| of each sum,
    once that is worth carrying. errors: (n,) what the kernel values in it may be off, where one bound for all of them
    says nothing. tails: margins that were worked out anew and had a sign. signed: the margin of the
    point that was found mistaken last, right in its sign.
    """

    learner: Learner
    sums: Floats
    bias: float = 0.0
    weight: float = 0.0
    error: float = 0.0
    sizes: Floats | None = field(default=None, init=False)
    errors: Floats | None = field(default=None, init=False)
    tails: int = field(default=0, init=False)
    signed: float = field(default=0.0, init=False)
    in_order: Floats | None = field(default=None, init=False)
    """The margins of the points that the epoch presents, as a view, where they stand side by side."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.biased = self.learner.biased and self.learner.bias_decays
        self.margins = self.sums.copy() if self.biased else self.sums
        self.margin_of = self.margins.data
        self.size, self.value_error = self.problem.magnitude
        self.flags = bytearray(LONGEST_SCAN)
        self.flag_array = np.frombuffer(self.flags, np.bool_)
        if not max(self.size, self.value_error) < inf:  # a bound for each value, then, as costly as it is
            self.sizes, self.errors = np.zeros(self.problem.n), np.zeros(self.problem.n)
        self._limit = np.zeros(())  # an array compares with an array in half the time that it takes with a number

    def enter(self, visit: Ints) -> None:
        if visit is self.visit:
            return
        super().enter(visit)
        consecutive = bool(np.all(np.diff(visit) == 1))
        self.in_order = self.margins[visit[0] : visit[0] + len(visit)] if consecutive else None

    def add(self, i: int, amount: float, bias: float = 0.0) -> None:
        """Add amount·y·K(xᵢ, ·) to f, and this to the bias."""
        column = self.problem.signed_column(i)
        self.sums += column if amount == 1 else amount * column
        self.weight += amount
        self.error += amount * self.value_error + EPSILON * self.weight * self.size
        if self.sizes is not None:
            self.note_size(i, column, amount)
        if self.biased:
            self.bias += bias
            np.multiply(self.problem.labels, self.bias, out=self.margins)
            self.margins += self.sums

    def note_size(self, i: int, column: Floats, amount: float) -> None:
        """Let the bounds of each margin follow what this column adds to it."""
        assert self.sizes is not None
        self.sizes += np.abs(column) if amount == 1 else amount * np.abs(column)
        if self.errors is not None:
            self.errors += amount * self.problem.value_errors(i)

    def scale(self, factor: float) -> None:
        """Multiply f by this factor."""
        self.sums *= factor
        self.weight *= factor
        self.error *= factor
        self.error += EPSILON * self.weight * self.size
        if self.sizes is not None:
            self.sizes *= factor
        if self.errors is not None:
            self.errors *= factor * (1 + EPSILON)
        if self.biased:
            self.bias *= factor
            self.margins *= factor

    @property
    def doubt(self) -> float:
        """How far off any margin may be."""
        with_bias = EPSILON * (self.weight * self.size + abs(self.bias)) if self.biased else 0.0
        return bound(self.error + with_bias)

    def doubts(self, rows: Ints | slice | int) -> Floats:
        """How far off the margins of these points may be: for each, or for any of them, as an array of no dimension.

        Far from all points margins are sums of tails, each of them exact to a share of itself; so is then the sum, to a
        share of the sum of sizes.
        """
        if self.sizes is None:
            self._limit.fill(self.doubt)
            return self._limit
        rest, rounding = FAINTEST * self.weight + EPSILON * abs(self.bias), EPSILON * (2 * self.updates + 4)
        if self.errors is not None:
            return rounding * self.sizes[rows] + (1 + rounding) * self.errors[rows] + rest
        return (self.problem.relative_error + rounding) * self.sizes[rows] + rest

    def watch_sizes(self) -> None:
        """From now on carry what each margin is a sum of in size, where kernel values are exact to a share of them."""
        if self.problem.relative_error < inf:
            terms = np.abs(self.terms())
            self.sizes = np.zeros(self.problem.n)
            for i in np.flatnonzero(terms).tolist():
                self.sizes += terms[i] * np.abs(self.problem.signed_column(i))

    def terms(self) -> Floats:
        """The coefficients of f in the unit of the margins, (n,)."""
        return self.alpha * self.problem.labels

    def settle(self, rows: Ints) -> Floats:
        """The margins of these points from scratch, right in their signs: 0 where one cannot be told from 0."""
        roundings = self.learner.roundings(self.updates, self.step)
        slack = roundings * EPSILON * self.weight if self.biased else 0.0
        f = self.problem.score(rows, self.terms(), self.bias, roundings, slack)
        return self.problem.labels[rows] * f

    def settled(self, i: int) -> float:
        """The margin of one point, right in its sign."""
        margin: float = self.margin_of[i]
        if abs(margin) > self.doubts(i):
            return margin
        margin = float(self.settle(np.array([i]))[0])
        self.tails += margin != 0
        if self.tails == TAILS and margin and self.sizes is None:
            self.watch_sizes()
        return margin


class MistakeDriven(OnlineLearner):
    """A learner that changes something only at a mistake, found by scanning the margins."""

    @abstractmethod
    def learn(self, state: Any, i: int) -> None:
        """What a mistake on point i does to the state. Writes its row by `state.record`."""

    def examine(self, state: Any, stop: int, deadline: float) -> None:
        start, position = state.step - state.position, state.position
        visit, learn, timed, mistakes = state.visit.data, self.learn, deadline < inf, 0
        while True:
            position, mistaken = next_mistake(state, position, stop, deadline)
            state.step = start + position
            if not mistaken:
                break
            learn(state, visit[position])
            mistakes += 1
            position += 1
            if state.status is not None or (timed and perf_counter() > deadline):
                break
        state.step, state.position = start + position, position
        state.mistakes_per_epoch[-1] += mistakes
        state.mistakes += mistakes

    def signed_error(self, state: Any) -> Floats | float:
        return margin_error(state)


def margin_error(state: MarginState) -> Floats | float:
    """How far off the margins of all points may be."""
    return state.doubt if state.sizes is None else state.doubts(slice(None))


def begin_with_margins(learner: Learner, problem: TrainingProblem, state_type: type[MarginState], **more: Any) -> Any:
    """A state before the first point, with the margins of f = 0."""
    return begin(problem, state_type, learner=learner, sums=np.zeros(problem.n), **more)


def next_mistake(state: MarginState, position: int, stop: int, deadline: float) -> tuple[int, bool]:
    """The first position from this one on whose point has a margin ≤ 0, which goes to `state.signed`, and True.

    Else where it has come to: `stop`, or earlier if the deadline came while margins were worked out anew.
    """
    width, presented = FIRST_SCAN, state.visit.data
    while position < stop:
        end = min(position + width, stop)
        rows = state.visit[position:end]
        margins = state.margins[rows] if state.in_order is None else state.in_order[position:end]
        np.less_equal(margins, state.doubts(rows), out=state.flag_array[: end - position])
        found = state.flags.find(1, 0, end - position)
        while found >= 0:
            state.signed = state.settled(presented[position + found])
            if not state.signed > 0:
                return position + found, True
            if deadline < inf and perf_counter() > deadline:
                return position + found + 1, False
            found = state.flags.find(1, found + 1, end - position)
        position, width = end, min(8 * width, LONGEST_SCAN)
    return stop, False
