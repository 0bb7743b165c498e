"""Learners that keep the margins of all points up to date: examining a point is free, an update costs a Gram column.

Running sums accumulate the rounding of every update. A bound of it is carried along (Higham 2002, chapter 4), and a
margin within that bound of 0 is summed anew, so that a rounding residue of a tie is not taken for a score.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, nan
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.learners.base import Learner, TrainingProblem, bound
from kpgui.learners.parts.online import OnlineLearner, OnlineState, S, begin
from kpgui.model.arrays import EPSILON, FAINTEST, Floats, Ints
from kpgui.model.expansion import Expansion

FIRST_SCAN, LONGEST_SCAN = 128, 65_536
"""Points in a vectorised scan for mistakes: few after a mistake, growing while there is none."""

MOST_TAILS, FEWEST_TAILS, POINTS_PER_TAIL = 64, 8, 32
"""After this many margins that were summed anew and turned out nonzero, an error bound is carried for each point.

Of few points sooner, in proportion to their number: for them the bounds cost less than one sum.
"""


@dataclass(kw_only=True, eq=False, repr=False)
class MarginState(OnlineState):
    """Margins y·f(x) of every point of the dataset, up to a positive factor, with error bounds.

    sums: (n,) the margins without the bias, held apart so that tiny ones keep their signs when it returns to 0.
    margins: (n,) with the bias; the same array as sums if there is none. weight: Σ|coefficient| of all terms added.
    error: an error bound of any sum. sizes: (n,) Σ|coefficient·K| of each sum, or None while the common bound is good
    enough. errors: (n,) error bounds of the kernel values in each sum, or None while a common bound is finite. tails:
    margins that were summed anew and turned out nonzero. signed: the margin of the last mistake found, with the right
    sign. tie: the label that a margin of 0 counts as. started: the mistakes that f started from.
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
    """A view of the presented points' margins in order of presentation, if they are consecutive in memory."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.biased = self.learner.biased and self.learner.bias_decays
        self.margins = self.sums.copy() if self.biased else self.sums
        self.margin_of = self.margins.data
        self.size, self.value_error = self.problem.magnitude
        self.flags = bytearray(LONGEST_SCAN)
        self.flag_array = np.frombuffer(self.flags, np.bool_)
        if not max(self.size, self.value_error) < inf:  # then a bound for each value, costly as it is
            self.sizes, self.errors = np.zeros(self.problem.n), np.zeros(self.problem.n)
        self.tie, self.started = self.learner.tie, 0
        self._most_tails = min(MOST_TAILS, max(FEWEST_TAILS, self.problem.n // POINTS_PER_TAIL))
        self._limit = np.zeros(())  # comparing with a 0-d array takes half as long as with a float

    def enter(self, visit: Ints) -> None:
        if visit is self.visit:
            return
        super().enter(visit)
        consecutive = bool(np.all(np.diff(visit) == 1))
        self.in_order = self.margins[visit[0] : visit[0] + len(visit)] if consecutive else None

    def start(self, alpha: Sequence[int]) -> None:
        """Starts from the f of these mistakes, (n,)."""
        for i in np.flatnonzero(alpha).tolist():
            self.add(i, alpha[i], alpha[i] * self.labels[i])
            self.alpha_of[i] = alpha[i]
            self.started += alpha[i]

    def is_mistake(self, i: int, signed: float) -> bool:
        """Whether point i with this margin, of the right sign, is a mistake under the tie rule."""
        return not (signed > 0 or (signed == 0 and self.labels[i] == self.tie))

    def add(self, i: int, amount: float, bias: float = 0.0) -> None:
        """Adds amount·yᵢ·K(xᵢ, ·) to f, and `bias` to the bias."""
        column = self.problem.signed_column(i)
        self.sums += column if amount == 1 else amount * column
        self.weight += amount
        self.error += amount * self.value_error + EPSILON * self.weight * self.size
        if self.sizes is not None:
            self.add_to_error_bounds(i, column, amount)
        if self.biased:
            self.bias += bias
            np.multiply(self.problem.labels, self.bias, out=self.margins)
            self.margins += self.sums

    def add_to_error_bounds(self, i: int, column: Floats, amount: float) -> None:
        """Updates the error bounds of the margins for a column that was added."""
        assert self.sizes is not None
        self.sizes += np.abs(column) if amount == 1 else amount * np.abs(column)
        if self.errors is not None:
            self.errors += amount * self.problem.value_errors(i)

    def scale(self, factor: float) -> None:
        """Multiplies f by this factor."""
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
    def error_bound(self) -> float:
        """An error bound that holds for every margin."""
        with_bias = EPSILON * (self.weight * self.size + abs(self.bias)) if self.biased else 0.0
        return bound(self.error + with_bias)

    def error_bounds(self, rows: Ints | slice | int) -> Floats:
        """Error bounds of these points' margins, (rows,), or one for all of them as a 0-d array.

        A margin far from all other points is a sum of tails of the kernel. These have small relative errors, so the
        sum's error is small relative to the sum of their sizes.
        """
        if self.sizes is None:
            self._limit.fill(self.error_bound)
            return self._limit
        rest, rounding = (
            FAINTEST * self.weight + EPSILON * abs(self.bias),
            EPSILON * (2 * (self.updates + self.started) + 4),
        )
        if self.errors is not None:
            return rounding * self.sizes[rows] + (1 + rounding) * self.errors[rows] + rest
        return (self.problem.relative_error + rounding) * self.sizes[rows] + rest

    def track_sizes(self) -> None:
        """Starts to maintain `sizes`, if kernel values have a relative error bound."""
        if self.problem.relative_error < inf:
            terms = np.abs(self.terms())
            self.sizes = np.zeros(self.problem.n)
            for i in np.flatnonzero(terms).tolist():
                self.sizes += terms[i] * np.abs(self.problem.signed_column(i))

    def terms(self) -> Floats:
        """The coefficients of f on the scale of the margins, (n,)."""
        return self.alpha * self.problem.labels

    def recompute(self, rows: Ints, undecided: float = 0.0) -> Floats:
        """The margins of these points, computed anew; 0 where one is 0, and `undecided` where that is not certain."""
        roundings = self.learner.roundings(self.updates, self.step)
        slack = roundings * EPSILON * self.weight if self.biased else 0.0
        f = self.problem.score(rows, self.terms(), self.bias, roundings, slack, undecided)
        return self.problem.labels[rows] * f

    def signs_of_margins(self) -> Floats:
        """The signs of all margins, (n,); 0 where a margin is 0, and NaN where that is not certain."""
        signs: Floats = np.sign(self.margins)
        unsure = np.flatnonzero(~(np.abs(self.margins) > self.error_bounds(slice(None))))
        if len(unsure) > MOST_TAILS and self.sizes is None:
            self.track_sizes()
            unsure = np.flatnonzero(~(np.abs(self.margins) > self.error_bounds(slice(None))))
        if len(unsure):
            signs[unsure] = np.sign(self.recompute(unsure, nan))
        return signs

    def certain_margin(self, i: int) -> float:
        """The margin of one point with the right sign, computed anew if it is within its error bound of 0."""
        margin: float = self.margin_of[i]
        if abs(margin) > self.error_bounds(i):
            return margin
        margin = float(self.recompute(np.array([i]))[0])
        self.tails += margin != 0
        if self.tails == self._most_tails and margin and self.sizes is None:
            self.track_sizes()
        return margin


class WithMargins(OnlineLearner):
    """A learner whose state has the margins of all points; f is the sum that they are of."""

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> Any:
        return begin_with_margins(self, problem, MarginState)

    def expansion(self, state: Any) -> Expansion:
        roundings, slack = self.roundings(state.updates, state.step), self.slack(state.updates)
        return Expansion.of(state.terms() + 0.0, state.bias, roundings=roundings, slack=slack)  # + 0.0 turns −0 into 0

    def signed_decisions(self, state: Any) -> Floats | None:
        margins: Floats = state.margins
        return margins

    def signed_error(self, state: Any) -> Floats | float:
        """A bound for all points, or (n,)."""
        return state.error_bound if state.sizes is None else state.error_bounds(slice(None))


class MistakeDriven(WithMargins):
    """A learner that changes its state at mistakes only, which are found by scanning the margins."""

    @abstractmethod
    def learn(self, state: Any, i: int) -> None:
        """Updates the state after a mistake on point i, and logs the update by `state.record`."""

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


class OfAllSteps(MistakeDriven):
    """A perceptron that predicts with a mean or a vote of its hypotheses at all steps, which changes at every step."""

    @property
    def possible(self) -> tuple[str, ...]:
        return (*super().possible, "tie")

    @property
    def sign_follows_updates(self) -> bool:
        return False


def begin_with_margins(learner: Learner, problem: TrainingProblem, state_type: type[S], **more: Any) -> S:
    """A state before the first point, with the margins of f = 0."""
    return begin(problem, state_type, learner=learner, sums=np.zeros(problem.n), **more)


def next_mistake(state: MarginState, position: int, stop: int, deadline: float) -> tuple[int, bool]:
    """The position of the next mistake, a margin ≤ 0 if ties are mistakes, and True; its margin goes to `state.signed`.

    Without one, the position reached and False: `stop`, or less if the deadline passed while margins were summed anew.
    """
    width, presented = FIRST_SCAN, state.visit.data
    while position < stop:
        end = min(position + width, stop)
        rows = state.visit[position:end]
        margins = state.margins[rows] if state.in_order is None else state.in_order[position:end]
        np.less_equal(margins, state.error_bounds(rows), out=state.flag_array[: end - position])
        found = state.flags.find(1, 0, end - position)
        while found >= 0:
            i = presented[position + found]
            state.signed = state.certain_margin(i)
            if state.is_mistake(i, state.signed):
                return position + found, True
            if deadline < inf and perf_counter() > deadline:
                return position + found + 1, False
            found = state.flags.find(1, found + 1, end - position)
        position, width = end, min(8 * width, LONGEST_SCAN)
    return stop, False
