"""A run made anew for an animation, from which any moment can be had."""

from math import inf
from threading import Lock
from time import perf_counter

from kpgui.engine.blas_threads import one_blas_thread
from kpgui.engine.run.run import MOST_STEPS, Run
from kpgui.engine.run.timeline import CAPACITY
from kpgui.figure.animation.moments import moments
from kpgui.figure.animation.settings import Animation
from kpgui.figure.animation.shot import Shot
from kpgui.language import _
from kpgui.learners import Learner
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.errors import KpguiError
from kpgui.model.number import grouped
from kpgui.model.session import Session

SLICE = 0.05
"""Seconds of learning between two looks at the token."""


class Recording:
    """A session's run to its end, or to a step, with the log that it is replayed from. May be shared by threads."""

    def __init__(self, session: Session, last: int | None = None, token: Token = UNWATCHED) -> None:
        """last: the step to end with, if the run gets so far.

        Raises KpguiError when there is no point to learn from, or the log is too long to be kept, and Cancelled.
        """
        self.session = session
        self._lock = Lock()
        self._run = run = Run(session, CAPACITY)
        if not run.epoch_length:
            raise KpguiError(_("There is no run to animate, because there are no points to learn from."))
        steps = inf if last is None else last
        most = min(steps, run.most_steps)
        with one_blas_thread():
            while run.outcome is None and run.head < steps:
                token.report(run.head / most if most < MOST_STEPS else 0.0)
                run.advance(min(2**62, steps - run.head), perf_counter() + SLICE)  # type: ignore[arg-type]
        if run.timeline.first_step:
            raise KpguiError(
                _("The run makes more than {most} updates, too many to replay; animate a shorter one.").format(
                    most=grouped(CAPACITY)
                )
            )

    @property
    def learner(self) -> Learner:
        return self._run.learner

    @property
    def last(self) -> int:
        """The number of steps."""
        return self._run.head

    def moments(self, settings: Animation) -> tuple[int, ...]:
        """The steps after which there is a frame, see `moments`."""
        return moments(self._run, settings, self.last)

    def shot(self, step: int) -> Shot:
        """The run after so many steps."""
        with self._lock, one_blas_thread():
            return Shot.of(self._run, step)

    def extremes_of_alpha(self, steps: tuple[int, ...]) -> tuple[float, float]:
        """The smallest and the largest α of a support vector at any of these moments; infinity and 0 without any."""
        low, high = inf, 0.0
        with self._lock:
            for step in steps:
                self._run.seek(step)
                found = self._run.counters(most=0, lagging=True).alpha[self._run.expansion().support]
                if len(found):
                    low, high = min(low, float(found.min())), max(high, float(found.max()))
        return low, high
