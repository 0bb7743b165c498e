"""When the program rests: no thread computes, no timer is about to run out, nothing is left in the event loop.

So that what is looked at depends on states alone, and not on how fast the machine was.
"""

import queue
import threading
from typing import Any, ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

SOON = 1000
"""Milliseconds: a timer that runs out once, and no later than that, is waited for."""

TURNS, TURN = 3, 10
"""Turns of the event loop in succession in which it rests, and the least milliseconds of each."""

MOST_TURNS = 20_000


class CountingQueue(queue.SimpleQueue[Any]):
    """A queue that knows which threads wait at it without an end, with nothing in it that they have not taken."""

    waiting: ClassVar[dict[int, "CountingQueue"]] = {}

    def __init__(self) -> None:
        self._added = self._taken = 0

    def put(self, *arguments: Any, **named: Any) -> None:
        self._added += 1
        super().put(*arguments, **named)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        if block and timeout is None:
            self.waiting[threading.get_ident()] = self
        try:
            item = super().get(block, timeout)
        finally:
            self.waiting.pop(threading.get_ident(), None)
        self._taken += 1
        return item

    def get_nowait(self) -> Any:
        return self.get(block=False)

    @property
    def has_all_taken(self) -> bool:
        return self._added == self._taken


def watch_queues() -> None:
    """To be called before the program makes a queue."""
    queue.SimpleQueue = CountingQueue  # type: ignore[misc]  # to be put in place of a type


def settle() -> None:
    """Let the program work until it rests. Raises TimeoutError."""
    rests = 0
    for _ in range(MOST_TURNS):
        QTest.qWait(TURN)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        rests = 0 if _works() or _about_to_run_out() else rests + 1
        if rests == TURNS:
            return
    raise TimeoutError("the program does not come to rest")


def _works() -> bool:
    return any(
        not ((waits_at := CountingQueue.waiting.get(each.ident or 0)) and waits_at.has_all_taken)
        for each in threading.enumerate()
        # A thread of Qt's that once ran Python stays listed as a dummy.
        if each is not threading.main_thread() and not isinstance(each, threading._DummyThread)
    )


def _about_to_run_out() -> bool:
    return any(
        timer.isActive() and timer.isSingleShot() and timer.remainingTime() <= SOON
        for top in QApplication.topLevelWidgets()
        for timer in top.findChildren(QTimer)
    )
