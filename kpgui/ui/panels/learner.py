"""The learner panel."""

from PySide6.QtWidgets import QLabel

from kpgui.learners import LEARNERS, Learner, learner
from kpgui.model.edits import Setting
from kpgui.model.frame import Frame
from kpgui.model.guarantee import Guarantee
from kpgui.model.session import Session
from kpgui.present.verdict import Tone
from kpgui.ui.panels.base import Panel
from kpgui.ui.panels.declared import DeclaredEditor
from kpgui.ui.style import restyle
from kpgui.ui.workbench import Workbench


class LearnerPanel(Panel):
    key = "learner"
    title = "Learner"

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._editor = DeclaredEditor("learner", "Learner", LEARNERS, self)
        self._editor.edited.connect(self._change)
        self._guarantee = QLabel(self)
        self._guarantee.setObjectName("learner.guarantee")
        self._guarantee.setProperty("role", "muted")
        self._guarantee.setWordWrap(True)
        self._told: Guarantee | None = None
        self.column.addWidget(self._editor)
        self.column.addWidget(self._guarantee)
        self.column.addStretch(1)
        workbench.training.frame_arrived.connect(self._receive)
        workbench.document.changed.connect(self._follow)
        self._editor.show_value(learner(workbench.document.session.learner))

    def _change(self, value: Learner, text: str, stroke: object) -> None:
        self.workbench.document.edit(Setting("learner", str(value)), text, stroke)

    def _receive(self, frame: Frame) -> None:
        """Tell what is proved about the learner here, when that changes."""
        if frame.guarantee is self._told:
            return
        self._told = frame.guarantee
        doubtful = self._told is not None and not self._told.holds
        restyle(self._guarantee, "tone", (Tone.WARNING if doubtful else Tone.CALM).value)
        self._guarantee.setText("" if self._told is None else self._told.text)

    def _follow(self, before: Session, after: Session) -> None:
        if before.learner != after.learner:
            self._editor.show_value(learner(after.learner))
