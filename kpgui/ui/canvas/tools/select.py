"""Select: a drag draws a selection rectangle, or on a point moves the selected points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.band import RubberBand
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.move import MovePoints
from kpgui.ui.canvas.tools.base import Tool

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


@dataclass(frozen=True)
class Select(Tool):
    key = "select"
    title = "Select"
    shortcut = "S"
    tip = "Drag around points to select, on points to move. Ctrl adds, Alt or the right button takes away."
    cursor = Qt.CursorShape.ArrowCursor
    handles = True

    def begin(self, canvas: Canvas, press: Press) -> Gesture | None:
        point = None if press.removes else canvas.point_at(press.x, press.y)
        return RubberBand(canvas, press) if point is None else MovePoints(canvas, press, point)
