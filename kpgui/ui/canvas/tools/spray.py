"""Spray: adds points in a circle around the pointer, and more along its path."""

from dataclasses import dataclass

import numpy as np

from kpgui.geometry.shapes import along, cloud, in_circle
from kpgui.language import _
from kpgui.model.edits import add
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import BrushStroke, Gesture, Pixel, Press, Tool, brush_radius


@dataclass(frozen=True)
class Spray(Tool):
    key = "spray"
    title = "Spray"
    shortcut = "P"
    tip = "Click or drag to spray points, with the right button of the other class."
    adds = True

    radius: float = brush_radius(30.0)
    density: int = param(
        8, "Points at a click, and for each width of the brush that it goes on.", scale="integer", low=1, high=1000
    )
    spread: str = param(
        "uniform",
        "Equally dense up to the edge, or denser in the middle, with the edge at two deviations.",
        scale="choice",
        choices=("uniform", "normal"),
    )

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return Spraying(stage, press, self)


class Spraying(BrushStroke):
    """Sprays a number of points that depends on the length of the path, not on how many events the mouse sends."""

    def __init__(self, stage: Stage, press: Press, tool: Spray) -> None:
        self._tool = tool
        self._rng = stage.random()
        self._travelled = 0.0
        self._made = 0
        super().__init__(stage, press, tool.radius)

    def dab(self, start: Pixel, end: Pixel) -> None:
        apart = 2 * self.radius / self._tool.density
        before, self._travelled = self._travelled, self._travelled + float(np.hypot(*np.subtract(end, start)))
        due = self._tool.density + int(self._travelled / apart)
        count, first = due - self._made, self._made
        if not count:
            return
        distances = apart * np.arange(first - self._tool.density + 1, due - self._tool.density + 1, dtype=np.float64)
        centres = along(np.array([start, end]), distances - before)
        around = (in_circle if self._tool.spread == "uniform" else cloud)(count, self._rng)
        points = self.stage.mapping.from_pixels(centres + self.radius * around)
        insert = add(self.stage.dataset, points, np.full(count, self.start.label))
        self._made = due
        self.edit(insert, _("spray {points}").format(points=self.counted(insert.ids)))
