"""Selecting points by drawing around them."""

import numpy as np
from PySide6.QtCore import Qt

from kpgui.model.arrays import Ints
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.layers.band import BandLayer
from kpgui.ui.canvas.stage import Stage


class Selecting(Gesture):
    """Base of the gestures that select the points inside a shape: only these, or with Ctrl or Alt adds or removes them.

    A click toggles the point there; elsewhere it clears the selection. A click with the right button asks for the menu.
    """

    def __init__(self, stage: Stage, press: Press) -> None:
        super().__init__(stage, press)
        self._before = stage.selection

    def choose(self, inside: Ints) -> None:
        """Updates the selection, given the ids of the points inside the shape drawn so far."""
        if self.start.removes:
            self.stage.select(np.setdiff1d(self._before, inside))
        else:
            self.stage.select(np.union1d(self._before, inside) if self.start.adds else inside)

    def release(self) -> None:
        self.stage.layer(BandLayer).drop()
        if self.dragging:
            return
        point = self.stage.point_at(self.start.x, self.start.y)
        if self.start.button == Qt.MouseButton.RightButton:
            self.stage.ask_for_menu(self.start.x, self.start.y)
        elif point is not None:
            change = np.setdiff1d if self.start.removes else np.setxor1d
            self.stage.select(change(self._before, [point]))
        elif not (self.start.adds or self.start.removes):
            self.stage.clear_selection()

    def cancel(self) -> None:
        self.stage.layer(BandLayer).drop()
        self.stage.select(self._before)


class PointMenu(Gesture):
    """The right button on a point, with a tool that adds points: a click asks for the menu, a drag is the tool's."""

    def release(self) -> None:
        self.stage.ask_for_menu(self.start.x, self.start.y)
