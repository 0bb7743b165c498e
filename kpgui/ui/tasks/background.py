"""Long work in a thread of its own: the window stays alive, sees how far it is, and can call it off."""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from kpgui.model.cancel import Token
from kpgui.model.errors import KpguiError

PATIENCE = 0.05
"""Seconds for which the window waits before it shows that something is going on: most files are read by then."""

AT_THE_START = 2.0
"""The same for the file that a window is started with: points drawn before it is there would be in its way."""

PULL = 30
"""Milliseconds between two looks at the thread."""

ENDING = 2.0
"""Seconds that a closing window gives the thread to notice that it was called off."""


class _Job:
    """A thread that does one piece of work, and what is to follow."""

    def __init__(
        self, name: str, work: Callable[[Token], Any], done: Callable[[Any], None], otherwise: Callable[[], None]
    ) -> None:
        self.share = 0.0
        self.result: Any = None
        self.problem: BaseException | None = None
        self.done = done
        self.otherwise = otherwise
        self._work = work
        self._unwanted = threading.Event()
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)

    def _run(self) -> None:
        try:
            self.result = self._work(Token(self._unwanted.is_set, self._note))
        except BaseException as error:  # told by the window's thread
            self.problem = error

    def cancel(self) -> None:
        """Let the work end when it looks at its token the next time."""
        self._unwanted.set()

    def _note(self, share: float) -> None:
        self.share = share


class Background(QObject):
    """Does one piece of work at a time; a new one calls off the one before.

    begun: its title, once it takes longer than PATIENCE. progressed: the share that is done, 0 to 1. ended: after
    `begun`, whatever came of it. failed: the sentence of the KpguiError that ended it. patient: to wait AT_THE_START.
    name: of its threads.
    """

    begun = Signal(str)
    progressed = Signal(float)
    ended = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject, name: str = "kpgui file") -> None:
        super().__init__(parent)
        self._name = name
        self._job: _Job | None = None
        self._left: list[_Job] = []
        self.patient = False
        self._timer = QTimer(self, interval=PULL)
        self._timer.timeout.connect(self._look)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def do(
        self,
        title: str,
        work: Callable[[Token], Any],
        done: Callable[[Any], None],
        otherwise: Callable[[], None] = lambda: None,
    ) -> bool:
        """Call work(token) in a thread and then done(its result) in this one; whether it has not failed at once.

        What is done within PATIENCE is done when this returns. An error that is no KpguiError is raised here.
        otherwise: called before an error is told or raised.
        """
        self.cancel()
        job = _Job(self._name, work, done, otherwise)
        job.thread.start()
        job.thread.join(AT_THE_START if self.patient else PATIENCE)
        if not job.thread.is_alive():
            return self._finish(job)
        self._job = job
        self._timer.start()
        self.begun.emit(title)
        return True

    def pause(self) -> None:
        """Wait for the work that goes on, but no longer than PATIENCE."""
        if self._job is not None:
            self._job.thread.join(PATIENCE)
            self._look()

    def cancel(self) -> None:
        """Want no more of the work that goes on; it ends at its next report."""
        if self._job is not None:
            self._job.cancel()
            self._left = [job for job in self._left if job.thread.is_alive()] + [self._job]
            self._end()

    def stop(self) -> None:
        """Call it off and wait, for a while, until its thread has ended."""
        self.cancel()
        for job in self._left:
            job.thread.join(ENDING)

    def _look(self) -> None:
        job = self._job
        if job is None:
            return
        if job.thread.is_alive():
            self.progressed.emit(job.share)
        else:
            self._end()
            self._finish(job)

    def _end(self) -> None:
        self._job = None
        self._timer.stop()
        self.ended.emit()

    def _finish(self, job: _Job) -> bool:
        if job.problem is not None:
            job.otherwise()
        if isinstance(job.problem, KpguiError):
            self.failed.emit(str(job.problem))
            return False
        if job.problem is not None:
            raise job.problem
        job.done(job.result)
        return True
