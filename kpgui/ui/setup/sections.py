"""The sections of the setup: kernel, learner, run and data, in their order."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from kpgui.kernels import Kernel, kernel
from kpgui.language import _
from kpgui.learners import LEARNERS, Learner, learner, learner_of
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError
from kpgui.model.param import Value
from kpgui.model.session import Session
from kpgui.ui.forms.forms import Form
from kpgui.ui.forms.labels import TextLines
from kpgui.ui.forms.panel import Panel, Workbench
from kpgui.ui.forms.widgets import fill, in_column, push_button
from kpgui.ui.look.scale import TIGHT
from kpgui.ui.look.style import plain, restyle
from kpgui.ui.setup.data import DataPanel
from kpgui.ui.setup.kernel_lines import kernel_note
from kpgui.ui.setup.kernel_tree import ExpressionLine, KernelTree
from kpgui.ui.setup.registry_editor import RegistryEditor
from kpgui.ui.tasks import Background
from kpgui.words.conventions import FIELDS, FOLDED, edits_of, shown_values
from kpgui.words.counters import plural
from kpgui.words.run_table import run_table

FIRST = "kernel_perceptron", "voted_perceptron", "forgetron", "svm"
"""Learners that a course begins with."""


class LearnerPanel(Panel):
    key = "learner"
    title = "Learner"
    explanation = "Choose the learner and its settings."

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._editor = RegistryEditor("learner", _("Learner"), LEARNERS, self, workbench.after_first_paint, first=FIRST)
        self._editor.edited.connect(self._change)
        self.column.addWidget(self._editor)
        self.column.addStretch(1)
        workbench.document.changed.connect(self._follow)
        self._editor.show_value(learner_of(workbench.document.session))

    def _change(self, value: Learner, text: str, stroke: object) -> None:
        self.workbench.document.edit(Setting("learner", str(value)), text, stroke)

    def _follow(self, before: Session, after: Session) -> None:
        if (before.learner, before.conventions) != (after.learner, after.conventions):
            self._editor.show_value(learner_of(after))


class RunPanel(Panel):
    key = "run"
    title = "Run"
    explanation = "In which order points are presented, the seed of every random choice, and a textbook's conventions."

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._form = Form("run", FIELDS, "", self, workbench.after_first_paint, folded=_(FOLDED))
        self._form.edited.connect(self._change)
        tip = _("Copy what w and b, or α, were at the start and after each update, for a spreadsheet")
        self._copy = push_button(
            self, "run.copy_table", _("Copy the table of the run"), self._copy_table, tip, link=True
        )
        self._copy.hide()
        self._form.unfolded.connect(self._copy.setVisible)
        self._background = Background(self, "kpgui table of the run")
        self._background.failed.connect(workbench.said)
        self.column.addWidget(self._form)
        self.column.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch(1)
        workbench.document.changed.connect(self._follow)
        workbench.closing.connect(self._background.stop)
        self._show(workbench.document.session)

    def _change(self, name: str, value: Value, stroke: object) -> None:
        document = self.workbench.document
        try:
            edits = edits_of(document.session, name, value)
        except KpguiError as error:
            self._form.refuse(name, str(error))
            return
        stroke = stroke or (object() if len(edits) > 1 else None)
        for each in edits:
            document.edit(each, _("change the conventions"), stroke)

    def _follow(self, before: Session, after: Session) -> None:
        if shown_values(before) != shown_values(after) or before.learner != after.learner:
            self._show(after)

    def _show(self, session: Session) -> None:
        self._form.show_values(shown_values(session))
        self._form.set_row_shown("order", learner(session.learner).by_epochs)

    def _copy_table(self) -> None:
        """Puts the table of the run up to the step that is shown on the clipboard."""
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        session = self.workbench.document.session if shown is None else shown[0]
        steps = 0 if frame is None else frame.counters.step
        self._background.do(_("Making the table"), partial(run_table, session, steps), self._copied)

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        rows = plural(text.count("\n") - 1, "{n} row", "{n} rows")
        self.workbench.said.emit(_("The table of the run, {rows}, is on the clipboard.").format(rows=rows))


class KernelPanel(Panel):
    key = "kernel"
    title = "Kernel"
    explanation = "Choose the kernel, as an expression or as a tree."

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        now = kernel(workbench.document.session.kernel)
        self._expression = ExpressionLine(self)
        self._expression.given.connect(self._enter)
        self._expression.dropped.connect(workbench.document.abandon)
        self._expression.show_expression(str(now))
        self._closure = TextLines(2, self, name="kernel.closure", role="muted")
        self._tree = KernelTree(now, self)
        self._tree.edited.connect(self._change)
        self._tree.refused.connect(self._expression.show_refusal)
        text = in_column(self._expression, self._closure, spacing=TIGHT)
        fill(self.column, text, self._tree, None)
        workbench.document.changed.connect(self._follow)
        self._show_closure(now, workbench.document.session)

    def _change(self, value: Kernel, text: str, stroke: object) -> None:
        self.workbench.document.edit(Setting("kernel", str(value)), text, stroke)

    def _enter(self, value: Kernel, stroke: object) -> None:
        self.workbench.document.edit(Setting("kernel", str(value)), _("change the kernel"), stroke)

    def _follow(self, before: Session, after: Session) -> None:
        if before.kernel != after.kernel:
            now = kernel(after.kernel)
            self._expression.show_expression(str(now))
            self._tree.show_kernel(now)
        if (before.kernel, before.learner) != (after.kernel, after.learner):
            self._show_closure(kernel(after.kernel), after)

    def _show_closure(self, now: Kernel, session: Session) -> None:
        told = kernel_note(now, learner(session.learner))
        self._closure.setText(told.text)
        restyle(self._closure, "tone", told.tone.value)
        self._closure.setToolTip(plain(now.validity.why))


SECTIONS: tuple[type[Panel], ...] = (DataPanel, KernelPanel, LearnerPanel, RunPanel)
