"""Brushes that remove the points that they touch, relabel them, or hold them out of training."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.language import _
from kpgui.model.edits import HoldOut, Relabel, Remove
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
