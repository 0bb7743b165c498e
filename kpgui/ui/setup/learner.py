"""The learner panel."""

from kpgui.language import _
from kpgui.learners import LEARNERS, Learner, learner
from kpgui.model.edits import Setting
from kpgui.model.session import Session
from kpgui.ui.forms.panel import Panel
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.setup.registry_editor import RegistryEditor


class LearnerPanel(Panel):
    key = "learner"
    title = "Learner"
    explanation = "Choose the learner and its settings."

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._editor = RegistryEditor("learner", _("Learner"), LEARNERS, self, workbench.after_first_paint)
        self._editor.edited.connect(self._change)
        self.column.addWidget(self._editor)
        self.column.addStretch(1)
        workbench.document.changed.connect(self._follow)
        self._editor.show_value(learner(workbench.document.session.learner))

    def _change(self, value: Learner, text: str, stroke: object) -> None:
        self.workbench.document.edit(Setting("learner", str(value)), text, stroke)

    def _follow(self, before: Session, after: Session) -> None:
        if before.learner != after.learner:
            self._editor.show_value(learner(after.learner))
