"""What need not be there when the window is painted for the first time, and would only keep it waiting."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget


class AfterFirstPaint(QObject):
    """The turn of the event loop after the one in which a widget was painted for the first time."""

    _come = Signal()

    def __init__(self, watched: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._watched = watched
        self._over = False
        self._pause = QTimer(self, singleShot=True, interval=0)
        self._pause.timeout.connect(self._end)
        watched.installEventFilter(self)

    def do(self, make: Callable[[], object]) -> None:
        """Call a method of a QObject in that moment, if the object lives then; at once when the moment is over."""
        if self._over:
            make()
        else:
            self._come.connect(make)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.stop()
            self._pause.start()
        return False

    def stop(self) -> None:
        """The moment will not come any more, if it has not yet: the window is closed."""
        self._watched.removeEventFilter(self)
        self._pause.stop()

    def _end(self) -> None:
        self._over = True
        self._come.emit()
