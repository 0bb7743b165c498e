"""Class brush: relabels the points that it touches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt

from kpgui.language import _
from kpgui.model.edits import Relabel
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.brush import BrushStroke, Pixel
from kpgui.ui.canvas.tools.base import Tool, brush_radius, class_of

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


@dataclass(frozen=True)
class RelabelBrush(Tool):
    key = "relabel"
    title = "Class brush"
    shortcut = "C"
    tip = "Drag over points to give them the left button's class, with the right button the other."
    cursor = Qt.CursorShape.CrossCursor

    radius: float = brush_radius(20.0)

    def begin(self, canvas: Canvas, press: Press) -> Gesture | None:
        return Relabelling(canvas, press, self.radius, class_of(canvas, press))


class Relabelling(BrushStroke):
    def __init__(self, canvas: Canvas, press: Press, radius: float, label: int) -> None:
        self._label = label
        super().__init__(canvas, press, radius)

    def dab(self, start: Pixel, end: Pixel) -> None:
        dataset, rows = self.canvas.document.session.dataset, self.touched(start, end)
        ids = dataset.ids[rows[dataset.labels[rows] != self._label]]
        if len(ids):
            self.edit(
                Relabel(ids, np.full(len(ids), self._label, np.int8)),
                _("relabel {points}").format(points=self.counted(ids)),
            )
