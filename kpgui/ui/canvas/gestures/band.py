"""Selecting the points in a rectangle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.mapping import inside

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class RubberBand(Gesture):
    """Draws a band; the points in it are selected, beside those selected before if the adding key is held.

    A click without a drag adds the point there to the selection or takes it away; on no point it clears it.
    """

    def __init__(self, canvas: Canvas, press: Press) -> None:
        super().__init__(canvas, press)
        self._before = canvas.selection
        self._kept = canvas.selection if press.adds else np.zeros(0, np.int64)

    def drag(self, x: float, y: float) -> None:
        start = self.start.x, self.start.y
        self.canvas.band.stretch(QRectF(QPointF(*start), QPointF(x, y)).normalized())
        dataset = self.canvas.document.session.dataset
        banded = dataset.ids[inside(self.canvas.mapping.to_pixels(dataset.points), start, (x, y))]
        self.canvas.select(np.union1d(self._kept, banded))

    def release(self) -> None:
        self.canvas.band.drop()
        if self.dragging:
            return
        point = self.canvas.point_at(self.start.x, self.start.y)
        self.canvas.select(self._kept if point is None else np.setxor1d(self._before, [point]))

    def cancel(self) -> None:
        self.canvas.band.drop()
        self.canvas.select(self._before)
