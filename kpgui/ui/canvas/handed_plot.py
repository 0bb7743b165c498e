"""A plot whose mouse and keys are a hand's, in place of pyqtgraph's scene."""

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from kpgui.ui.canvas.hand import Hand
from kpgui.ui.canvas.view_box import CanvasViewBox


class HandedPlot(pg.PlotWidget):
    """Gives every event of mouse and keyboard to `_hand`, and says where on the plot it is.

    The hand and the view box have to be there before the plot is made.
    """

    _hand: Hand
    view_box: CanvasViewBox

    def pixel_at(self, position: QPointF) -> QPointF:
        """The pixel of the mapping at a position in the viewport as in mouse events."""
        return self.view_box.mapFromScene(self.viewportTransform().inverted()[0].map(position)) / self.view_box.unit

    def global_at(self, x: float, y: float) -> QPoint:
        """The position on the screen of a pixel of the mapping."""
        place = QPointF(x, y) * self.view_box.unit
        return self.viewport().mapToGlobal(self.mapFromScene(self.view_box.mapToScene(place)))

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
