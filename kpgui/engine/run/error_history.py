"""The points on the wrong side after each step of a run, worked out along its timeline in short pieces."""

from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.engine.run.problem import Problem, Scoring
from kpgui.engine.run.timeline import Timeline
from kpgui.language import _, later
from kpgui.learners.base import Learner, bound
from kpgui.model.arrays import EPSILON, Bools, Floats, Growing
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.reading import ErrorRecord
from kpgui.model.updates import CHANGES, Kind, Updates

MOST_SAMPLES = 256
"""The most steps after which points are counted where the sign of f does not change at updates alone."""

BATCH = 1 << 14
"""Steps whose updates are read from the timeline at once."""

DROPPED = later("The run is so long that its first updates are no longer kept; errors after each step are not known.")


class _Margins:
    """y·f of every point without the bias, (n,), and the bias, as the rows of the log change them.

    weight, bias_weight: upper bounds of Σ|β| and |b|. error: a bound on the error of each margin, bias included.
    """

    def __init__(self, problem: Problem, bias_decays: bool) -> None:
        self.values: Floats = np.zeros(problem.n)
        self.bias = self.weight = self.bias_weight = self.error = 0.0
        self.updates = 0
        self._problem, self._bias_decays = problem, bias_decays

    def add(self, i: int, delta: float, bias_delta: float, scale: float, kind: int) -> None:
        """Takes in a row of the log."""
        size, value_error = self._problem.magnitude
        if scale != 1:
            self.values *= scale
            self.weight *= scale
            self.error *= scale
            if self._bias_decays:
                self.bias *= scale
                self.bias_weight *= scale
        if delta:
            self.values += (self._problem.labels[i] * delta) * self._problem.signed_column(i)
        self.bias += bias_delta
        self.weight += abs(delta)
        self.bias_weight += abs(bias_delta)
        self.error += abs(delta) * value_error + 4 * EPSILON * (self.weight * size + self.bias_weight)
        self.updates += kind in CHANGES

    def start(self, f: Expansion) -> None:
        """Starts from this f instead of 0."""
        for i in f.support.tolist():
            self.add(i, float(f.beta[i]), 0.0, 1.0, Kind.SHARED)
        self.bias, self.bias_weight = f.bias, abs(f.bias)
        if f.anchor is not None:
            column = f.unit * f.anchor.term * self._problem.kernel.gram(self._problem.points, [f.anchor.place])[:, 0]
            self.values += self._problem.labels * column
            self.bias_weight += float(np.abs(column).max(initial=0.0))
            self.error += 4 * EPSILON * self.bias_weight

    def signed(self) -> Floats:
        """y·f of every point, (n,), a new array."""
        return self.values + self._problem.labels * self.bias

    def error_bound(self, roundings: float, slack: float) -> float:
        """A bound on the error of `signed`. roundings, slack: those of the expansion that it stands for."""
        size = self.weight * self._problem.magnitude[0] + self.bias_weight
        return bound(self.error + EPSILON * (4 + roundings) * size + slack)


class ErrorHistory:
    """Counts the points on the wrong side after each step of a run, up to its head, whatever step is shown.

    Where the sign of f changes at updates alone, margins follow the log with bounds on their errors, one column of the
    Gram matrix for each row; those that rounding may have decided are scored by the definition of f. A vote and a mean
    change at every step: these are looked at after sampled steps, the farther apart the longer the run is, and learned
    once more up to there. That is far less work than to score them anew, since the state has their margins.

    again: another state of the learner, from before the first step.
    """

    def __init__(self, problem: Problem, learner: Learner, state: Any, timeline: Timeline, again: Any) -> None:
        self._again = again
        self._problem, self._learner, self._state, self._timeline = problem, learner, state, timeline
        self._held_out = problem.dataset.held_out
        self._every = 0 if learner.sign_follows_updates else 1
        self._margins = _Margins(problem, learner.bias_decays)
        self._rows, self._row, self._end = Updates.none(), 0, 0
        self._scoring: tuple[int, Scoring] | None = None
        self._failure = ""
        self._known = 0
        self._steps, self._training, self._out = Growing(), Growing(), Growing()
        signed = np.zeros(problem.n)
        if learner.conventions.starts:
            start = learner.expansion(again)
            self._margins.start(start)
            Scoring(problem, start, signed, np.arange(problem.n)).go_on()
        self._count(0, self._wrong(signed))

    @property
    def behind(self) -> bool:
        """Whether there is work to do."""
        return not self._failure and self._known + max(1, self._every) <= self._state.step

    @property
    def record(self) -> ErrorRecord:
        """What is known so far."""
        values = self._steps.values, self._training.values, self._out.values
        return ErrorRecord(*values, known=self._known, every=self._every, problem=self._failure)

    @property
    def known(self) -> int:
        """The step up to which the counts are known."""
        return self._known

    def go_on(self, deadline: float = inf) -> None:
        """Works towards the head of the run until the deadline."""
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                while self.behind:
                    self._go_one_on(deadline)
                    if perf_counter() > deadline:
                        break
        except KpguiError as error:
            self._failure = str(error)

    def _go_one_on(self, deadline: float) -> None:
        if self._scoring is not None:
            step, scoring = self._scoring
            if scoring.go_on(deadline):
                self._scoring = None
                self._count(step, self._wrong(scoring.signed))
        elif self._every:
            self._sample(deadline)
        elif self._row < len(self._rows):
            self._follow_step()
        else:
            self._read_on()

    def _read_on(self) -> None:
        """Reads the next updates from the timeline; where there are none, nothing changes."""
        self._known = self._end
        if self._known < self._timeline.first_step:
            raise KpguiError(_(DROPPED))
        self._end = min(self._state.step, self._known + BATCH)
        self._rows, self._row = self._timeline.between(self._known, self._end), 0
        if not len(self._rows):
            self._known = self._end

    def _follow_step(self) -> None:
        """Takes in the rows of one step, and counts after them."""
        rows, margins, step = self._rows, self._margins, int(self._rows.step[self._row])
        while self._row < len(rows) and rows.step[self._row] == step:
            k = self._row
            delta, bias_delta, scale = float(rows.delta[k]), float(rows.bias_delta[k]), float(rows.scale[k])
            margins.add(int(rows.point[k]), delta, bias_delta, scale, int(rows.kind[k]))
            self._row += 1
        signed = margins.signed()
        roundings = self._learner.roundings(margins.updates, step + 1)
        error = margins.error_bound(roundings, self._learner.slack(margins.updates))
        unsure = np.flatnonzero(~(np.abs(signed) > error))
        if not len(unsure):
            self._count(step + 1, self._wrong(signed))
            return
        f = self._learner.recall(self._state, self._timeline.at(step + 1), step + 1)
        self._scoring = step + 1, Scoring(self._problem, f, signed, unsure)

    def _sample(self, deadline: float) -> None:
        """Learns on towards the next step that is sampled, and counts there."""
        while self._state.step > MOST_SAMPLES * self._every:
            self._thin_out()
        step = self._known + self._every
        if step > self._state.step:
            return
        learner, again = self._learner, self._again
        learner.advance(again, step - again.step, deadline)
        if again.step < step:
            return
        signed, unsure = learner.signed_decisions(again), np.arange(self._problem.n)
        if signed is None:  # a learner on a budget has the margins of no point
            signed = np.zeros(self._problem.n)
        else:
            unsure = np.flatnonzero(np.abs(signed) < learner.signed_error(again))
        if not len(unsure):
            self._count(step, self._wrong(signed))
        else:
            self._scoring = step, Scoring(self._problem, learner.expansion(again), signed.copy(), unsure)

    def _wrong(self, signed: Floats) -> Bools:
        return self._learner.conventions.wrong(signed, self._problem.labels)

    def _thin_out(self) -> None:
        """Samples half as densely."""
        self._every *= 2
        columns = [column.values[self._steps.values % self._every == 0] for column in self._columns]
        self._steps, self._training, self._out = Growing(), Growing(), Growing()
        for row in zip(*(column.tolist() for column in columns), strict=True):
            self._append(*row)
        self._known = self._steps.last

    @property
    def _columns(self) -> tuple[Growing, Growing, Growing]:
        return self._steps, self._training, self._out

    def _count(self, step: int, wrong: Any) -> None:
        """Takes down the counts after this step, if they are others than before or a sample."""
        out = int(np.count_nonzero(wrong & self._held_out))
        training = int(np.count_nonzero(wrong)) - out
        self._known = step
        if self._every or not len(self._steps) or (training, out) != (self._training.last, self._out.last):
            self._append(step, training, out)

    def _append(self, *row: int) -> None:
        for column, value in zip(self._columns, row, strict=True):
            column.append(value)
