"""Rows of the kernel's tree: one for each leaf or operation, each with a button for its menu."""

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from kpgui.kernels import KERNELS
from kpgui.language import _
from kpgui.model.param import Value
from kpgui.ui.forms.forms import Form
from kpgui.ui.forms.labels import FormulaLabel
from kpgui.ui.forms.widgets import Wide, in_row
from kpgui.ui.look.scale import APART, CLOSE
from kpgui.ui.look.style import PlainLabel, named, plain, restyle
from kpgui.ui.setup.kernel_lines import KernelLine
from kpgui.ui.setup.registry_editor import RegistryEditor
from kpgui.words.kernel_tree import wrap_of
from kpgui.words.verdict import Tone

GUTTER = 12
"""Pixels by which the operands of an operation are indented."""

DEEPEST = 6
"""Depth from which rows are indented no further, so that their fields fit a narrow panel."""

BUTTON = 22

FIRST = "linear", "poly", "rbf"
"""Kernels that a course begins with."""


class MenuButton(QToolButton):
    """Three dots that open the menu of a node. asked: where the menu should open, in screen coordinates."""

    asked = Signal(QPoint)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(BUTTON, BUTTON)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self._ask)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().placeholderText())
        middle = QRectF(self.rect()).center()
        for down in (-5, 0, 5):
            painter.drawEllipse(middle + QPointF(0, down), 1.6, 1.6)

    def _ask(self) -> None:
        self.asked.emit(self.mapToGlobal(QPoint(0, self.height())))


class KernelRow(QWidget):
    """A row of the tree, indented by its depth, with thin lines that lead to the operations around it.

    edited: name of the parameter ("" for the whole kernel), its value, the name of the edit, and the stroke
    (see `Document.edit`) or None. asked: the menu of this row should open here, in screen coordinates.
    """

    edited = Signal(str, object, str, object)
    asked = Signal(QPoint)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.line: KernelLine | None = None
        self._button = MenuButton(self)
        self._button.asked.connect(self.asked)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(CLOSE)

    def show_line(self, line: KernelLine, single: bool) -> None:
        """Shows a line without emitting `edited`; single: whether it is the whole kernel."""
        before, self.line = self.line, line
        depth = min(len(line.path), DEEPEST)
        self._column.setContentsMargins(GUTTER * depth, 0, 0, 0 if single else APART)
        spoken = _("Operations on {title} {number}").format(title=_(line.title), number=line.number).strip()
        tip = _("Operations on {title}: add, multiply, …").format(title=_(line.title))
        named(self._button, f"{line.name}.menu", spoken, tip)
        self._show(line, single, before is None or before.content != line.content)
        self.update()

    def _show(self, line: KernelLine, single: bool, changed: bool) -> None:
        raise NotImplementedError

    def take_focus(self) -> None:
        """Gives the keyboard focus to the widget of this row that is most likely edited next."""
        self._button.setFocus()

    def retire(self) -> None:
        """Deletes the row later; clears its object names now, as a new row may have the same."""
        self.blockSignals(True)  # a field that loses the focus on deletion would still emit what was typed
        self._button.setObjectName("")
        self._give_up_names()
        self.hide()
        self.deleteLater()

    def _give_up_names(self) -> None:
        pass

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.asked.emit(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.line is None or not self.line.path:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(self.palette().placeholderText().color())
        colour.setAlphaF(0.4)
        sign = QRectF(0, 0, 0, 0)
        for level in range(min(len(self.line.path), DEEPEST)):
            x = GUTTER * level + 4.5
            top = 0.0
            if self.line.sign and level == min(len(self.line.path), DEEPEST) - 1:
                top = BUTTON
                sign = QRectF(x - 8, 0, 16, BUTTON)
            painter.setPen(QPen(colour, 1))
            painter.drawLine(QPointF(x, top), QPointF(x, self.height()))
        painter.setPen(self.palette().text().color())
        painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, self.line.sign)


class LeafRow(KernelRow):
    """A row for a leaf: the choice of the kernel, and its parameters."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor = RegistryEditor("kernel", "K(x, z)", KERNELS, self, typeset=True, first=FIRST)
        self._editor.top.addWidget(self._button)
        self._editor.edited.connect(self._announce)
        self._column.addWidget(self._editor)

    def _show(self, line: KernelLine, single: bool, changed: bool) -> None:
        self._editor.set_group(line.group)
        self._editor.set_label("K(x, z)" if single else _("Kernel {number}").format(number=line.number))
        self._editor.set_compact(not single)
        if changed:
            self._editor.show_value(line.kernel)  # type: ignore[arg-type]  # a line of the sort "leaf"
        self._editor.show_doubt(line.doubt)

    def _announce(self, value: object, text: str, stroke: object) -> None:
        self.edited.emit("", value, text, stroke)

    def take_focus(self) -> None:
        self._editor.take_focus()

    def _give_up_names(self) -> None:
        self._editor.set_group("")


class OperationRow(KernelRow):
    """A row for an operation: its name, its formula, and its number, such as an exponent, if it has one."""

    def __init__(self, line: KernelLine, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = PlainLabel(self, role="heading")
        self._formula = FormulaLabel(self)
        self._column.addLayout(in_row(self._title, Wide(self._formula), self._button, spacing=APART))
        wrap = wrap_of(line.kernel)
        self._param = None if wrap is None else wrap.param
        self._form: Form | None = None
        if self._param is not None:
            self._form = Form(line.group, (self._param,), _(line.title), self)
            self._form.set_compact(True)
            self._form.edited.connect(self._announce)
            self._column.addWidget(self._form)

    def _show(self, line: KernelLine, single: bool, changed: bool) -> None:
        if self._form is not None:
            self._form.set_group(line.group)
        if changed:
            self._title.setText(_(line.title))
            self._formula.setText(line.formula)
            if self._form is not None and self._param is not None and line.value is not None:
                self._form.show_values({self._param.name: line.value})
        self._formula.setToolTip(plain(line.doubt))
        restyle(self._formula, "tone", (Tone.WARNING if line.doubt else Tone.CALM).value)

    def _announce(self, name: str, value: Value, stroke: object) -> None:
        self.edited.emit(name, value, "", stroke)

    def take_focus(self) -> None:
        if self._form is None:
            super().take_focus()
        else:
            self._form.focus_first()

    def _give_up_names(self) -> None:
        if self._form is not None:
            self._form.set_group("")


def made_row(line: KernelLine, parent: QWidget) -> KernelRow:
    """Creates the kind of row that the line needs, still empty."""
    return LeafRow(parent) if line.sort == "leaf" else OperationRow(line, parent)
