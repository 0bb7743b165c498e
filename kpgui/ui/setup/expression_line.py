"""The text field for the kernel's expression, which is applied while it is typed, with errors marked."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kpgui.kernels import Kernel, kernel
from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.expression import ExpressionError
from kpgui.ui.forms.text_field import MarkedLine
from kpgui.ui.forms.widgets import Callout
from kpgui.ui.look.style import plain, restyle
from kpgui.words.overrides import wrong_span

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
        self.line = MarkedLine(self)
        self.line.setObjectName("param.kernel.expression")
        self.line.setAccessibleName(_("Kernel as an expression"))
        self.line.textEdited.connect(self._begin)
        self.line.editingFinished.connect(self._end)
        self._refusal: Callout | None = None  # made when needed, in the panel that this is in by then
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)

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
