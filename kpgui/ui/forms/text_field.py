"""Lines of text in which what is wrong is marked."""

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QWidget

from kpgui.model.errors import KpguiError
from kpgui.model.expression import ExpressionError
from kpgui.model.param import Param, Value
from kpgui.present.wrong_place import wrong_span

WAVE = 3
"""Pixels of half a wave of the mark."""

MARK_OF_NOTHING = 9
"""Pixels that are marked where something is missing."""

PAUSE = 300
"""Milliseconds without a key after which what is typed is looked at."""


class MarkedLine(QLineEdit):
    """A line in which one place can be marked with a wave under it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark: tuple[int, int] | None = None

    def set_mark(self, span: tuple[int, int] | None) -> None:
        """Mark the characters from start to end, the place after the last one when they are the same."""
        self.mark = span
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.mark is None:
            return
        start, end = self.mark
        left = self._x_of(start)
        right = self._x_of(end) if end > start else left + MARK_OF_NOTHING
        y = self.height() - 5
        wave = [QPointF(left + WAVE * k, y + (k % 2) * 2) for k in range(int((right - left) / WAVE) + 1)]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect().adjusted(3, 1, -3, -1))
        painter.setPen(QPen(self.palette().brightText().color(), 1.5))
        painter.drawPolyline(QPolygonF(wave))

    def _x_of(self, position: int) -> float:
        """Where a character begins, also when the line is scrolled."""
        metrics, text = self.fontMetrics(), self.text()
        cursor = metrics.horizontalAdvance(text[: self.cursorPosition()])
        return self.cursorRect().center().x() + metrics.horizontalAdvance(text[:position]) - cursor


class TextField(MarkedLine):
    """A text parameter. What is right is taken when the typing pauses.

    Return or leaving the line ends the visit; a wrong text then changes nothing, and stays, with what is wrong marked,
    until it is mended. Esc goes back to what was there before.

    given: the new text. refused: the sentence, "" when all is well again.
    """

    given = Signal(object)
    refused = Signal(str)

    def __init__(self, param: Param, owner: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._param = param
        self._owner = owner
        self._before = self._accepted = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._look)
        self.show_value(param.default)
        self.textEdited.connect(self._begin)
        self.editingFinished.connect(self._end)

    def show_value(self, value: Value) -> None:
        """Show a value without announcing it."""
        self._before = self._accepted = str(value)
        self._set_text(self._accepted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._set_text(self._before)
            self._accept(self._before)
        else:
            super().keyPressEvent(event)

    def _set_text(self, text: str) -> None:
        self._pause.stop()
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)
        self._tell(None)

    def _begin(self) -> None:
        if self.mark is not None:
            self._tell(self._problem())  # a mended text is not called wrong for a moment longer
        self._pause.start()

    def _look(self) -> bool:
        """Take what is typed so far if it is right, and say what is wrong if it is not. Whether it is right."""
        self._pause.stop()
        problem = self._problem()
        self._tell(problem)
        if problem is None:
            self._accept(self.text().strip())
        return problem is None

    def _end(self) -> None:
        if not self._look():
            self._accept(self._before)
        self._before = self._accepted

    def _accept(self, text: str) -> None:
        if text != self._accepted:
            self._accepted = text
            self.given.emit(text)

    def _tell(self, problem: KpguiError | None) -> None:
        """Say what is wrong with the text, if anything is, and mark it."""
        if isinstance(problem, ExpressionError):
            self.set_mark(wrong_span(self.text(), problem.at))
            self.refused.emit(f"Position {problem.at + 1}: {problem.problem}.")
        else:
            self.set_mark(None)
            self.refused.emit("" if problem is None else str(problem))

    def _problem(self) -> KpguiError | None:
        try:
            self._param.validate(self.text(), self._owner)
        except KpguiError as error:
            return error.__cause__ if isinstance(error.__cause__, ExpressionError) else error
        return None
