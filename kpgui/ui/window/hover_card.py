"""News of the run: the card of the point that is pointed at, and what a screen reader announces."""

import time

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction
from PySide6.QtWidgets import QMainWindow

from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.frame import Frame, Status
from kpgui.model.session import Session
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.cards import PointCardLayer
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import READABLE, Throttle
from kpgui.words.counters import plural
from kpgui.words.point_card import point_card
from kpgui.words.verdict import outlook, verdict

REST = 300
"""Milliseconds that the pointer rests on a point before its card comes: who draws is not disturbed."""


class HoverCard(QObject):
    """Follows the shared focus, the points and the run; a layer of the canvas draws.

    A single point that is selected, as by the arrow keys in the table, has its card until the pointer moves on the
    canvas or to another point, or leaves one. Esc hides it. While points are dragged none is hovered.
    """

    def __init__(self, canvas: Canvas, training: Training, action: QAction) -> None:
        super().__init__(canvas)
        self._stage = canvas.stage
        self._card = canvas.stage.layer(PointCardLayer)
        self._focus = canvas.focus
        self._training = training
        self._action = action
        self._chosen: int | None = None
        self._point: int | None = None
        self._resting = QTimer(self, singleShot=True, interval=REST)
        self._resting.timeout.connect(self._renew)
        self._renewing = Throttle(self._renew, READABLE, self)
        self._focus.hovered_changed.connect(self._follow_pointer)
        self._focus.selection_changed.connect(self._choose)
        self._focus.place_changed.connect(self._follow_pointer)
        canvas.document.changed.connect(self._follow_edit)
        training.frame_arrived.connect(self._follow_run)
        action.toggled.connect(self._switch)
        self._switch()

    def _switch(self) -> None:
        self._focus.follow_hover("point_card", self._action.isChecked())
        self._follow()

    def _choose(self, ids: Ints) -> None:
        self._chosen = int(ids[0]) if len(ids) == 1 else None
        self._follow()

    def _follow_pointer(self, where: object) -> None:
        """The pointer is at another place or point; None if it is elsewhere."""
        self._chosen = None
        self._follow()

    def _follow(self) -> None:
        """Takes the card from a point that is not in the focus any more, and waits before it gives it to another."""
        point = self._focus.hovered if self._chosen is None else self._chosen
        if not self._action.isChecked():
            point = None
        if point != self._point:
            self._point = point
            self._card.hide_card()
            self._resting.stop()
            if point is not None:
                self._resting.start()

    def _follow_run(self, frame: Frame) -> None:
        if self._card.card is not None:
            self._renewing.request()

    def _follow_edit(self, before: Session, after: Session) -> None:
        if after.dataset is not before.dataset and self._card.card is not None:
            self._renew()

    def _renew(self) -> None:
        dataset = self._stage.dataset
        rows = np.flatnonzero(dataset.ids == self._point)
        if self._point is None or dataset.d != 2 or not len(rows):
            self._card.hide_card()
            return
        row, shown = int(rows[0]), self._training.shown
        run = () if shown is None else (shown[1], shown[0].dataset.points, shown[0].conventions)
        card = point_card(dataset, row, self._training.frame, *run)
        self._card.show_card(card, dataset.points[row])


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
                self._say(verdict(outlook(session.dataset), frame, session.presented).text, urgent=True)
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
