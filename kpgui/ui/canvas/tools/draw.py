"""Draw: a click adds a point, a drag on a point moves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.add import AddPoint
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.move import MovePoints
from kpgui.ui.canvas.tools.base import Tool

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


@dataclass(frozen=True)
class Draw(Tool):
    """Adds and moves points. The right button adds the other class; on a point it opens its menu."""

    key = "draw"
    title = "Draw"
    shortcut = "D"
    tip = "Click to add a point, right-click for the other class; drag a point to move it, right-click it for its menu."
    cursor = Qt.CursorShape.CrossCursor
    adds = True

    def begin(self, canvas: Canvas, press: Press) -> Gesture | None:
        if press.button == Qt.MouseButton.RightButton:
            return AddPoint(canvas, press, -canvas.left_class)
        point = canvas.point_at(press.x, press.y)
        if point is not None:
            return MovePoints(canvas, press, point)
        canvas.clear_selection()
        return AddPoint(canvas, press, canvas.left_class)
