"""A run made anew for an animation, and the moments of it that are shown, with everything in their frames."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from threading import Lock
from time import perf_counter
from typing import NamedTuple

import numpy as np

from kpgui.engine.run.problem import decision
from kpgui.engine.run.run import MOST_STEPS, Run
from kpgui.engine.run.timeline import CAPACITY
from kpgui.figure.animation.settings import Animation
from kpgui.language import _, later
from kpgui.learners import Learner
from kpgui.model.arrays import Ints
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import Explanation
from kpgui.model.frame import Counters, Status
from kpgui.model.param import grouped
from kpgui.model.session import Session
from kpgui.process import one_blas_thread
from kpgui.words.predict import StepQuestions, questions_of
from kpgui.words.step_sentence import explained

START = later("Before the first step: no point has been examined, and f is 0 everywhere.")

ENDS = {
    Status.CONVERGED: later("converged"),
    Status.LIMIT: later("not converged"),
    Status.STANDSTILL: later("not converged"),
}


class Count(NamedTuple):
    """A counter: its name, its value, and the widest value that it may have in the animation."""

    name: str
    value: str
    widest: str


@dataclass(frozen=True, eq=False)
class RecordedStep:
    """The run as it was after `counters.step` steps; a `RunResult` for a scene."""

    expansion: Expansion
    counters: Counters
    status: Status | None
    margin: float
    explanation: Explanation | None

    @classmethod
    def of(cls, run: Run, step: int) -> "RecordedStep":
        run.seek(step)
        return cls(run.expansion(), run.counters(most=0), run.outcome, run.margin, run.explain())

    @property
    def sentence(self) -> str:
        """What the step before this moment did."""
        return _(START) if self.explanation is None else explained(self.explanation)

    @property
    def end(self) -> str:
        """How the run ended, if this is its end."""
        return _(ENDS.get(self.status, "")) if self.status else ""


@dataclass(frozen=True, eq=False)
class ToldStep:
    """workings: formulas of the step before a moment, with its numbers. questions: that can be asked about it.

    scores: y·f of every point at the moment, (n,); empty before the first step.
    """

    workings: tuple[str, ...] = ()
    questions: StepQuestions | None = None
    scores: tuple[float, ...] = ()


def counts(recorded: RecordedStep, last: RecordedStep, trained: int, held_out: int) -> list[Count]:
    """The counters of a moment. last: the end of the animation, where the numbers are the largest.

    trained, held_out: how many points there are of each.
    """
    now, end = recorded.counters, last.counters
    pairs = [(_("step"), now.step, end.step)]
    if end.epoch:
        pairs += [(_("epoch"), now.epoch, end.epoch), (_("mistakes"), now.mistakes, end.mistakes)]
    else:
        pairs += [(_("updates"), now.updates, end.updates)]
    found = [Count(name, grouped(value), grouped(most)) for name, value, most in pairs]
    found.append(_share(_("training error"), now.errors, trained, begun=now.step > 0))
    if held_out:
        found.append(_share(_("held-out error"), now.held_out_errors, held_out, begun=now.step > 0))
    return found


def _share(name: str, wrong: int, of: int, begun: bool) -> Count:
    """A share with as many decimals in every frame, enough that one point of so many is not 0 %."""
    decimals = max(1, len(str(of)) - 2)
    return Count(name, f"{100 * wrong / max(1, of):.{decimals}f} %" if begun else "–", f"{100:.{decimals}f} %")


def moments(run: Run, settings: Animation, last: int) -> tuple[int, ...]:
    """The steps after which there is a frame, ascending, from 0 to `last`: at most `settings.frames` of them.

    Raises KpguiError when the learner has no such moments.
    """
    if settings.by != "steps" and not run.learner.by_epochs:
        raise KpguiError(
            _("The {title} does not go by {by}; make a frame by steps instead.").format(
                title=_(run.learner.title), by=_("epochs") if settings.by == "epochs" else _("mistakes")
            )
        )
    if settings.by == "mistakes":
        return by_mistakes(run.timeline.mistakes, last, settings.every, settings.frames)
    unit = 1 if settings.by == "steps" else max(1, run.epoch_length)
    return thinned(range(0, last, unit * settings.every), last, settings.frames)


def by_mistakes(mistakes: Ints, last: int, every: int, most: int) -> tuple[int, ...]:
    """The start, just after every `every`-th mistake, and `last`. mistakes: their steps, counted from 0."""
    found = np.append(0, mistakes[every - 1 :: every] + 1)
    return thinned(found[found < last].tolist(), last, most)


def thinned(found: Sequence[int], last: int, most: int) -> tuple[int, ...]:
    """At most `most` of these moments (ascending, the first is 0) and `last`, at even distances among them.

    >>> thinned(range(0, 9), 9, 4), thinned([0, 7], 9, 4), thinned([], 0, 4)
    ((0, 3, 6, 9), (0, 7, 9), (0,))
    """
    gaps = len(found)
    if gaps < most:
        return (*found, last)
    chosen = (found[(gaps * k + (most - 1) // 2) // (most - 1)] for k in range(most - 1))
    return (*chosen, last)


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
                # The minimum of an integer and infinity is an integer.
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

    def recorded(self, step: int) -> RecordedStep:
        """The run after so many steps."""
        with self._lock, one_blas_thread():
            return RecordedStep.of(self._run, step)

    def told(self, step: int) -> ToldStep:
        """What the step before this moment did, and where it left every point."""
        with self._lock, one_blas_thread():
            run = self._run
            run.seek(step)
            found, dataset = run.last_step(), self.session.dataset
            if found is None:
                return ToldStep()
            asked = questions_of(self.session, run)
            f = decision(run.expansion(), run.kernel, dataset.points, dataset.points)
            workings = self.learner.workings(found[1], found[0])
            return ToldStep(workings, asked, tuple((dataset.labels * f).tolist()))

    def extremes_of_alpha(self, steps: tuple[int, ...]) -> tuple[float, float, bool]:
        """The smallest and the largest α of a support vector at any of these moments; infinity and 0 without any.

        With them whether a point is forgotten at any.
        """
        low, high, forgotten = inf, 0.0, False
        with self._lock:
            for step in steps:
                self._run.seek(step)
                alpha, beta = self._run.counters(most=0, lagging=True).alpha, self._run.expansion().beta
                forgotten |= self.learner.forgets and bool(alpha[beta == 0].any())
                if len(found := alpha[beta != 0]):
                    low, high = min(low, float(found.min())), max(high, float(found.max()))
        return low, high, forgotten
