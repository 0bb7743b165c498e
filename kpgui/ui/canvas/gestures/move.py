"""Moving the selected points."""

import numpy as np

from kpgui.language import _
from kpgui.model.edits import Move
from kpgui.ui.canvas.gestures.base import Gesture, Modifier, Press
from kpgui.ui.canvas.selection import counted
from kpgui.ui.canvas.stage import Stage


class MovePoints(Gesture):
    """Begins on a point: moves the whole selection if the point is part of it, else selects and moves the point.

    With Ctrl held it only toggles the point in the selection.
    """

    def __init__(self, stage: Stage, press: Press, point: int) -> None:
        super().__init__(stage, press)
        self._point = np.array([point])
        self._was_selected = point in stage.selection
        if press.adds:
            stage.select(np.setxor1d(stage.selection, self._point))
        elif not self._was_selected:
            stage.select(self._point)
        self._ids = stage.selection
        dataset = stage.dataset
        self._points = dataset.points[dataset.index_of(self._ids)]

    def drag(self, x: float, y: float) -> None:
        if not self.start.adds:
            self.shift(x - self.start.x, y - self.start.y)

    def shift(self, right: float, down: float) -> None:
        """Moves the points by so many pixels from where they were. The grabbed point snaps, and the others follow."""
        mapping = self.stage.mapping
        way = np.array([right / mapping.across, -down / mapping.up])
        if self.stage.snaps:
            held = self._points[np.flatnonzero(self._ids == self._point[0])[0]]
            way = self.stage.snapped_place(*(held + way)) - held
        self.edit(Move(self._ids, self._points + way), _("move {points}").format(points=counted(len(self._ids))))

    def release(self) -> None:
        """A click on one of several selected points selects this one alone."""
        if self._was_selected and not self.dragging and not self.start.adds:
            self.stage.select(self._point)


class MoveSelection(MovePoints):
    """Begins anywhere while points are selected; the one nearest to the pointer counts as grabbed."""

    def __init__(self, stage: Stage, press: Press) -> None:
        dataset, ids = stage.dataset, stage.selection
        pixels = stage.mapping.to_pixels(dataset.points[dataset.index_of(ids)])
        away = ((pixels - (press.x, press.y)) ** 2).sum(axis=1)
        super().__init__(stage, press._replace(modifiers=Modifier.NoModifier), int(ids[np.argmin(away)]))

    def release(self) -> None:
        """Unlike in the base class, a click does not change the selection."""
