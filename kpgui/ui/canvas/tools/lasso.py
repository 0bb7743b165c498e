"""Lasso: a loop drawn by hand selects the points in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.gestures.loop import Loop
from kpgui.ui.canvas.tools.base import Tool

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


@dataclass(frozen=True)
class Lasso(Tool):
    """Selects by a loop. It may begin on a point too: among dense points there would be no room otherwise."""

    key = "lasso"
    title = "Lasso"
    shortcut = "Q"
    tip = "Draw around points to select them. Ctrl adds, Alt or the right button takes away."
    cursor = Qt.CursorShape.CrossCursor
    handles = True

    def begin(self, canvas: Canvas, press: Press) -> Gesture | None:
        return Loop(canvas, press)
