"""Blob: a cloud of normally distributed points."""

from dataclasses import dataclass
from math import hypot

import numpy as np

from kpgui.geometry.shapes import cloud
from kpgui.language import ngettext
from kpgui.model.arrays import Floats
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import DrawShape, Gesture, Press, Tool, brush_radius


@dataclass(frozen=True)
class Blob(Tool):
    key = "blob"
    title = "Gaussian blob"
    shortcut = "B"
    tip = "Click for a blob of the circle's size, or drag from its middle to its edge; Ctrl keeps it round."
    adds = True

    radius: float = brush_radius(60.0)
    count: int = param(30, "How many points the blob has.", scale="integer", low=1, high=10_000)

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return DrawBlob(stage, press, self)


class DrawBlob(DrawShape):
    """Draws a blob whose radius is two standard deviations."""

    def __init__(self, stage: Stage, press: Press, tool: Blob) -> None:
        text = ngettext("blob of {n} point", "blob of {n} points", tool.count).format(n=tool.count)
        super().__init__(stage, press, tool.count, text)
        self._unit = cloud(tool.count, stage.random())
        self.place(np.array([press.x, press.y]) + tool.radius * self._unit)

    def pixels(self, x: float, y: float) -> Floats:
        across, down = abs(x - self.start.x), abs(y - self.start.y)
        half = (hypot(across, down),) * 2 if self.start.adds else (across, down)
        return (self.start.x, self.start.y) + np.array(half) * self._unit
