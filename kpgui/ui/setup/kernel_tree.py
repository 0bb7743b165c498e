"""The kernel as a tree of rows, each with its fields and a menu of operations."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from kpgui.kernels import Kernel, kernel
from kpgui.language import _, in_sentence, later
from kpgui.model.errors import KpguiError
from kpgui.model.expression import ExpressionError
from kpgui.ui.forms.text_field import MarkedLine
from kpgui.ui.forms.widgets import Callout, in_column, reveal
from kpgui.ui.look.style import named, plain, restyle
from kpgui.ui.setup.kernel_lines import KernelLine, continued, lines_of
from kpgui.ui.setup.kernel_row import KernelRow, made_row
from kpgui.words import kernel_tree as tree
from kpgui.words.kernel_tree import JOINS, WRAPS, Join, Path, Wrap
from kpgui.words.overrides import wrong_span

JOINED = {"add": later("add {title}"), "subtract": later("subtract {title}"), "multiply": later("multiply {title}")}
"""The names of the undo steps."""


class KernelTree(QWidget):
    """A row for each node of a kernel.

    Rows of nodes that a change does not affect are kept, with the focus and the text being typed.

    edited: the new Kernel, the name of the edit, and the stroke (see `Document.edit`) or None. refused: why an edit was
    not possible.
    """

    edited = Signal(object, str, object)
    refused = Signal(str)

    def __init__(self, kernel: Kernel, parent: QWidget) -> None:
        super().__init__(parent)
        self._kernel = kernel
        self._lines: tuple[KernelLine, ...] = ()
        self._rows: list[KernelRow] = []
        self._menu_of: Path = ()
        self._column = in_column(on=self, spacing=0)
        self._menu = named(QMenu(self), "kernel.menu_of_node")
        self._fill_menu()
        self._reveal = QTimer(self, singleShot=True, interval=0)
        self._reveal.timeout.connect(self._bring_into_view)
        self.show_kernel(kernel)

    def show_kernel(self, kernel: Kernel) -> None:
        """Shows a kernel without emitting `edited`."""
        lines = lines_of(kernel)
        sources = continued(self._lines, lines)
        kept = set(sources)
        for number, row in enumerate(self._rows):
            if number not in kept:
                self._column.removeWidget(row)
                row.retire()
        rows = []
        for place, (line, old) in enumerate(zip(lines, sources, strict=True)):
            if old is None:
                row = self._made_row(line)
                self._column.insertWidget(place, row)
            else:
                row = self._rows[old]
            row.show_line(line, single=len(lines) == 1)
            rows.append(row)
        self._kernel, self._rows, self._lines = kernel, rows, lines

    def _made_row(self, line: KernelLine) -> KernelRow:
        row = made_row(line, self)
        row.edited.connect(partial(self._change, row))
        row.asked.connect(partial(self._open_menu, row))
        return row

    def _change(self, row: KernelRow, name: str, value: Any, text: str, stroke: object) -> None:
        assert row.line is not None
        path = row.line.path
        self.edited.emit(
            tree.changed(self._kernel, path, name, value) if name else tree.replaced(self._kernel, path, value),
            text,
            stroke,
        )

    # The menu of a node: one for all, opened at the node's button.

    def _fill_menu(self) -> None:
        for join in JOINS:
            self._add_action(join.key, _(join.menu), join.formula, partial(self._join, join))
        self._menu.addSeparator()
        for wrap in WRAPS:
            self._add_action(wrap.key, _(wrap.menu), wrap.formula, partial(self._wrap, wrap))
        self._menu.addSeparator()
        self._unwrapping = self._add_action("unwrap", _("&Unwrap"), "", self._unwrap)
        self._keeping = self._add_action("keep", _("&Keep only this"), "", self._keep)
        self._removing = self._add_action("remove", _("&Remove"), "", self._remove)

    def _add_action(self, key: str, text: str, formula: str, carry_out: Callable[[], None]) -> QAction:
        action = self._menu.addAction(f"{text}\t{formula}" if formula else text)
        action.setObjectName(f"kernel.{key}")
        action.triggered.connect(carry_out)
        return action

    def _open_menu(self, row: KernelRow, place: QPoint) -> None:
        assert row.line is not None
        self._menu_of = row.line.path
        self._unwrapping.setEnabled(tree.can_unwrap(self._kernel, self._menu_of))
        self._keeping.setEnabled(bool(self._menu_of))
        self._removing.setEnabled(tree.can_remove(self._kernel, self._menu_of))
        self._menu.popup(place)

    def _join(self, join: Join) -> None:
        further = tree.further_leaf(self._kernel)
        name = _(JOINED[join.key]).format(title=_(further.title))
        self._carry_out(lambda: tree.joined(self._kernel, self._menu_of, join, further), name)

    def _wrap(self, wrap: Wrap) -> None:
        self._carry_out(
            lambda: (tree.wrapped(self._kernel, self._menu_of, wrap), self._menu_of), in_sentence(wrap.title)
        )

    def _unwrap(self) -> None:
        self._carry_out(lambda: (tree.unwrapped(self._kernel, self._menu_of), self._menu_of), _("unwrap a kernel"))

    def _keep(self) -> None:
        self._carry_out(lambda: (tree.at(self._kernel, self._menu_of), ()), _("keep one kernel"))

    def _remove(self) -> None:
        self._carry_out(lambda: tree.removed(self._kernel, self._menu_of), _("remove a kernel"))

    def _carry_out(self, make: Callable[[], tuple[Kernel, Path]], text: str) -> None:
        """Emits the kernel that `make` returns, and focuses the row at the path it returns. text: name of the edit."""
        try:
            made, path = make()
        except KpguiError as error:  # more operations than an expression may have
            self.refused.emit(str(error))
            return
        self.edited.emit(made, text, None)
        row = next((row for row in self._rows if row.line is not None and row.line.path == path), None)
        if row is not None:
            row.take_focus()
            self._reveal.start()

    def _bring_into_view(self) -> None:
        focus = QApplication.focusWidget()
        row = next((row for row in self._rows if focus is not None and row.isAncestorOf(focus)), None)
        if row is not None:
            reveal(row)


PAUSE = 400
"""Milliseconds without a key press after which the text is parsed."""

TIP = later("The kernel as text, for example rbf(sigma=0.5) + 0.3*linear(). Now:")


class ExpressionLine(QWidget):
    """An editable expression. A valid one is applied when typing pauses; all changes until the end are one stroke.

    Return or leaving the field ends the editing. An invalid text then takes back the stroke but stays in the field,
    with the error marked and explained, until it is corrected. Esc restores the expression from before.

    given: the Kernel that was entered, and the stroke (see `Document.edit`). dropped: a stroke to take back.
    """

    given = Signal(object, object)
    dropped = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._expression = ""
        self._looked_at = ""
        self._stroke: object = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._look)
        self.line = named(MarkedLine(self), "param.kernel.expression", _("Kernel as an expression"))
        self.line.textEdited.connect(self._begin)
        self.line.editingFinished.connect(self._end)
        self._refusal: Callout | None = None  # made when needed, in the panel that this is in by then
        in_column(self.line, on=self)

    def show_expression(self, text: str) -> None:
        """Shows the document's expression, unless the user is typing."""
        self._expression = text
        if self._stroke is None:
            self._set_text(text)

    def show_refusal(self, sentence: str, span: tuple[int, int] | None = None) -> None:
        """Shows an error beside the field and marks its place, (start, end) in the text; "" shows none."""
        restyle(self.line, "wrong", bool(sentence))
        self.line.set_mark(span)
        if sentence and self._refusal is None:
            self._refusal = Callout(self.line)
        if self._refusal is not None:
            self._refusal.show_sentence(sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
            return
        self._pause.stop()
        if self._stroke is not None:
            self.dropped.emit(self._stroke)
            self._stroke = None
        self._set_text(self._expression)

    def _set_text(self, text: str) -> None:
        self._looked_at = text
        self.line.setText(text)
        self.line.setCursorPosition(0)
        self.line.setToolTip(plain(f"{_(TIP)}\n{text}"))
        self.show_refusal("")

    def _begin(self) -> None:
        if self._stroke is None:
            self._stroke = object()
        if self.line.property("wrong"):
            self._read()  # removes the error as soon as the text is valid
        self._pause.start()

    def _look(self) -> None:
        """Applies the text typed so far, if it is a valid kernel."""
        read = self._read()
        if read is not None and str(read) != self._expression:
            self.given.emit(read, self._stroke)

    def _end(self) -> None:
        self._pause.stop()
        if self._stroke is None and self.line.text() == self._looked_at:
            return
        stroke = self._stroke or object()
        read = self._read()
        if read is None:
            self._stroke = stroke  # keeps the text while the stroke is taken back
            self.dropped.emit(stroke)
            self._stroke = None
            if self.line.mark is not None:
                self.line.setCursorPosition(self.line.mark[1])
            return
        self._stroke = None
        self._set_text(str(read))
        self.given.emit(read, stroke)

    def _read(self) -> Kernel | None:
        """Parses the text; shows the error and returns None if it is invalid."""
        self._looked_at = text = self.line.text()
        try:
            read = kernel(text)
        except ExpressionError as error:
            self.show_refusal(
                _("Position {at}: {problem}.").format(at=error.at + 1, problem=error.problem),
                wrong_span(text, error.at),
            )
            return None
        except KpguiError as error:
            self.show_refusal(str(error))
            return None
        self.show_refusal("")
        return read
