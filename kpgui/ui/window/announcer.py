"""Announcements: what a screen reader says by itself, because it is news that one sees without looking for it."""

import time

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QMainWindow

from kpgui.language import _
from kpgui.model.frame import Frame, Status
from kpgui.ui.session.training import Training
from kpgui.words.counters import plural
from kpgui.words.verdict import outlook, verdict

APART = 5.0
"""Seconds between two announcements of a run that goes on: the time to hear one."""

ENDS = Status.CONVERGED, Status.LIMIT, Status.STANDSTILL, Status.FAILED

POLITENESS = QAccessible.AnnouncementPoliteness


class Announcer(QObject):
    """Tells of each step made by hand, of the mistakes of a run that goes on, of how it ended, and what is reported.

    Nothing is said, nor computed, while no screen reader is there.
    """

    announced = Signal(str)
    """The text."""

    def __init__(self, window: QMainWindow, training: Training) -> None:
        super().__init__(window)
        self._window, self._training = window, training
        self._before = (-1, -1, Status.READY)
        self._epoch, self._at = 0, 0.0

    def report(self, text: str) -> None:
        """Says a short message, such as that of the status bar."""
        self._say(text)

    def follow(self, frame: Frame, sentence: str) -> None:
        """Says what is new in a frame. sentence: that of its last step."""
        now = frame.run, frame.counters.step, frame.status
        before, self._before = self._before, now
        if now == before or not QAccessible.isActive():
            return
        if frame.status is Status.RUNNING:
            self._tell_mistakes(frame)
        elif frame.status in ENDS and frame.counters.step == frame.head:
            session = self._training.shown[0] if self._training.shown else None
            if session is not None:
                self._say(verdict(outlook(session.dataset), frame, session.order).text, urgent=True)
        elif frame.counters.step:
            self._say(sentence)

    def _tell_mistakes(self, frame: Frame) -> None:
        """Says the mistakes of the last whole epoch, not more often than can be heard."""
        whole, now = frame.counters.epoch - 1, time.monotonic()
        if whole > 0 and whole != self._epoch and now - self._at >= APART and len(frame.counters.per_epoch) > 1:
            self._epoch, self._at = whole, now
            mistakes = plural(int(frame.counters.per_epoch[-2]), "{n} mistake", "{n} mistakes")
            self._say(_("Epoch {epoch}: {mistakes}.").format(epoch=whole, mistakes=mistakes))

    def _say(self, text: str, urgent: bool = False) -> None:
        if text and QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self._window, text)
            event.setPoliteness(POLITENESS.Assertive if urgent else POLITENESS.Polite)
            QAccessible.updateAccessibility(event)
            self.announced.emit(text)
