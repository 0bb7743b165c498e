"""Select: a drag draws a selection rectangle, or on a point moves the selected points."""

from dataclasses import dataclass

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.band import RubberBand
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.move import MovePoints
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Tool


@dataclass(frozen=True)
class Select(Tool):
    key = "select"
    title = "Select"
    shortcut = "S"
    tip = "Drag around points to select, on points to move. Ctrl adds, Alt or the right button takes away."
    cursor = Qt.CursorShape.ArrowCursor
    handles = True

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        point = None if press.removes else stage.point_at(press.x, press.y)
        return RubberBand(stage, press) if point is None else MovePoints(stage, press, point)
