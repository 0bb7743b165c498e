"""A run: one learner on one problem, its timeline, and the place in it that is being shown. No threads."""

from functools import cached_property
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.engine.problem import Problem
from kpgui.engine.scoring import Scoring
from kpgui.engine.timeline import Timeline
from kpgui.kernels import Kernel, kernel
from kpgui.kernels.explicit import Explicit
from kpgui.learners import learner
from kpgui.model.arrays import Floats, frozen
from kpgui.model.conflict import conflict
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Status
from kpgui.model.guarantee import NOTHING, Circumstances, Guarantee
from kpgui.model.moment import Moment
from kpgui.model.session import Session
from kpgui.model.updates import Updates
from kpgui.model.votes import Votes

REPLAYED = 50_000
"""Steps of the timeline that are gone along at once."""


class _Past:
    """Coefficients (n,), and the margins without the bias that they give (n,)."""

    def __init__(self, beta: Floats, margins: Floats) -> None:
        self.beta, self.margins = beta, margins


def seen_kernel(session: Session) -> Kernel:
    """The session's kernel, or that of the explicit map which its learner uses instead."""
    chosen, feature_map = kernel(session.kernel), learner(session.learner).feature_map
    return chosen if feature_map is None else Explicit(feature_map)


class Run:
    """A session being learned. `head` is where the learner is, `cursor` what is shown, at most head.

    Raises KpguiError when the session's kernel or learner cannot be read.
    """

    def __init__(self, session: Session, keep: int | None = None) -> None:
        self.session = session
        self.learner = learner(session.learner)
        self.kernel = seen_kernel(session)
        self.problem = Problem(session.dataset, self.kernel, session.order, session.seed)
        self.state = self.learner.begin(self.problem, np.random.default_rng(session.seed))
        self.timeline = Timeline(Moment.zero(self.problem.n, self.learner.bias_decays), keep)
        self.cursor = 0
        self._past: _Past | None = None
        self._scoring: tuple[int, Scoring] | None = None
        self._training = ~session.dataset.held_out
        self._wrong = len(session.dataset.training), int(session.dataset.held_out.sum())

    @property
    def head(self) -> int:
        return int(self.state.step)

    @property
    def epoch_length(self) -> int:
        return len(self.session.dataset.training)

    @property
    def outcome(self) -> Status | None:
        """How the run ended, None while it has not, or while an earlier moment is shown."""
        return self.state.status if self.cursor == self.head else None

    @property
    def details(self) -> dict[str, Any]:
        """What the learner adds to the common results, at the head."""
        return self.learner.details(self.state)

    @property
    def readings(self) -> dict[str, float]:
        """Numbers that tell how it goes, known at the head only."""
        return self.learner.readings(self.state) if self.cursor == self.head else {}

    @property
    def margin(self) -> float:
        """The curves f = ± this are the margins."""
        return self.learner.margin(self.state)

    @cached_property
    def guarantee(self) -> Guarantee:
        """What is proved about this learner on these points with this kernel."""
        dataset = self.session.dataset
        if not len(dataset.training):
            return NOTHING
        largest = self.kernel.diagonal(dataset.points[dataset.training]).max()
        definite = self.kernel.validity.guaranteed
        return self.learner.guarantee(Circumstances(float(largest), definite, conflict(dataset) is not None))

    def advance(self, steps: int, deadline: float = inf) -> Updates:
        """Go on by up to `steps`: along the timeline while behind the head, then by learning."""
        if self.cursor < self.head:
            target = min(self.head, self.cursor + min(steps, REPLAYED))
            shown = self.timeline.between(self.cursor, target)
            self.cursor = target
            return shown
        with np.errstate(over="ignore", invalid="ignore"):  # infinitely far apart is as good as very far; checked below
            updates = self.learner.advance(self.state, steps, deadline)
            signed = self.learner.signed_decisions(self.state)
            if not np.isfinite(updates.score if signed is None else signed).all():
                raise KpguiError(
                    f"f has grown too large to compute with {self.kernel}; scale the data or the kernel down."
                )
        self.timeline.append(updates)
        self.cursor = self.head
        return updates

    def seek(self, step: int) -> None:
        """Show the run as it was after `step` steps, or the nearest that the timeline still holds."""
        self.cursor = max(self.timeline.first_step, min(step, self.head))

    def expansion(self) -> Expansion:
        if self.cursor == self.head:
            return self.learner.expansion(self.state)
        return self.learner.recall(self.state, self.timeline.at(self.cursor), self.cursor)

    def counters(self, most: int | None = None, lagging: bool = False) -> Counters:
        """What was counted up to the moment shown; of the mistakes per epoch the last `most`. lagging: see catch_up."""
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
            errors=self._wrong[0],
            held_out_errors=self._wrong[1],
        )

    def _per_epoch(self, first: int, epochs: int) -> list[int]:
        """Mistakes of the epochs from `first` on, up to the cursor."""
        counts: list[int] = self.state.mistakes_per_epoch[first:epochs]
        if counts and self.cursor < self.head and self.cursor % self.epoch_length:
            begun = (epochs - 1) * self.epoch_length
            counts[-1] = self.timeline.at(self.cursor).mistakes - self.timeline.at(begun).mistakes
        return counts

    def catch_up(self, deadline: float = inf, lagging: bool = False) -> bool:
        """Count the points on the wrong side at the moment that is shown, until the deadline; whether that is done.

        At the head most learners know their margins. Behind it they follow from those worked out last, by the columns
        of the points whose coefficients differ: a step back costs one column. Else all points are scored by the
        definition, and a `lagging` count is content with what was counted last, which with many points may be some
        frames old.
        """
        signed = self._signed(deadline, lagging)
        if signed is not None:
            wrong = np.less_equal(signed, 0)
            self._wrong = int(np.count_nonzero(wrong & self._training)), int(np.count_nonzero(wrong & ~self._training))
        return signed is not None or lagging

    def _signed(self, deadline: float, lagging: bool) -> Floats | None:
        """y·f of every point, (n,), None while that is not worked out yet."""
        signed = self.learner.signed_decisions(self.state)
        if signed is not None and self.cursor == self.head:
            self._past = self._scoring = None
            return signed
        if self._scoring is None or (self._scoring[0] != self.cursor and (self._scoring[1].done or not lagging)):
            expansion = self.expansion()
            if signed is not None and not isinstance(expansion, Votes):
                return self._follow(expansion, deadline)
            self._scoring = self.cursor, Scoring(self.problem, expansion)
        scoring = self._scoring[1]
        return scoring.signed if scoring.go_on(deadline) else None

    def _follow(self, expansion: Expansion, deadline: float) -> Floats | None:
        """Bring the margins of the past to this expansion."""
        if self._past is None:
            self._past = _Past(np.zeros(self.problem.n), np.zeros(self.problem.n))
        past, labels = self._past, self.problem.labels
        differing = np.flatnonzero(expansion.beta != past.beta)
        for i in differing.tolist():
            with np.errstate(over="ignore"):
                past.margins += labels[i] * (expansion.beta[i] - past.beta[i]) * self.problem.signed_column(i)
            past.beta[i] = expansion.beta[i]
            if i != differing[-1] and perf_counter() > deadline:
                return None
        return past.margins + labels * expansion.bias

    @property
    def point(self) -> int:
        """Index of the point examined last, −1 before the first."""
        if self.cursor == 0:
            return -1
        if not self.learner.by_epochs:
            last = self.timeline.between(self.cursor - 1, self.cursor)
            return int(last.point[0]) if len(last) else -1
        epoch, position = divmod(self.cursor - 1, self.epoch_length)
        return int(self.problem.presentation(epoch)[position])
