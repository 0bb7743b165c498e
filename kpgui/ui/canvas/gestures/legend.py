"""Moving the legend: it takes the press, so that no point is added below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.base import Gesture, Press

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class MoveLegend(Gesture):
    """The left button drags it; the right one does nothing there."""

    def __init__(self, canvas: Canvas, press: Press) -> None:
        super().__init__(canvas, press)
        self._before = canvas.legend.place
        self._corner = canvas.legend.card.topLeft()

    def drag(self, x: float, y: float) -> None:
        if self.start.button == Qt.MouseButton.LeftButton:
            self.canvas.legend.put_at(self._corner.x() + x - self.start.x, self._corner.y() + y - self.start.y)

    def cancel(self) -> None:
        self.canvas.legend.put(self._before)
