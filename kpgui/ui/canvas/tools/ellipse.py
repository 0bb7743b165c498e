"""Ellipse: points on the outline of an ellipse, or inside it."""

from dataclasses import dataclass
from math import copysign

import numpy as np

from kpgui.geometry.shapes import in_circle, on_circle
from kpgui.language import ngettext
from kpgui.model.arrays import Floats
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import DrawShape, Gesture, Press, Tool


@dataclass(frozen=True)
class EllipseTool(Tool):
    key = "ellipse"
    title = "Ellipse"
    shortcut = "O"
    tip = "Drag from corner to corner to draw an ellipse of points; Ctrl makes it a circle."
    adds = True

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

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return DrawEllipse(stage, press, self)


class DrawEllipse(DrawShape):
    def __init__(self, stage: Stage, press: Press, tool: EllipseTool) -> None:
        text = ngettext("ellipse of {n} point", "ellipse of {n} points", tool.count).format(n=tool.count)
        super().__init__(stage, press, tool.count, text)
        rng = stage.random()
        self._unit = in_circle(tool.count, rng) if tool.filled else on_circle(tool.count)
        self._noise = tool.noise * rng.normal(size=(tool.count, 2))

    def pixels(self, x: float, y: float) -> Floats:
        half = np.array([x - self.start.x, y - self.start.y]) / 2
        if self.start.adds:
            side = float(np.abs(half).max())
            half = np.array([copysign(side, each) for each in half])
        return (self.start.x, self.start.y) + half + half * self._unit + self._noise
