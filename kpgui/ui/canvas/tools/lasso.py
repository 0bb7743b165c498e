"""Lasso: a loop drawn by hand selects the points in it."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF

from kpgui.geometry.shapes import crosses
from kpgui.ui.canvas.layers.pointer import BandLayer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Gesture, Press, Tool
from kpgui.ui.canvas.tools.select import Selecting


@dataclass(frozen=True)
class Lasso(Tool):
    """Selects by a loop. It may begin on a point too: among dense points there would be no room otherwise."""

    key = "lasso"
    title = "Lasso"
    shortcut = "Q"
    tip = "Draw around points to select them. Ctrl adds, Alt or the right button takes away."
    handles = True

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return Loop(stage, press)


class Loop(Selecting):
    """Selection by a loop, which is closed by a straight line from the pointer to where it began.

    Which points are inside, by the even-odd rule, is updated with each edge: a long loop is no slower than a short one.
    """

    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        self._dataset = stage.dataset
        self._pixels = stage.mapping.to_pixels(self._dataset.points)
        self._odd = np.zeros(len(self._pixels), bool)
        self._corners = [QPointF(press.x, press.y)]

    def move(self, x: float, y: float) -> None:
        last = self._corners[-1].x(), self._corners[-1].y()
        if (x, y) != last:
            self._odd ^= crosses(self._pixels, last, (x, y))
            self._corners.append(QPointF(x, y))
        super().move(x, y)

    def drag(self, x: float, y: float) -> None:
        self.stage.layer(BandLayer).surround(self._corners)
        inside = self._odd ^ crosses(self._pixels, (x, y), (self.start.x, self.start.y))
        self.choose(self._dataset.ids[inside])
