"""Magnet: pulls the points around the brush together, or pushes them apart."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.geometry.shapes import weights
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import BrushStroke, Gesture, Pixel, Press, Tool, brush_radius


@dataclass(frozen=True)
class Magnet(Tool):
    key = "magnet"
    title = "Magnet"
    shortcut = "G"
    tip = "Click or drag to pull points towards the pointer, with the right button to push them away."

    radius: float = brush_radius(80.0)
    strength: float = param(
        20.0,
        "How much of the way to the pointer a point beside it is pulled at a click and every half radius.",
        low=0.0,
        open_low=True,
        high=100.0,
        slider=(1.0, 100.0),
        unit="percent",
    )

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return Attracting(stage, press, self)


class Attracting(BrushStroke):
    def __init__(self, stage: Stage, press: Press, tool: Magnet) -> None:
        repels = press.button == Qt.MouseButton.RightButton
        self._verb = "push" if repels else "pull"
        self._pull = (-1 if repels else 1) * tool.strength / 100
        super().__init__(stage, press, tool.radius)

    def dab(self, start: Pixel, end: Pixel) -> None:
        before = self.stage.mapping.to_pixels(self.stage.dataset.points)
        after = before.copy()
        pull = self._pull * self.share(start, end)
        for stop in self.stops(start, end):
            near = self.near(after, stop)
            way = stop - after[near]
            after[near] += pull * weights(np.hypot(*way.T), self.radius, "smooth")[:, None] * way
        self.put(before, after, self._verb)
