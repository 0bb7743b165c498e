"""Lasso: a loop drawn by hand selects the points in it."""

from dataclasses import dataclass

from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.loop import Loop
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Tool


@dataclass(frozen=True)
class Lasso(Tool):
    """Selects by a loop. It may begin on a point too: among dense points there would be no room otherwise."""

    key = "lasso"
    title = "Lasso"
    shortcut = "Q"
    tip = "Draw around points to select them. Ctrl adds, Alt or the right button takes away."
    handles = True

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return Loop(stage, press)
