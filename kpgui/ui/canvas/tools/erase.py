"""Eraser: removes the points that it touches."""

from dataclasses import dataclass

from kpgui.language import _
from kpgui.model.edits import Remove
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import BrushStroke, Gesture, Pixel, Press, Tool, brush_radius


@dataclass(frozen=True)
class Erase(Tool):
    key = "erase"
    title = "Eraser"
    shortcut = "E"
    tip = "Drag over points to erase them."

    radius: float = brush_radius(14.0)

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return Erasing(stage, press, self.radius)


class Erasing(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        ids = self.stage.dataset.ids[self.touched(start, end)]
        if len(ids):
            self.edit(Remove(ids), _("erase {points}").format(points=self.counted(ids)))
