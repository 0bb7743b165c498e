"""Moving the selected points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kpgui.model.edits import Move
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.selection import counted

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class MovePoints(Gesture):
    """Begins on a point: selects it, and takes the whole selection along if it is a part of that.

    With the key for adding held, the point is selected beside the others, or no longer, and nothing moves.
    """

    def __init__(self, canvas: Canvas, press: Press, point: int) -> None:
        super().__init__(canvas, press)
        self._point = np.array([point])
        self._was_selected = point in canvas.selection
        if press.adds:
            canvas.select(np.setxor1d(canvas.selection, self._point))
        elif not self._was_selected:
            canvas.select(self._point)
        self._ids = canvas.selection
        dataset = canvas.document.session.dataset
        self._points = dataset.points[dataset.index_of(self._ids)]

    def drag(self, x: float, y: float) -> None:
        if self.start.adds:
            return
        mapping = self.canvas.mapping
        shift = (x - self.start.x) / mapping.across, -(y - self.start.y) / mapping.up
        self.edit(Move(self._ids, self._points + shift), f"move {counted(len(self._ids))}")

    def release(self) -> None:
        """A click on one of several selected points selects this one alone."""
        if self._was_selected and not self.dragging and not self.start.adds:
            self.canvas.select(self._point)
