"""Brushes that spray points, scatter them, or pull them together."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.geometry.shapes import along, cloud, in_circle, weights
from kpgui.language import _
from kpgui.model.edits import add
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
