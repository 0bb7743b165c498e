"""Eraser: removes the points that it touches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from kpgui.language import _
from kpgui.model.edits import Remove
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.brush import BrushStroke, Pixel
from kpgui.ui.canvas.tools.base import Tool, brush_radius

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


@dataclass(frozen=True)
class Erase(Tool):
    key = "erase"
    title = "Eraser"
    shortcut = "E"
    tip = "Drag over points to erase them."
    cursor = Qt.CursorShape.CrossCursor

    radius: float = brush_radius(14.0)

    def begin(self, canvas: Canvas, press: Press) -> Gesture | None:
        return Erasing(canvas, press, self.radius)


class Erasing(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        ids = self.canvas.document.session.dataset.ids[self.touched(start, end)]
        if len(ids):
            self.edit(Remove(ids), _("erase {points}").format(points=self.counted(ids)))
