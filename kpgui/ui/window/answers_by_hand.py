"""Answers given by a digit, or by a click on a point of the canvas."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QApplication, QLineEdit, QWidget

from kpgui.ui.canvas import Canvas

DIGITS = "1234"
"""What is typed to answer, on whatever keys the keyboard has it: some need Shift."""


CIRCLED = "①②③④"
"""The digits as buttons show them: in a circle they are not read as a part of the answer."""


class AnswersByHand(QObject):
    """Takes keys and clicks that answer a question before anything else in the window does."""

    answered = Signal(int)
    """The index of the choice."""

    gave_up = Signal()

    def __init__(self, parent: QWidget, canvas: Canvas) -> None:
        super().__init__(parent)
        self._widget, self._canvas = parent, canvas
        self._choices, self._points = 0, [-1]
        self._down = 0
        """The key that answered last, until it is released: its repetitions mean nothing else."""
        self._clicked = False
        """Whether the last press of a button answered: then the second one of a double click means nothing else."""

    def ask(self, choices: int, points: Sequence[int] = ()) -> None:
        """Takes answers from now on. choices: how many; 0 ends it. points: the id of each choice's point, or −1."""
        self._choices, self._points = choices, [*points]

    def listen(self, on: bool) -> None:
        """Watches for keys and clicks, or no longer."""
        application = QApplication.instance()
        assert application is not None
        if on:
            application.installEventFilter(self)
        else:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answers at the keys 1 to 4 and at a click on a point that can be answered; gives up at Esc."""
        if isinstance(event, QKeyEvent) and isinstance(watched, QWidget) and watched.window() is self._widget.window():
            return self._obey(event)
        if watched is self._canvas.viewport() and isinstance(event, QMouseEvent):
            return self._click(event)
        return False

    def _obey(self, event: QKeyEvent) -> bool:
        key, digit = event.key(), DIGITS.find(event.text() or "none")
        if event.isAutoRepeat() and key == self._down:
            event.accept()
            return True
        if not self._choices or _types(QApplication.focusWidget()) or (digit < 0 and key != Qt.Key.Key_Escape):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._down = key
            if digit < 0:
                self.gave_up.emit()
            elif digit < self._choices:
                self.answered.emit(digit)
        return True

    def _click(self, event: QMouseEvent) -> bool:
        """Answers with the point that was clicked, if it is one of the choices."""
        if event.type() == QEvent.Type.MouseButtonDblClick and self._clicked:
            return True
        if event.type() != QEvent.Type.MouseButtonPress:
            return False
        self._clicked = False
        pixel = self._canvas.pixel_at(event.position())
        point = self._canvas.stage.point_at(pixel.x(), pixel.y())
        if event.button() != Qt.MouseButton.LeftButton or point is None or point not in self._points:
            return False
        self._clicked = True
        self.answered.emit(self._points.index(point))
        return True


def _types(focus: QWidget | None) -> bool:
    """Whether what is typed goes into a text or a cell of a table."""
    if isinstance(focus, QAbstractItemView):
        return focus.editTriggers() != QAbstractItemView.EditTrigger.NoEditTriggers
    return isinstance(focus, QLineEdit | QAbstractSpinBox)
