"""Tools that add points: one by one, or as a line, an ellipse or a normally distributed blob."""

from dataclasses import dataclass
from math import atan2, copysign, cos, hypot, pi, sin

import numpy as np
from PySide6.QtCore import Qt

from kpgui.geometry.shapes import cloud, in_circle, on_circle, on_line
from kpgui.language import _, later, ngettext
from kpgui.model.arrays import Floats
from kpgui.model.edits import Move, add
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import DrawShape, Gesture, Press, Tool, brush_radius
from kpgui.ui.canvas.tools.move import MovePoints


@dataclass(frozen=True)
class Draw(Tool):
    """Adds and moves points. The right button adds the other class; on a point it opens its menu."""

    key = "draw"
    title = "Draw"
    shortcut = "D"
    tip = "Click to add a point, right-click for the other class; drag a point to move it, right-click it for its menu."
    adds = True

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        if press.button == Qt.MouseButton.RightButton:
            return AddPoint(stage, press)
        point = stage.point_at(press.x, press.y)
        if point is not None:
            return MovePoints(stage, press, point)
        stage.clear_selection()
        return AddPoint(stage, press)


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


class DrawBlob(DrawShape):
    """Draws a blob whose radius is two standard deviations."""

    def __init__(self, stage: Stage, press: Press, tool: "Blob") -> None:
        text = ngettext("blob of {n} point", "blob of {n} points", tool.count).format(n=tool.count)
        super().__init__(stage, press, tool, text)
        self._unit = cloud(tool.count, self.rng)
        self.place(np.array([press.x, press.y]) + tool.radius * self._unit)

    def pixels(self, x: float, y: float) -> Floats:
        across, down = abs(x - self.start.x), abs(y - self.start.y)
        half = (hypot(across, down),) * 2 if self.start.adds else (across, down)
        return (self.start.x, self.start.y) + np.array(half) * self._unit


@dataclass(frozen=True)
class Blob(Tool):
    key = "blob"
    title = "Gaussian blob"
    shortcut = "B"
    tip = "Click for a blob of the circle's size, or drag from its middle to its edge; Ctrl keeps it round."
    adds = True
    gesture = DrawBlob

    radius: float = brush_radius(60.0)
    count: int = param(30, "How many points the blob has.", scale="integer", low=1, high=10_000)


class DrawEllipse(DrawShape):
    def __init__(self, stage: Stage, press: Press, tool: "EllipseTool") -> None:
        text = ngettext("ellipse of {n} point", "ellipse of {n} points", tool.count).format(n=tool.count)
        super().__init__(stage, press, tool, text)
        self._unit = in_circle(tool.count, self.rng) if tool.filled else on_circle(tool.count)
        self._noise = tool.noise * self.rng.normal(size=(tool.count, 2))

    def pixels(self, x: float, y: float) -> Floats:
        half = np.array([x - self.start.x, y - self.start.y]) / 2
        if self.start.adds:
            side = float(np.abs(half).max())
            half = np.array([copysign(side, each) for each in half])
        return (self.start.x, self.start.y) + half + half * self._unit + self._noise


@dataclass(frozen=True)
class EllipseTool(Tool):
    key = "ellipse"
    title = "Ellipse"
    shortcut = "O"
    tip = "Drag from corner to corner to draw an ellipse of points; Ctrl makes it a circle."
    adds = True
    gesture = DrawEllipse

    count: int = param(30, "How many points the ellipse has.", scale="integer", low=1, high=10_000)
    filled: bool = param(False, "Points everywhere inside, instead of on the outline.", scale="flag")
    noise: float = param(
        0.0,
        "Standard deviation of the points about their places.",
        low=0.0,
        high=400.0,
        slider=(0.0, 50.0),
        unit="pixels",
    )


ANGLE = pi / 4


class DrawLine(DrawShape):
    def __init__(self, stage: Stage, press: Press, tool: "LineTool") -> None:
        text = ngettext("line of {n} point", "line of {n} points", tool.count).format(n=tool.count)
        super().__init__(stage, press, tool, text)
        self._noise = tool.noise * self.rng.normal(size=(tool.count, 2))

    def pixels(self, x: float, y: float) -> Floats:
        start = self.stage.snapped(self.start.x, self.start.y)
        end = self.stage.snapped(*(turned(start, (x, y)) if self.start.adds else (x, y)))
        return on_line(start, end, self.count) + self._noise


@dataclass(frozen=True)
class LineTool(Tool):
    key = "line"
    title = "Line"
    shortcut = "I"
    tip = "Drag to draw a line of points; Ctrl keeps it level, upright or at 45°."
    adds = True
    gesture = DrawLine

    count: int = param(12, "How many points the line has.", scale="integer", low=2, high=10_000)
    noise: float = param(
        0.0, "Standard deviation of the points around the line.", low=0.0, high=400.0, slider=(0.0, 50.0), unit="pixels"
    )


def turned(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The end of a line rotated about its start to the nearest multiple of 45°."""
    across, down = end[0] - start[0], end[1] - start[1]
    angle = round(atan2(down, across) / ANGLE) * ANGLE
    return start[0] + hypot(across, down) * cos(angle), start[1] + hypot(across, down) * sin(angle)
