"""Drawing a shape made of points: they appear when the pointer is dragged, and follow it until the release."""

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.edits import Move, add
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.stage import Stage


class DrawShape(Gesture):
    """Base of the gestures that draw `count` points of one class in a shape that follows the pointer."""

    def __init__(self, stage: Stage, press: Press, count: int, text: str) -> None:
        super().__init__(stage, press)
        self.count = count
        self._text = text
        self._ids: np.ndarray | None = None

    def pixels(self, x: float, y: float) -> Floats:
        """Pixels of the points, (count, 2), for a pointer dragged to this pixel."""
        raise NotImplementedError

    def drag(self, x: float, y: float) -> None:
        self.place(self.pixels(x, y))

    def place(self, pixels: Floats) -> None:
        """Adds the points at these pixels, or moves them there."""
        points = self.stage.mapping.from_pixels(pixels)
        if self._ids is None:
            insert = add(self.stage.dataset, points, np.full(self.count, self.start.label))
            self._ids = insert.ids
            self.edit(insert, self._text)
        else:
            self.edit(Move(self._ids, points), self._text)
