"""Drawing a shape out of points: they are there as soon as the pointer is dragged, and follow it until the release."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.edits import Move, add
from kpgui.ui.canvas.gestures.base import Gesture, Press

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas


class DrawShape(Gesture):
    """`count` points of one class; where they are for a pointer at some pixel is a subclass's to say."""

    def __init__(self, canvas: Canvas, press: Press, label: int, count: int, text: str) -> None:
        super().__init__(canvas, press)
        self.count = count
        self._label = label
        self._text = text
        self._ids: np.ndarray | None = None

    def pixels(self, x: float, y: float) -> Floats:
        """Where the points are, (count, 2), when the pointer has been dragged to this pixel."""
        raise NotImplementedError

    def drag(self, x: float, y: float) -> None:
        self.place(self.pixels(x, y))

    def place(self, pixels: Floats) -> None:
        """Put the points at these pixels."""
        points = self.canvas.mapping.from_pixels(pixels)
        if self._ids is None:
            insert = add(self.canvas.document.session.dataset, points, np.full(self.count, self._label))
            self._ids = insert.ids
            self.edit(insert, self._text)
        else:
            self.edit(Move(self._ids, points), self._text)
