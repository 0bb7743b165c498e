"""Jitter: scatters the points that the brush touches."""

from dataclasses import dataclass

import numpy as np

from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import BrushStroke, Gesture, Pixel, Press, Tool, brush_radius


@dataclass(frozen=True)
class Jitter(Tool):
    key = "jitter"
    title = "Jitter"
    shortcut = "J"
    tip = "Click or drag over points to scatter them at random."

    radius: float = brush_radius(40.0)
    strength: float = param(
        4.0,
        "Standard deviation of what a click adds to each coordinate; brushing on adds as much every half radius.",
        low=0.0,
        open_low=True,
        high=100.0,
        slider=(0.5, 20.0),
        unit="pixels",
    )

    def begin(self, stage: Stage, press: Press) -> Gesture | None:
        return Jittering(stage, press, self)


class Jittering(BrushStroke):
    """A random walk whose variance grows with the brush's path, however many events the mouse sends."""

    def __init__(self, stage: Stage, press: Press, tool: Jitter) -> None:
        self._tool = tool
        self._rng = stage.random()
        super().__init__(stage, press, tool.radius)

    def dab(self, start: Pixel, end: Pixel) -> None:
        before = self.stage.mapping.to_pixels(self.stage.dataset.points)
        after = before.copy()
        deviation = self._tool.strength * np.sqrt(self.share(start, end))
        for stop in self.stops(start, end):
            near = self.near(after, stop)
            after[near] += deviation * self._rng.normal(size=(len(near), 2))
        self.put(before, after, "jitter")
