"""Moving what is no point: the plane, which follows the pointer, and the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.base import Gesture, Press

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class Pan(Gesture):
    def __init__(self, canvas: Canvas, press: Press) -> None:
        super().__init__(canvas, press)
        self._last = press.x, press.y
        self._view = canvas.view

    def move(self, x: float, y: float) -> None:
        """Pans at once, without the tolerance of other gestures: an unintended pan does no harm."""
        self.dragging = True
        self.canvas.view_box.pan(x - self._last[0], y - self._last[1])
        self._last = x, y

    def cancel(self) -> None:
        self.canvas.set_view(self._view)


class MoveLegend(Gesture):
    """The left button drags it; the right one does nothing there, so that no point is added below it."""

    def __init__(self, canvas: Canvas, press: Press) -> None:
        super().__init__(canvas, press)
        self._before = canvas.legend.place
        self._corner = canvas.legend.card.topLeft()

    def drag(self, x: float, y: float) -> None:
        if self.start.button == Qt.MouseButton.LeftButton:
            self.canvas.legend.put_at(self._corner.x() + x - self.start.x, self._corner.y() + y - self.start.y)

    def cancel(self) -> None:
        self.canvas.legend.put(self._before)
