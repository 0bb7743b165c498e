"""A line for a kernel's expression, the way to sums and products of kernels."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from kpgui.kernels import Kernel, kernel
from kpgui.model.errors import KpguiError


class ExpressionLine(QWidget):
    """An editable expression. A wrong one is kept, with what is wrong below it, until it is mended; Esc drops it.

    given: the Kernel that was entered.
    """

    given = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._expression = ""
        self._line = QLineEdit(self)
        self._line.setObjectName("param.kernel.expression")
        self._line.setAccessibleName("Kernel as an expression")
        self._line.setToolTip("Sums, products and multiples too: rbf(sigma=0.5) + 0.3*linear()")
        self._line.textEdited.connect(self._look_at)
        self._line.editingFinished.connect(self._enter)
        self._refusal = QLabel(self)
        self._refusal.setProperty("role", "wrong")
        self._refusal.setWordWrap(True)
        self._refusal.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._line)
        column.addWidget(self._refusal)

    def show_expression(self, text: str) -> None:
        """Show the expression that holds now."""
        if text != self._expression or not self._refusal.isVisible():
            self._expression = text
            self._line.setText(text)
            self._line.setCursorPosition(0)
            self._show_refusal("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._line.setText(self._expression)
            self._show_refusal("")
            return
        super().keyPressEvent(event)

    def _read(self, text: str) -> Kernel | None:
        try:
            read = kernel(text)
        except KpguiError as error:
            self._show_refusal(str(error))
            return None
        self._show_refusal("")
        return read

    def _look_at(self, text: str) -> None:
        self._read(text)

    def _enter(self) -> None:
        text = self._line.text()
        if text == self._expression:
            self._show_refusal("")
            return
        read = self._read(text)
        if read is not None:
            self._expression = str(read)
            self._line.setText(self._expression)
            self._line.setCursorPosition(0)
            self.given.emit(read)

    def _show_refusal(self, sentence: str) -> None:
        wrong = bool(sentence)
        if self._line.property("wrong") != wrong:
            self._line.setProperty("wrong", wrong)
            self._line.style().unpolish(self._line)
            self._line.style().polish(self._line)
        self._refusal.setText(sentence)
        self._refusal.setVisible(wrong)
