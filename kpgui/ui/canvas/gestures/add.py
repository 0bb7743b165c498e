"""Adding a point: it appears on the press, and follows the pointer until the release."""

import numpy as np

from kpgui.language import _, later
from kpgui.model.edits import Move, add
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.stage import Stage

TEXT = later("add a point")


class AddPoint(Gesture):
    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        place = stage.place_at(press.x, press.y)
        insert = add(stage.dataset, np.array([place]), np.array([press.label]))
        self._ids = insert.ids
        self.edit(insert, _(TEXT))

    def drag(self, x: float, y: float) -> None:
        self.edit(Move(self._ids, np.array([self.stage.place_at(x, y)])), _(TEXT))
