"""Draw: a click adds a point, a drag on a point moves it."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.language import _, later
from kpgui.model.edits import Move, add
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Gesture, Press, Tool
from kpgui.ui.canvas.tools.move import MovePoints


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


TEXT = later("add a point")


class AddPoint(Gesture):
    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        place = stage.place_at(press.x, press.y)
        insert = add(stage.dataset, np.array([place]), np.array([press.label]))
        self._ids = insert.ids
        self.edit(insert, _(TEXT))

    def drag(self, x: float, y: float) -> None:
        self.edit(Move(self._ids, np.array([self.stage.place_at(x, y)])), _(TEXT))
