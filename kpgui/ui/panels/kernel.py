"""The kernel panel: the expression and the tree of the same kernel, always in step."""

from PySide6.QtWidgets import QLabel, QVBoxLayout

from kpgui.kernels import Kernel, kernel
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.present.closure import closure
from kpgui.ui.panels.base import Panel
from kpgui.ui.panels.expression import ExpressionLine
from kpgui.ui.panels.kernel_tree import KernelTree
from kpgui.ui.style import restyle
from kpgui.ui.workbench import Workbench


class KernelPanel(Panel):
    key = "kernel"
    title = "Kernel"

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        now = kernel(workbench.document.session.kernel)
        self._expression = ExpressionLine(self)
        self._expression.given.connect(self._enter)
        self._expression.dropped.connect(workbench.document.abandon)
        self._expression.show_expression(str(now))
        self._closure = QLabel(self)
        self._closure.setObjectName("kernel.closure")
        self._closure.setProperty("role", "muted")
        self._closure.setWordWrap(True)
        self._tree = KernelTree(now, self._expression.line, self)
        self._tree.edited.connect(self._change)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self._expression)
        text.addWidget(self._closure)
        self.column.addLayout(text)
        self.column.addWidget(self._tree)
        self.column.addStretch(1)
        workbench.document.changed.connect(self._follow)
        self._show_closure(now)

    def _change(self, value: Kernel, text: str, stroke: object) -> None:
        try:
            kernel(str(value))
        except KpguiError as error:  # too many operations, or too deep
            self._expression.show_refusal(str(error))
            return
        self.workbench.document.edit(Setting("kernel", str(value)), text, stroke)

    def _enter(self, value: Kernel, stroke: object) -> None:
        self.workbench.document.edit(Setting("kernel", str(value)), "change the kernel", stroke)

    def _follow(self, before: Session, after: Session) -> None:
        if before.kernel != after.kernel:
            now = kernel(after.kernel)
            self._expression.show_expression(str(now))
            self._show_closure(now)
            self._tree.show_kernel(now)

    def _show_closure(self, now: Kernel) -> None:
        told = closure(now)
        self._closure.setText(told.text)
        restyle(self._closure, "tone", told.tone.value)
        self._closure.setToolTip(now.validity.why)
