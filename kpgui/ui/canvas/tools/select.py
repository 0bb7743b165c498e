"""Selecting: with a rectangle, whose drag on a point moves the selected ones, or with a loop drawn by hand."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt

from kpgui.geometry.shapes import crosses
from kpgui.model.arrays import Ints
from kpgui.ui.canvas.layers.pointer import BandLayer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Gesture, Press, Tool
from kpgui.ui.canvas.tools.move import MovePoints
from kpgui.ui.canvas.view_box import inside


@dataclass(frozen=True)
class Select(Tool):
    key = "select"
    title = "Select"
    shortcut = "S"
    tip = "Drag around points to select, on points to move. Ctrl adds, Alt or the right button takes away."
    cursor = Qt.CursorShape.ArrowCursor
    handles = True

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        point = None if press.removes else stage.point_at(press.x, press.y)
        return RubberBand(stage, press) if point is None else MovePoints(stage, press, point)


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


class RubberBand(Selecting):
    """Selection of the points in a rectangle, drawn from corner to corner."""

    def drag(self, x: float, y: float) -> None:
        start = self.start.x, self.start.y
        self.stage.layer(BandLayer).stretch(QRectF(QPointF(*start), QPointF(x, y)).normalized())
        dataset = self.stage.dataset
        self.choose(dataset.ids[inside(self.stage.mapping.to_pixels(dataset.points), start, (x, y))])


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
