"""Work beside the window: in a thread of its own, after the first paint, or at most so many times a second."""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from kpgui.model.errors import KpguiError, Token

PATIENCE = 0.05
"""Seconds that the window waits for a job before it shows its progress: most files are read by then."""

AT_THE_START = 2.0
"""The same for the file that a window is started with: points drawn before it is there would be in its way."""

PULL = 30
"""Milliseconds between two looks at the running job."""

ENDING = 2.0
"""Seconds that a closing window waits for cancelled jobs to end."""


class _Job:
    """One piece of work in its thread, and the callbacks for its result."""

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
        except BaseException as error:  # raised or shown by the window's thread
            self.problem = error

    def cancel(self) -> None:
        """Requests the end of the work, which comes when it next checks its token."""
        self._unwanted.set()

    def _note(self, share: float) -> None:
        self.share = share


class Background(QObject):
    """Runs one job at a time; a new one cancels the one before.

    patience: seconds that `do` waits for a job, PATIENCE if None. patient: whether it waits AT_THE_START instead.
    name: of the threads.
    """

    begun = Signal(str)
    """The job takes longer than `patience`; its title."""

    progressed = Signal(float)
    """The share that is done, 0 to 1."""

    ended = Signal()
    """After `begun`, the job is done, has failed or was cancelled."""

    failed = Signal(str)
    """The sentence of the KpguiError that the job raised."""

    def __init__(self, parent: QObject, name: str = "kpgui file", patience: float | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._patience = patience
        self._job: _Job | None = None
        self._cancelled: list[_Job] = []
        self.patient = False
        self._timer = QTimer(self, interval=PULL)
        self._timer.timeout.connect(self._look)

    @property
    def _wait(self) -> float:
        """Seconds that `do` waits for a job."""
        if self.patient:
            return AT_THE_START
        return PATIENCE if self._patience is None else self._patience

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
        """Calls work(token) in a thread, then done(result) in this one. Returns False when it failed at once.

        A job that takes no longer than `patience` has been finished when this returns. An exception other than
        KpguiError is raised here or from the event loop. otherwise: called before an error is shown or raised.
        """
        self.cancel()
        job = _Job(self._name, work, done, otherwise)
        job.thread.start()
        job.thread.join(self._wait)
        if not job.thread.is_alive():
            return self._finish(job)
        self._job = job
        self._timer.start()
        self.begun.emit(title)
        return True

    def wait(self) -> None:
        """Waits for the running job, but no longer than PATIENCE."""
        if self._job is not None:
            self._job.thread.join(PATIENCE)
            self._look()

    def cancel(self) -> None:
        """Cancels the running job. Its thread ends when the work next checks its token; its result is dropped."""
        if self._job is not None:
            self._job.cancel()
            self._cancelled = [job for job in self._cancelled if job.thread.is_alive()] + [self._job]
            self._drop()

    def stop(self) -> None:
        """Cancels the running job and waits up to ENDING seconds for each cancelled thread to end."""
        self.cancel()
        for job in self._cancelled:
            job.thread.join(ENDING)

    def _look(self) -> None:
        job = self._job
        if job is None:
            return
        if job.thread.is_alive():
            self.progressed.emit(job.share)
        else:
            self._drop()
            self._finish(job)

    def _drop(self) -> None:
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


class AfterFirstPaint(QObject):
    """Runs callbacks in the first turn of the event loop after a widget was painted for the first time."""

    _painted = Signal()

    def __init__(self, watched: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._watched = watched
        self._over = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._end)
        watched.installEventFilter(self)

    def do(self, make: Callable[[], object]) -> None:
        """Calls a method of a QObject after the first paint, unless it is deleted by then; at once if that is over."""
        if self._over:
            make()
        else:
            self._painted.connect(make)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.stop()
            self._timer.start()
        return False

    def stop(self) -> None:
        """Drops the callbacks that have not been called: the window is closed."""
        self._watched.removeEventFilter(self)
        self._timer.stop()

    def _end(self) -> None:
        self._over = True
        self._painted.emit()


READABLE = 10.0
"""Updates a second at most of numbers and curves; those that change faster cannot be read."""


class Throttle(QObject):
    """Calls `do` soon after it was requested: once for all requests within a period of 1/rate seconds.

    rate: calls a second at most.
    """

    def __init__(self, do: Callable[[], None], rate: float, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True, interval=round(1000 / rate))
        self._timer.timeout.connect(do)

    def request(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @property
    def pending(self) -> bool:
        """Whether a request has not been carried out yet."""
        return self._timer.isActive()

    def cancel(self) -> None:
        """Forgets the request that was not carried out yet."""
        self._timer.stop()
