"""The run panel: in which order points are presented, and the seed of every random choice."""

from kpgui.learners import learner
from kpgui.model.edits import Setting
from kpgui.model.param import Value
from kpgui.model.session import ORDER, SEED, Session
from kpgui.ui.forms.forms import Form
from kpgui.ui.forms.panel import Panel
from kpgui.ui.forms.workbench import Workbench


class RunPanel(Panel):
    key = "run"
    title = "Run"
    explanation = "In which order points are presented, and the seed of every random choice."

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._form = Form("run", (ORDER, SEED), parent=self)
        self._form.edited.connect(self._change)
        self.column.addWidget(self._form)
        self.column.addStretch(1)
        workbench.document.changed.connect(self._follow)
        self._show(workbench.document.session)

    def _change(self, name: str, value: Value, stroke: object) -> None:
        self.workbench.document.edit(Setting(name, value), "", stroke)

    def _follow(self, before: Session, after: Session) -> None:
        if (before.order, before.seed, before.learner) != (after.order, after.seed, after.learner):
            self._show(after)

    def _show(self, session: Session) -> None:
        self._form.show_values({"order": session.order, "seed": session.seed})
        self._form.set_row_shown("order", learner(session.learner).by_epochs)
