"""Move: moves the selection, or without one the points near the pointer, the nearest the most."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.language import _
from kpgui.model.edits import Move
from kpgui.model.param import param
from kpgui.present.touch import FALLOFFS, weights
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.move import MoveSelection
from kpgui.ui.canvas.selection import counted
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Tool, brush_radius


@dataclass(frozen=True)
class MoveTool(Tool):
    key = "move"
    title = "Move"
    shortcut = "M"
    tip = "Drag to move the selected points; with none selected, those in the circle, the inner ones further."
    cursor = Qt.CursorShape.SizeAllCursor
    handles = True

    radius: float = brush_radius(80.0)
    falloff: str = param(
        "smooth", "How a point's share of the movement sinks to the edge.", scale="choice", choices=FALLOFFS
    )

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        if press.button == Qt.MouseButton.RightButton:
            return None
        return MoveSelection(stage, press) if len(stage.selection) else MoveSoftly(stage, press, self)


class MoveSoftly(Gesture):
    """Moves the points near the press; how far each follows is decided by its distance then."""

    def __init__(self, stage: Stage, press: Press, tool: MoveTool) -> None:
        super().__init__(stage, press)
        dataset = stage.dataset
        away = np.hypot(*(stage.mapping.to_pixels(dataset.points) - (press.x, press.y)).T)
        share = weights(away, tool.radius, tool.falloff)
        rows = np.flatnonzero(share)
        self._ids, self._points, self._share = dataset.ids[rows], dataset.points[rows], share[rows, None]

    def drag(self, x: float, y: float) -> None:
        if len(self._ids):
            mapping = self.stage.mapping
            shift = (x - self.start.x) / mapping.across, -(y - self.start.y) / mapping.up
            self.edit(
                Move(self._ids, self._points + self._share * shift),
                _("move {points}").format(points=counted(len(self._ids))),
            )
