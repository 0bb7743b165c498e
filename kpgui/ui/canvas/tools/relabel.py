"""Class brush: relabels the points that it touches."""

from dataclasses import dataclass

import numpy as np

from kpgui.language import _
from kpgui.model.edits import Relabel
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import BrushStroke, Gesture, Pixel, Press, Tool, brush_radius


@dataclass(frozen=True)
class RelabelBrush(Tool):
    key = "relabel"
    title = "Class brush"
    shortcut = "C"
    tip = "Drag over points to give them the left button's class, with the right button the other."

    radius: float = brush_radius(20.0)

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return Relabelling(stage, press, self.radius)


class Relabelling(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        dataset, rows = self.stage.dataset, self.touched(start, end)
        ids = dataset.ids[rows[dataset.labels[rows] != self.start.label]]
        if len(ids):
            self.edit(
                Relabel(ids, np.full(len(ids), self.start.label, np.int8)),
                _("relabel {points}").format(points=self.counted(ids)),
            )
