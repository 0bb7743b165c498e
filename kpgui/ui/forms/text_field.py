"""Line edits that underline errors."""

from dataclasses import replace

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QWidget

from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.expression import ExpressionError
from kpgui.model.param import Param, Value
from kpgui.words.overrides import label_text, wrong_span

WAVE = 3
"""Width of half a wave of the underline in pixels."""

MARK_OF_NOTHING = 9
"""Width of the underline in pixels where something is missing."""

PAUSE = 300
"""Milliseconds without a key press after which the text is checked."""


class MarkedLine(QLineEdit):
    """A line edit in which one span can be underlined with a wave."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark: tuple[int, int] | None = None

    def set_mark(self, span: tuple[int, int] | None) -> None:
        """Underlines the characters from start to end; an empty span marks the position where something is missing."""
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
        """The x coordinate of a character, also when the line is scrolled."""
        metrics, text = self.fontMetrics(), self.text()
        cursor = metrics.horizontalAdvance(text[: self.cursorPosition()])
        return self.cursorRect().center().x() + metrics.horizontalAdvance(text[:position]) - cursor


class TextField(MarkedLine):
    """A field for a text parameter. A valid text is accepted when the typing pauses.

    Return or losing the focus ends the editing; an invalid text then changes nothing, but stays, with the error
    underlined, until it is corrected. Esc restores the text from before.

    given: the new text. refused: the sentence, "" when the text is valid again.
    """

    given = Signal(object)
    refused = Signal(str)

    def __init__(self, param: Param, owner: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._param = replace(param, name=label_text(param))
        self._owner = owner
        self._before = self._accepted = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._look)
        self.show_value(param.default)
        self.textEdited.connect(self._begin)
        self.editingFinished.connect(self._end)

    def show_value(self, value: Value) -> None:
        """Shows a value without emitting signals."""
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
            self._tell(self._problem())  # a corrected text is not reported as wrong any longer
        self._pause.start()

    def _look(self) -> bool:
        """Accepts the text if it is valid, else reports what is wrong. Returns whether it is valid."""
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
        """Reports what is wrong with the text, if anything is, and underlines it."""
        if isinstance(problem, ExpressionError):
            self.set_mark(wrong_span(self.text(), problem.at))
            self.refused.emit(_("Position {at}: {problem}.").format(at=problem.at + 1, problem=problem.problem))
        else:
            self.set_mark(None)
            self.refused.emit("" if problem is None else str(problem))

    def _problem(self) -> KpguiError | None:
        try:
            self._param.validate(self.text(), self._owner)
        except KpguiError as error:
            return error.__cause__ if isinstance(error.__cause__, ExpressionError) else error
        return None
