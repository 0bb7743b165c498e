"""Draw: a click adds a point, a drag on a point moves it."""

from dataclasses import dataclass

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.add import AddPoint
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.move import MovePoints
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Tool


@dataclass(frozen=True)
class Draw(Tool):
    """Adds and moves points. The right button adds the other class; on a point it opens its menu."""

    key = "draw"
    title = "Draw"
    shortcut = "D"
    tip = "Click to add a point, right-click for the other class; drag a point to move it, right-click it for its menu."
    adds = True

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        if press.button == Qt.MouseButton.RightButton:
            return AddPoint(stage, press)
        point = stage.point_at(press.x, press.y)
        if point is not None:
            return MovePoints(stage, press, point)
        stage.clear_selection()
        return AddPoint(stage, press)
