"""The card of the point that the pointer rests on, or that was selected last."""

import numpy as np
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction

from kpgui.model.arrays import Ints
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.cards import PointCardLayer
from kpgui.ui.session.training import Training
from kpgui.ui.tasks.throttle import READABLE, Throttle
from kpgui.words.point_card import point_card

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
        points, kernel = (None, None) if shown is None else (shown[0].dataset.points, shown[1])
        card = point_card(dataset, row, self._training.frame, kernel, points)
        self._card.show_card(card, dataset.points[row])
