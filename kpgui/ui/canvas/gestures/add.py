"""Adding a point: it appears on the press, and follows the pointer until the release."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kpgui.language import _, later
from kpgui.model.edits import Move, add
from kpgui.ui.canvas.gestures.base import Gesture, Press

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas

TEXT = later("add a point")


class AddPoint(Gesture):
    def __init__(self, canvas: Canvas, press: Press, label: int) -> None:
        super().__init__(canvas, press)
        place = canvas.place_at(press.x, press.y)
        insert = add(canvas.document.session.dataset, np.array([place]), np.array([label]))
        self._ids = insert.ids
        self.edit(insert, _(TEXT))

    def drag(self, x: float, y: float) -> None:
        self.edit(Move(self._ids, np.array([self.canvas.place_at(x, y)])), _(TEXT))
