"""Hold-out brush: holds the points that it touches out of training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt

from kpgui.language import _
from kpgui.model.edits import HoldOut
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.brush import BrushStroke, Pixel
from kpgui.ui.canvas.tools.base import Tool, brush_radius

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


@dataclass(frozen=True)
class HoldOutBrush(Tool):
    key = "hold_out"
    title = "Hold out"
    shortcut = "H"
    tip = "Drag over points to hold them out of training (hollow); the right button puts them back."
    cursor = Qt.CursorShape.CrossCursor

    radius: float = brush_radius(20.0)

    def begin(self, canvas: Canvas, press: Press) -> Gesture | None:
        return HoldingOut(canvas, press, self.radius, press.button != Qt.MouseButton.RightButton)


class HoldingOut(BrushStroke):
    def __init__(self, canvas: Canvas, press: Press, radius: float, out: bool) -> None:
        self._out = out
        super().__init__(canvas, press, radius)

    def dab(self, start: Pixel, end: Pixel) -> None:
        dataset, rows = self.canvas.document.session.dataset, self.touched(start, end)
        ids = dataset.ids[rows[dataset.held_out[rows] != self._out]]
        if len(ids):
            text = _("hold out {points}") if self._out else _("train on {points}")
            self.edit(HoldOut(ids, np.full(len(ids), self._out)), text.format(points=self.counted(ids)))
