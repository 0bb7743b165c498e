"""Brushes: they spray points, scatter them or pull them together, erase, relabel or hold out what they touch."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt

from kpgui.geometry.shapes import along, cloud, in_circle, weights
from kpgui.language import _
from kpgui.model.edits import HoldOut, Relabel, Remove, add
from kpgui.model.param import param
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.tools.base import BrushStroke, Pixel, Press, Tool, brush_radius


class Spraying(BrushStroke):
    """Sprays a number of points that depends on the length of the path, not on how many events the mouse sends."""

    def __init__(self, stage: Stage, press: Press, tool: "Spray") -> None:
        self._travelled, self._made = 0.0, 0
        super().__init__(stage, press, tool)

    def dab(self, start: Pixel, end: Pixel) -> None:
        apart = 2 * self.radius / self.tool.density
        before, self._travelled = self._travelled, self._travelled + float(np.hypot(*np.subtract(end, start)))
        due = self.tool.density + int(self._travelled / apart)
        count, first = due - self._made, self._made
        if not count:
            return
        distances = apart * np.arange(first - self.tool.density + 1, due - self.tool.density + 1, dtype=np.float64)
        centres = along(np.array([start, end]), distances - before)
        around = (in_circle if self.tool.spread == "uniform" else cloud)(count, self.rng)
        points = self.stage.mapping.from_pixels(centres + self.radius * around)
        insert = add(self.stage.dataset, points, np.full(count, self.start.label))
        self._made = due
        self.edit(insert, _("spray {points}").format(points=self.counted(insert.ids)))


@dataclass(frozen=True)
class Spray(Tool):
    key = "spray"
    title = "Spray"
    shortcut = "P"
    tip = "Click or drag to spray points, with the right button of the other class."
    adds = True
    gesture = Spraying

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


class Jittering(BrushStroke):
    """A random walk whose variance grows with the brush's path, however many events the mouse sends."""

    def dab(self, start: Pixel, end: Pixel) -> None:
        before = self.stage.mapping.to_pixels(self.stage.dataset.points)
        after = before.copy()
        deviation = self.tool.strength * np.sqrt(self.share(start, end))
        for stop in self.stops(start, end):
            near = self.near(after, stop)
            after[near] += deviation * self.rng.normal(size=(len(near), 2))
        self.put(before, after, "jitter")


@dataclass(frozen=True)
class Jitter(Tool):
    key = "jitter"
    title = "Jitter"
    shortcut = "J"
    tip = "Click or drag over points to scatter them at random."
    gesture = Jittering

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


class Attracting(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        before = self.stage.mapping.to_pixels(self.stage.dataset.points)
        after = before.copy()
        pushes = self.start.button == Qt.MouseButton.RightButton
        pull = (-1 if pushes else 1) * self.tool.strength / 100 * self.share(start, end)
        for stop in self.stops(start, end):
            near = self.near(after, stop)
            way = stop - after[near]
            after[near] += pull * weights(np.hypot(*way.T), self.radius, "smooth")[:, None] * way
        self.put(before, after, "push" if pushes else "pull")


@dataclass(frozen=True)
class Magnet(Tool):
    key = "magnet"
    title = "Magnet"
    shortcut = "G"
    tip = "Click or drag to pull points towards the pointer, with the right button to push them away."
    gesture = Attracting

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


class Erasing(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        ids = self.stage.dataset.ids[self.touched(start, end)]
        if len(ids):
            self.edit(Remove(ids), _("erase {points}").format(points=self.counted(ids)))


@dataclass(frozen=True)
class Erase(Tool):
    key = "erase"
    title = "Eraser"
    shortcut = "E"
    tip = "Drag over points to erase them."
    gesture = Erasing

    radius: float = brush_radius(14.0)


class Relabelling(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        dataset, rows = self.stage.dataset, self.touched(start, end)
        ids = dataset.ids[rows[dataset.labels[rows] != self.start.label]]
        if len(ids):
            self.edit(
                Relabel(ids, np.full(len(ids), self.start.label, np.int8)),
                _("relabel {points}").format(points=self.counted(ids)),
            )


@dataclass(frozen=True)
class RelabelBrush(Tool):
    key = "relabel"
    title = "Class brush"
    shortcut = "C"
    tip = "Drag over points to give them the left button's class, with the right button the other."
    gesture = Relabelling

    radius: float = brush_radius(20.0)


class HoldingOut(BrushStroke):
    def dab(self, start: Pixel, end: Pixel) -> None:
        dataset, rows = self.stage.dataset, self.touched(start, end)
        out = self.start.button != Qt.MouseButton.RightButton
        ids = dataset.ids[rows[dataset.held_out[rows] != out]]
        if len(ids):
            text = _("hold out {points}") if out else _("train on {points}")
            self.edit(HoldOut(ids, np.full(len(ids), out)), text.format(points=self.counted(ids)))


@dataclass(frozen=True)
class HoldOutBrush(Tool):
    key = "hold_out"
    title = "Hold out"
    shortcut = "H"
    tip = "Drag over points to hold them out of training (hollow); the right button puts them back."
    gesture = HoldingOut

    radius: float = brush_radius(20.0)
