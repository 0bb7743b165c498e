"""Enabling and disabling of the actions as the state of the document and the run changes."""

import numpy as np
from PySide6.QtCore import QObject

from kpgui.learners import learner
from kpgui.model.frame import Frame, Status
from kpgui.ui.actions.actions import Actions
from kpgui.ui.session.document import Document
from kpgui.words.enablement import EXPLAINED, Situation, enabled, reason, situation_of_run


class ActionState(QObject):
    """Tracks the state that enablement depends on, and updates the actions only when it changes."""

    def __init__(self, actions: Actions, document: Document) -> None:
        super().__init__(actions)
        self._actions = actions
        self._document = document
        self._selected = 0
        self._run = (False, False)
        self._ran = False
        self._outdated = False
        self._situation: Situation | None = None
        document.changed.connect(self._refresh)
        document.history.canUndoChanged.connect(self._refresh)
        document.history.canRedoChanged.connect(self._refresh)
        self._refresh()

    def show_frame(self, frame: Frame) -> None:
        run, ran = situation_of_run(frame), frame.head > 0 and frame.status is not Status.FAILED
        if (run, ran) != (self._run, self._ran):
            self._run, self._ran = run, ran
            self._refresh()

    def leave_end(self) -> None:
        """Enables the actions that make further steps, because the end of the run is no longer shown."""
        begun, at_end = self._run
        if at_end:
            self._run = begun, False
            self._refresh()

    def show_outdated(self, old: str) -> None:
        """Enables the actions that make further steps while the run is outdated: they begin a new one."""
        self._outdated = bool(old)
        self._refresh()

    def show_selection(self, ids: np.ndarray) -> None:
        self._selected = len(ids)
        self._refresh()

    def _refresh(self) -> None:
        dataset = self._document.session.dataset
        begun, at_end = self._run
        situation = Situation(
            points=len(dataset),
            trained=len(dataset) - int(np.count_nonzero(dataset.held_out)),
            selected=self._selected,
            planar=dataset.d == 2,
            can_undo=self._document.history.canUndo(),
            can_redo=self._document.history.canRedo(),
            begun=begun,
            at_end=at_end and not self._outdated,
            ran=self._ran,
            by_epochs=learner(self._document.session.learner).by_epochs,
        )
        if situation != self._situation:
            self._situation = situation
            self._actions.set_enabled(enabled(situation))
            for name in EXPLAINED:
                self._actions.explain(name, reason(situation))
