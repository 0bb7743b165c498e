"""Line: points along a straight line."""

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from kpgui.geometry.shapes import on_line
from kpgui.language import ngettext
from kpgui.model.arrays import Floats
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import DrawShape, Gesture, Press, Tool

ANGLE = pi / 4


@dataclass(frozen=True)
class LineTool(Tool):
    key = "line"
    title = "Line"
    shortcut = "I"
    tip = "Drag to draw a line of points; Ctrl keeps it level, upright or at 45°."
    adds = True

    count: int = param(12, "How many points the line has.", scale="integer", low=2, high=10_000)
    noise: float = param(
        0.0, "Standard deviation of the points around the line.", low=0.0, high=400.0, slider=(0.0, 50.0), unit="pixels"
    )

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return DrawLine(stage, press, self)


class DrawLine(DrawShape):
    def __init__(self, stage: Stage, press: Press, tool: LineTool) -> None:
        text = ngettext("line of {n} point", "line of {n} points", tool.count).format(n=tool.count)
        super().__init__(stage, press, tool.count, text)
        self._noise = tool.noise * stage.random().normal(size=(tool.count, 2))

    def pixels(self, x: float, y: float) -> Floats:
        start = self.stage.snapped(self.start.x, self.start.y)
        end = self.stage.snapped(*(turned(start, (x, y)) if self.start.adds else (x, y)))
        return on_line(start, end, self.count) + self._noise


def turned(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The end of a line rotated about its start to the nearest multiple of 45°."""
    across, down = end[0] - start[0], end[1] - start[1]
    angle = round(atan2(down, across) / ANGLE) * ANGLE
    return start[0] + hypot(across, down) * cos(angle), start[1] + hypot(across, down) * sin(angle)
