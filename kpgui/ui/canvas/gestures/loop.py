"""Selecting the points in a loop drawn by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF

from kpgui.geometry.shapes import crosses
from kpgui.ui.canvas.gestures.base import Press
from kpgui.ui.canvas.gestures.selecting import Selecting

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class Loop(Selecting):
    """Selection by a loop, which is closed by a straight line from the pointer to where it began.

    Which points are inside, by the even-odd rule, is updated with each edge: a long loop is no slower than a short one.
    """

    def __init__(self, canvas: Canvas, press: Press) -> None:
        super().__init__(canvas, press)
        self._dataset = canvas.document.session.dataset
        self._pixels = canvas.mapping.to_pixels(self._dataset.points)
        self._odd = np.zeros(len(self._pixels), bool)
        self._corners = [QPointF(press.x, press.y)]

    def move(self, x: float, y: float) -> None:
        last = self._corners[-1].x(), self._corners[-1].y()
        if (x, y) != last:
            self._odd ^= crosses(self._pixels, last, (x, y))
            self._corners.append(QPointF(x, y))
        super().move(x, y)

    def drag(self, x: float, y: float) -> None:
        self.canvas.band.surround(self._corners)
        inside = self._odd ^ crosses(self._pixels, (x, y), (self.start.x, self.start.y))
        self.choose(self._dataset.ids[inside])
