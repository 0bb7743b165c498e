"""Work that is postponed until the window has been painted for the first time."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget


class AfterFirstPaint(QObject):
    """Runs callbacks in the first turn of the event loop after a widget was painted for the first time."""

    _painted = Signal()

    def __init__(self, watched: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._watched = watched
        self._over = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._end)
        watched.installEventFilter(self)

    def do(self, make: Callable[[], object]) -> None:
        """Calls a method of a QObject after the first paint, unless it is deleted by then; at once if that is over."""
        if self._over:
            make()
        else:
            self._painted.connect(make)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.stop()
            self._timer.start()
        return False

    def stop(self) -> None:
        """Drops the callbacks that have not been called: the window is closed."""
        self._watched.removeEventFilter(self)
        self._timer.stop()

    def _end(self) -> None:
        self._over = True
        self._painted.emit()
