"""Panning: the plane follows the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
