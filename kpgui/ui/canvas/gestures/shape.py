"""Drawing a shape made of points: they appear when the pointer is dragged, and follow it until the release."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.edits import Move, add
from kpgui.ui.canvas.gestures.base import Gesture, Press

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class DrawShape(Gesture):
    """Base of the gestures that draw `count` points of one class in a shape that follows the pointer."""

    def __init__(self, canvas: Canvas, press: Press, label: int, count: int, text: str) -> None:
        super().__init__(canvas, press)
        self.count = count
        self._label = label
        self._text = text
        self._ids: np.ndarray | None = None

    def pixels(self, x: float, y: float) -> Floats:
        """Pixels of the points, (count, 2), for a pointer dragged to this pixel."""
        raise NotImplementedError

    def drag(self, x: float, y: float) -> None:
        self.place(self.pixels(x, y))

    def place(self, pixels: Floats) -> None:
        """Adds the points at these pixels, or moves them there."""
        points = self.canvas.mapping.from_pixels(pixels)
        if self._ids is None:
            insert = add(self.canvas.document.session.dataset, points, np.full(self.count, self._label))
            self._ids = insert.ids
            self.edit(insert, self._text)
        else:
            self.edit(Move(self._ids, points), self._text)
