"""The kernel panel: choice, form and expression, which follow one another."""

from kpgui.kernels import KERNELS, Kernel, Leaf, kernel
from kpgui.model.edits import Setting
from kpgui.model.session import Session
from kpgui.ui.panels.base import Panel
from kpgui.ui.panels.declared import DeclaredEditor
from kpgui.ui.panels.expression import ExpressionLine
from kpgui.ui.workbench import Workbench

COMPOSITE = "Made of several kernels: edit the expression below, or choose a single kernel above."


class KernelPanel(Panel):
    key = "kernel"
    title = "Kernel"

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._editor = DeclaredEditor("kernel", "K(x, z)", KERNELS, self)
        self._editor.edited.connect(self._change)
        self._expression = ExpressionLine(self)
        self._expression.given.connect(self._enter)
        self.column.addWidget(self._editor)
        self.column.addWidget(self._expression)
        self.column.addStretch(1)
        workbench.document.changed.connect(self._follow)
        self._show(kernel(workbench.document.session.kernel))

    def _change(self, value: Leaf, text: str, stroke: object) -> None:
        self.workbench.document.edit(Setting("kernel", str(value)), text, stroke)

    def _enter(self, value: Kernel) -> None:
        self.workbench.document.edit(Setting("kernel", str(value)), "change the kernel")

    def _follow(self, before: Session, after: Session) -> None:
        if before.kernel != after.kernel:
            self._show(kernel(after.kernel))

    def _show(self, value: Kernel) -> None:
        leaf = value if isinstance(value, Leaf) else None
        self._editor.show_value(leaf, COMPOSITE)
        self._expression.show_expression(str(value))
