"""A run: one learner on one problem, its timeline, and the step in it that is shown. No threads."""

from dataclasses import replace
from functools import cached_property, partial
from math import inf
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from kpgui.engine.exact import TINY
from kpgui.engine.messages import Unit
from kpgui.engine.run.columns import SharedColumns
from kpgui.engine.run.error_history import ErrorHistory
from kpgui.engine.run.problem import Problem, Scoring, decision
from kpgui.engine.run.timeline import Timeline
from kpgui.kernels import Kernel, kernel
from kpgui.kernels.algebra.explicit import Explicit
from kpgui.language import _
from kpgui.learners import learner, learner_of
from kpgui.model.arrays import Floats, frozen
from kpgui.model.dataset import conflict
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import NOTHING, Circumstances, Examined, Explanation, Guarantee
from kpgui.model.frame import Counters, Status
from kpgui.model.reading import Trace
from kpgui.model.session import Session
from kpgui.model.updates import ReplayState, Updates

REPLAY_STEPS = 50_000
"""Steps that are replayed from the timeline at once."""


def effective_kernel(session: Session) -> Kernel:
    """Returns the session's kernel, or that of the explicit feature map which its learner uses instead."""
    chosen, feature_map = kernel(session.kernel), learner(session.learner).feature_map
    return chosen if feature_map is None else Explicit(feature_map)


def guarantee(session: Session) -> Guarantee:
    """Returns what is proved about a session's learner on its points with its kernel."""
    dataset, effective = session.dataset, effective_kernel(session)
    if not len(dataset.training):
        return NOTHING
    largest = float(effective.diagonal(dataset.points[dataset.training]).max())
    circumstances = Circumstances(largest, effective.validity.guaranteed, conflict(dataset) is not None)
    return learner_of(session).guarantee(circumstances)


MOST_STEPS = 2**62
"""More steps than any run has."""


def choices(seed: int) -> "np.random.Generator":
    """Returns the generator of a learner's own choices, another one than that which shuffles in any epoch.

    NumPy takes `seed` and `[seed, 0]` for the same seed, and the latter shuffles in epoch 0.
    """
    return np.random.default_rng([seed, 0, 1])


class Run:
    """A session being learned. `head` is the learner's step, `cursor` the step that is shown, at most `head`.

    seconds: of processor time that learning took up to the head. kernel_values: how many values of K the learner asked
    for, without those of exact scores, and whether or not they were cached; what explains a step is not counted.

    Raises KpguiError when the session's kernel or learner cannot be read.
    """

    def __init__(self, session: Session, capacity: int | None = None, shared: SharedColumns | None = None) -> None:
        self.session = session
        self.learner, conventions = learner_of(session), session.conventions
        conventions.check(session.dataset, self.learner.possible, self.learner.key)
        self.kernel = effective_kernel(session)
        self.problem = Problem(
            session.dataset, self.kernel, session.order, session.seed, conventions=conventions, shared=shared
        )
        self.state = self.learner.begin(self.problem, choices(session.seed))
        self.seconds, self.kernel_values = 0.0, self.problem.evaluated
        start = ReplayState.zero(self.problem.n, self.learner.bias_decays)
        if conventions.starts:
            f = self.learner.expansion(self.state)
            start = replace(start, alpha=self.state.alpha.copy(), beta=f.beta, bias=f.bias)
        self.timeline = Timeline(start, capacity)
        self.cursor = 0
        self._last_step: tuple[int, Examined | None] = 0, None
        self._scoring: tuple[int, Scoring] | None = None
        self._training = ~session.dataset.held_out
        self._wrong = frozen(np.ones(self.problem.n), np.bool_)  # f = 0 classifies no point
        self._wrong_counts = len(session.dataset.training), int(session.dataset.held_out.sum())

    @property
    def head(self) -> int:
        return int(self.state.step)

    @property
    def epoch_length(self) -> int:
        return len(self.session.dataset.training)

    @property
    def most_steps(self) -> int:
        """Steps after which the learner stops at the latest; a huge number for one without epochs."""
        return int(self.learner.settings()["epochs"]) * self.epoch_length if self.learner.by_epochs else MOST_STEPS

    @property
    def outcome(self) -> Status | None:
        """How the run ended; None while it has not ended, or while an earlier step is shown."""
        return self.state.status if self.cursor == self.head else None

    @property
    def details(self) -> dict[str, Any]:
        """The learner's results beyond the common ones, at the head."""
        return self.learner.details(self.state)

    @property
    def quantities(self) -> dict[str, float]:
        """The learner's own numbers, as objective and gap, by name; known at the head only."""
        return self.learner.quantities(self.state) if self.cursor == self.head else {}

    @property
    def trace(self) -> Trace:
        """The record of the steps up to the cursor, for readings."""
        state = self.state if self.cursor == self.head else None
        return Trace(partial(self.timeline.latest, self.cursor), state, self.state, self.last_step)

    @property
    def margin(self) -> float:
        """The margin ρ: the curves f = ±ρ are drawn as margins."""
        return self.learner.margin(self.state)

    @cached_property
    def guarantee(self) -> Guarantee:
        """What is proved about this learner on these points with this kernel."""
        return guarantee(self.session)

    @cached_property
    def errors(self) -> ErrorHistory:
        """The points on the wrong side after each step; worked out only when it is told to go on."""
        again = self.learner.begin(self.problem, choices(self.session.seed))
        return ErrorHistory(self.problem, self.learner, self.state, self.timeline, again)

    def advance(self, steps: int, deadline: float = inf) -> Updates:
        """Goes on by up to `steps`: along the timeline while behind the head, then by learning.

        Returns the updates of these steps. Raises KpguiError when f overflows float64.
        """
        if self.cursor < self.head:
            target = min(self.head, self.cursor + min(steps, REPLAY_STEPS))
            shown = self.timeline.between(self.cursor, target)
            self.cursor = target
            return shown
        begun, asked = thread_time(), self.problem.evaluated
        # A squared distance that overflows is as good as a large one; f itself is checked below.
        with np.errstate(over="ignore", invalid="ignore"):
            updates = self.learner.advance(self.state, steps, deadline)
            signed = self.learner.signed_decisions(self.state)
            if not np.isfinite(updates.score if signed is None else signed).all():
                raise KpguiError(
                    _("f has grown too large to compute with {kernel}; scale the data or the kernel down.").format(
                        kernel=self.kernel.quoted
                    )
                )
        self.timeline.append(updates)
        self.cursor = self.head
        self.seconds += thread_time() - begun
        self.kernel_values += self.problem.evaluated - asked
        return updates

    def seek(self, step: int) -> None:
        """Shows the run as it was after `step` steps, or after the nearest number that the timeline still holds."""
        self.cursor = max(self.timeline.first_step, min(step, self.head))

    @property
    def mistakes_ahead(self) -> int:
        """How many mistakes are known after the step that is shown."""
        known = self.timeline.mistakes
        return len(known) - int(np.searchsorted(known, self.cursor))

    def step_of(self, unit: Unit, count: int, start: int) -> int | None:
        """Returns the step at which the `count`-th mistake or epoch after step `start` ends, or before if negative.

        None if that is not known yet: such a mistake has not been made. Going back ends at step 0.
        """
        if unit is Unit.EPOCH:
            length = max(1, self.epoch_length)
            ended = start // length if count > 0 else -(-start // length)
            return max(0, (ended + count) * length)
        ends = self.timeline.mistakes + 1
        at = int(np.searchsorted(ends, start, "right" if count > 0 else "left"))
        target = at + count - (count > 0)
        if target < 0:
            return 0
        return int(ends[target]) if target < len(ends) else None

    def advance_to_mistake(self, deadline: float) -> Updates:
        """Goes on point by point until a mistake was made, the run ends or the deadline comes."""
        made, known = [], len(self.timeline.mistakes)
        while self.outcome is None and len(self.timeline.mistakes) == known:
            made.append(self.advance(1))
            if perf_counter() > deadline:
                break
        return Updates.join(made)

    def expansion(self) -> Expansion:
        """Returns f at the cursor."""
        if self.cursor == self.head:
            return self.learner.expansion(self.state)
        return self.learner.recall(self.state, self.timeline.at(self.cursor), self.cursor)

    def counters(self, most: int | None = None, lagging: bool = False) -> Counters:
        """Returns the counters at the cursor, with mistakes of the last `most` epochs. lagging: see `catch_up`."""
        if not lagging:
            self.catch_up()
        moment = None if self.cursor == self.head else self.timeline.at(self.cursor)
        alpha = self.state.alpha.copy() if moment is None else self.learner.recall_alpha(moment)
        epochs = -(-self.cursor // max(1, self.epoch_length)) if self.learner.by_epochs else 0
        first = 0 if most is None else max(0, epochs - most)
        return Counters(
            step=self.cursor,
            epoch=epochs,
            mistakes=self.state.mistakes if moment is None else moment.mistakes,
            updates=self.state.updates if moment is None else moment.updates,
            alpha=frozen(alpha, alpha.dtype),
            per_epoch=frozen(self._per_epoch(first, epochs), np.int64),
            errors=self._wrong_counts[0],
            held_out_errors=self._wrong_counts[1],
            wrong=self._wrong,
        )

    def _per_epoch(self, first: int, epochs: int) -> list[int]:
        """Returns the mistakes of the epochs from `first` on, up to the cursor."""
        counts: list[int] = self.state.mistakes_per_epoch[first:epochs]
        if counts and self.cursor < self.head and self.cursor % self.epoch_length:
            begun = (epochs - 1) * self.epoch_length
            counts[-1] = self.timeline.at(self.cursor).mistakes - self.timeline.at(begun).mistakes
        return counts

    def catch_up(self, deadline: float = inf, lagging: bool = False) -> bool:
        """Finds the points on the wrong side at the cursor, until the deadline. Returns whether that is complete.

        At the head most learners hold their margins. Behind it, and where rounding may have decided one, points are
        scored by the definition of f; with `lagging` the previous count is then accepted, which with many points may be
        some frames old.
        """
        signed = self._signed(deadline, lagging)
        if signed is not None:
            wrong = self.session.conventions.wrong(signed, self.problem.labels)
            if not np.array_equal(wrong, self._wrong):
                trained = int(np.count_nonzero(wrong & self._training))
                self._wrong = frozen(wrong, np.bool_)
                self._wrong_counts = trained, int(np.count_nonzero(wrong)) - trained
        return signed is not None or lagging

    def _signed(self, deadline: float, lagging: bool) -> Floats | None:
        """Returns y·f of every point, (n,); None while it is not complete."""
        if self._scoring is None or (self._scoring[0] != self.cursor and (self._scoring[1].done or not lagging)):
            signed, error = self._margins()
            unsure = np.flatnonzero(np.abs(signed) < error)
            if not len(unsure):
                self._scoring = None
                return signed
            self._scoring = self.cursor, Scoring(self.problem, self.expansion(), signed.copy(), unsure)
        scoring = self._scoring[1]
        return scoring.signed if scoring.go_on(deadline) else None

    def _margins(self) -> tuple[Floats, Floats | float]:
        """Returns y·f of every point, (n,), and a bound on its error: infinite where the learner holds no margins."""
        signed = self.learner.signed_decisions(self.state)
        if signed is None or self.cursor < self.head:
            return np.zeros(self.problem.n), inf
        return signed, self.learner.signed_error(self.state)

    def explain(self) -> Explanation | None:
        """Returns the explanation of the step before the cursor; None before the first, and if its log is dropped."""
        found = self.last_step()
        return None if found is None else self.learner.explain(self.state, found[0])

    def last_step(self) -> tuple[Examined, Any] | None:
        """Returns what the step before the cursor examined, and the learner's state, which may be a later one.

        None before the first step, and if its log is dropped. Costs two replays of the timeline, and f at one point if
        the step was not logged.
        """
        if self._last_step[0] != self.cursor:
            self._last_step = self.cursor, self._examined(self.cursor - 1)
        examined = self._last_step[1]
        return None if examined is None else (examined, self.state)

    def _examined(self, step: int) -> Examined | None:
        if step < self.timeline.first_step:
            return None
        learner, state, timeline = self.learner, self.state, self.timeline
        rows, before, after = timeline.between(step, step + 1), timeline.at(step), timeline.at(step + 1)
        points = (self.point,) if learner.by_epochs else tuple(rows.point.tolist())
        f = learner.hypothesis(state, before, step)
        return Examined(
            step=step,
            points=points,
            labels=tuple(int(self.problem.labels[i]) for i in points),
            score=float(rows.score[0]) if len(rows) else self._unlogged_score(f, points[0]),
            rows=rows,
            before=before,
            after=after,
            f=f,
            f_after=learner.hypothesis(state, after, step + 1),
        )

    def _unlogged_score(self, f: Expansion, i: int) -> float:
        """Returns f at the point of a step that was not logged, which means that the learner found y·f > 0 there,
        or a tie that counts as y.

        Where its sign cannot be determined from the replayed coefficients, a tiny number of the right sign.
        """
        points, y = self.problem.points, self.problem.labels[i]
        score = float(decision(f, self.kernel, points, points[i : i + 1])[0])
        if y * score > 0:
            return score
        return 0.0 if y == self.learner.tie else float(y * TINY)

    @property
    def point(self) -> int:
        """The index of the point examined last, −1 before the first."""
        if self.cursor == 0:
            return -1
        if not self.learner.by_epochs:
            last = self.timeline.between(self.cursor - 1, self.cursor)
            return int(last.point[0]) if len(last) else -1
        epoch, position = divmod(self.cursor - 1, self.epoch_length)
        return int(self.problem.presentation(epoch)[position])
