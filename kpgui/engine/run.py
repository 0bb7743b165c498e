"""A run: one learner on one problem, its timeline, and the place in it that is being shown. No threads."""

from math import inf

import numpy as np

from kpgui.engine.problem import Problem
from kpgui.engine.timeline import Timeline
from kpgui.kernels import kernel
from kpgui.learners import learner
from kpgui.model.arrays import Bools, frozen
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Status
from kpgui.model.session import Session
from kpgui.model.updates import Updates


class Run:
    """A session being learned. `head` is where the learner is, `cursor` what is shown, at most head.

    Raises KpguiError when the session's kernel or learner cannot be read.
    """

    def __init__(self, session: Session, keep: int | None = None) -> None:
        self.session = session
        self.kernel = kernel(session.kernel)
        self.learner = learner(session.learner)
        self.problem = Problem(session.dataset, self.kernel, session.order, session.seed)
        self.state = self.learner.begin(self.problem, np.random.default_rng(session.seed))
        self.timeline = Timeline(self.problem.n, keep)
        self.cursor = 0
        self._training = ~session.dataset.held_out

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

    def advance(self, steps: int, deadline: float = inf) -> Updates:
        """Go on by up to `steps`: along the timeline while behind the head, then by learning."""
        if self.cursor < self.head:
            target = min(self.head, self.cursor + steps)
            shown = self.timeline.between(self.cursor, target)
            self.cursor = target
            return shown
        with np.errstate(over="ignore"):  # points infinitely far apart have a kernel value like any others
            updates = self.learner.advance(self.state, steps, deadline)
        self.timeline.append(updates)
        self.cursor = self.head
        return updates

    def seek(self, step: int) -> None:
        """Show the run as it was after `step` steps, or the nearest that the timeline still holds."""
        self.cursor = max(self.timeline.first_step, min(step, self.head))

    def expansion(self) -> Expansion:
        if self.cursor == self.head:
            return self.learner.expansion(self.state)
        moment = self.timeline.at(self.cursor)
        waited = self.learner.decay_per_step ** (self.cursor - 1 - moment.step)
        return Expansion.of(waited * moment.beta, waited * moment.bias)

    def counters(self) -> Counters:
        at_head = self.cursor == self.head
        moment = None if at_head else self.timeline.at(self.cursor)
        per_epoch = self._per_epoch()
        wrong = self._wrong()
        return Counters(
            step=self.cursor,
            epoch=len(per_epoch),
            mistakes=int(sum(per_epoch)),
            updates=self.state.updates if moment is None else moment.updates,
            alpha=frozen(self.state.alpha.copy() if moment is None else moment.alpha, np.int64),
            per_epoch=frozen(per_epoch, np.int64),
            errors=int(np.count_nonzero(wrong & self._training)),
            held_out_errors=int(np.count_nonzero(wrong & ~self._training)),
        )

    def _per_epoch(self) -> list[int]:
        """Mistakes of each epoch begun, up to the cursor."""
        counts: list[int] = self.state.mistakes_per_epoch
        if self.cursor == self.head:
            return counts
        whole = self.cursor // self.epoch_length
        rest = self.timeline.at(self.cursor).mistakes - sum(counts[:whole])
        return [*counts[:whole], rest] if self.cursor % self.epoch_length else counts[:whole]

    def _wrong(self) -> Bools:
        """Which points f puts on the wrong side now, (n,); a score of 0 counts as wrong."""
        if self.cursor == self.head:
            return np.less_equal(self.state.margins, 0)
        expansion, labels = self.expansion(), self.problem.labels
        margins = labels * expansion.bias
        for i in expansion.support:
            margins += labels[i] * expansion.beta[i] * self.problem.signed_column(int(i))
        return np.less_equal(margins, 0)

    @property
    def point(self) -> int:
        """Index of the point examined last, −1 before the first."""
        if self.cursor == 0:
            return -1
        epoch, position = divmod(self.cursor - 1, self.epoch_length)
        return int(self.problem.presentation(epoch)[position])
