"""The sections of the setup in their order, and the fields of a textbook's conventions."""

import re
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from kpgui.kernels import Kernel, kernel
from kpgui.language import _, later
from kpgui.learners import LEARNERS, Learner, learner, learner_of
from kpgui.model.conventions import LARGEST_NUMBER, MOST_POINTS, TIES, Conventions
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError, short
from kpgui.model.param import Param, Value, grouped, text_of
from kpgui.model.session import ORDER, SEED, Session
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
from kpgui.words.counters import plural
from kpgui.words.run_table import run_table

BY_HAND = "by_hand"
"""The order of the conventions, among those of a session."""

SEPARATOR = re.compile(r"[\s,;]+")


def numbers_in(text: str) -> list[Any]:
    """The numbers that a text lists. Raises KpguiError.

    >>> numbers_in("1, 0.5 -2")
    [1, 0.5, -2]
    """
    words = [each for each in SEPARATOR.split(text.replace("\N{MINUS SIGN}", "-")) if each]
    try:
        return [float(each) if not each.lstrip("+-").isdigit() else int(each) for each in words]
    except ValueError:
        raise KpguiError(_("Type numbers such as 1 0 2, not “{text}”.").format(text=short(text))) from None


def _start(name: str, label: str, meaning: str) -> Param:
    return Param(name, "", meaning, scale="text", label=label, rare=True, check=numbers_in, syntax="numbers")


FIELDS = (
    replace(ORDER, choices=(*ORDER.choices, BY_HAND)),
    SEED,
    Param("tie", "mistake", "What f = 0 counts as.", scale="choice", choices=tuple(TIES), label="f = 0 is", rare=True),
    Param(
        "first",
        0,
        "The number of the point that every epoch begins with; 0 for the one that comes first.",
        scale="integer",
        low=0,
        high=MOST_POINTS,
        label="First point",
        rare=True,
    ),
    _start("alpha", "Start α", "What the α of each point starts from, such as 1 0 2."),
    _start("w", "Start w", "What the weights w start from, such as 1 −0.5."),
    Param(
        "b", 0.0, "What the bias b starts from.", low=-LARGEST_NUMBER, high=LARGEST_NUMBER, label="Start b", rare=True
    ),
)

FOLDED = later("Conventions of a textbook")


def shown_values(session: Session) -> dict[str, Value]:
    """What the fields show."""
    given = session.conventions
    return {
        "order": BY_HAND if given.order else session.order,
        "seed": session.seed,
        "tie": given.tie,
        "first": 0 if given.first is None else given.first + 1,
        "alpha": " ".join(map(str, given.alpha)),
        "w": " ".join(map(text_of, given.w)),
        "b": given.b,
    }


def edits_of(session: Session, name: str, value: Any) -> tuple[Setting, ...]:
    """The edits by which a field gets this value. Raises KpguiError for one that points and learner cannot have."""
    if name == "seed":
        return (Setting(name, value),)
    given, dataset, edits = asdict(session.conventions), session.dataset, list[Setting]()
    if name == "order":
        given["order"] = range(len(dataset)) if value == BY_HAND else ()
        edits.append(Setting("order", "dataset" if value == BY_HAND else value))
    elif name == "first":
        if value > len(dataset):
            raise KpguiError(_("There are {n} points: type a number up to {n}, or 0.").format(n=grouped(len(dataset))))
        given["first"] = value - 1 if value else None
    else:
        given[name] = numbers_in(value) if name in ("alpha", "w") else value
    chosen, learner = Conventions.of(given), learner_of(session)
    if getattr(chosen, name) != getattr(Conventions(), name):
        chosen.check(dataset, learner.possible, _(learner.title))
    return (*edits, Setting("conventions", chosen))


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
        self._closure = TextLines(2, self)
        self._closure.setObjectName("kernel.closure")
        self._closure.setProperty("role", "muted")
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
