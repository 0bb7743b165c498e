"""Move: moves the selection, or without one the points near the pointer, the nearest the most."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.geometry.shapes import FALLOFFS, weights
from kpgui.language import _
from kpgui.model.edits import Move
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import Gesture, Modifier, Press, Tool, brush_radius, counted


@dataclass(frozen=True)
class MoveTool(Tool):
    key = "move"
    title = "Move"
    shortcut = "M"
    tip = "Drag to move the selected points; with none selected, those in the circle, the inner ones further."
    cursor = Qt.CursorShape.SizeAllCursor
    handles = True

    radius: float = brush_radius(80.0)
    falloff: str = param(
        "smooth", "How a point's share of the movement sinks to the edge.", scale="choice", choices=FALLOFFS
    )

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        if press.button == Qt.MouseButton.RightButton:
            return None
        return MoveSelection(stage, press) if len(stage.selection) else MoveSoftly(stage, press, self)


class MoveSoftly(Gesture):
    """Moves the points near the press; how far each follows is decided by its distance then."""

    def __init__(self, stage: Stage, press: Press, tool: MoveTool) -> None:
        super().__init__(stage, press)
        dataset = stage.dataset
        away = np.hypot(*(stage.mapping.to_pixels(dataset.points) - (press.x, press.y)).T)
        share = weights(away, tool.radius, tool.falloff)
        rows = np.flatnonzero(share)
        self._ids, self._points, self._share = dataset.ids[rows], dataset.points[rows], share[rows, None]

    def drag(self, x: float, y: float) -> None:
        if len(self._ids):
            mapping = self.stage.mapping
            shift = (x - self.start.x) / mapping.across, -(y - self.start.y) / mapping.up
            self.edit(
                Move(self._ids, self._points + self._share * shift),
                _("move {points}").format(points=counted(len(self._ids))),
            )


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
