"""Hold-out brush: holds the points that it touches out of training."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.language import _
from kpgui.model.edits import HoldOut
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import BrushStroke, Gesture, Pixel, Press, Tool, brush_radius


@dataclass(frozen=True)
class HoldOutBrush(Tool):
    key = "hold_out"
    title = "Hold out"
    shortcut = "H"
    tip = "Drag over points to hold them out of training (hollow); the right button puts them back."

    radius: float = brush_radius(20.0)

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return HoldingOut(stage, press, self.radius)


class HoldingOut(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        dataset, rows = self.stage.dataset, self.touched(start, end)
        out = self.start.button != Qt.MouseButton.RightButton
        ids = dataset.ids[rows[dataset.held_out[rows] != out]]
        if len(ids):
            text = _("hold out {points}") if out else _("train on {points}")
            self.edit(HoldOut(ids, np.full(len(ids), out)), text.format(points=self.counted(ids)))
