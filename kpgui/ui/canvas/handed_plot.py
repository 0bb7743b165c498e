"""A plot whose mouse and keys are a hand's, in place of pyqtgraph's scene."""

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from kpgui.ui.canvas.hand import Hand


class HandedPlot(pg.PlotWidget):
    """Gives every event of mouse and keyboard to `_hand`, which there has to be before the plot is made."""

    _hand: Hand

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hand.press(event)
        event.accept()

    mouseDoubleClickEvent = mousePressEvent

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hand.move(event)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.release(event)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._hand.wheel(event)
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(self._hand.wants(event))
            return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self._hand.zoom(1 / (1 + event.value()), event.position())
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self._hand.key_press(event))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self._hand.key_release(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._hand.let_go_of_keys()
        super().focusOutEvent(event)
