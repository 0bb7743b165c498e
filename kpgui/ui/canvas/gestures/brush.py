"""Brush strokes: gestures that act on everything the brush passes over."""

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.edits import Move
from kpgui.present.shapes import along
from kpgui.present.touch import touched
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.selection import counted
from kpgui.ui.canvas.stage import Stage

Pixel = tuple[float, float]
"""x and y on the canvas, in logical pixels."""


class BrushStroke(Gesture):
    """Base of brush strokes: dabs where the button is pressed and along the pointer's path, as one undo step.

    Distances are in pixels, so that the brush is a circle on the screen whatever the scales of the axes.
    """

    def __init__(self, stage: Stage, press: Press, radius: float) -> None:
        super().__init__(stage, press)
        self.radius = radius
        self._last: Pixel = (press.x, press.y)
        self._changed: Ints = np.zeros(0, np.int64)
        self.dab(self._last, self._last)

    def dab(self, start: Pixel, end: Pixel) -> None:
        """The brush has moved straight from start to end; the first dab of a stroke has start = end."""
        raise NotImplementedError

    def move(self, x: float, y: float) -> None:
        """Dabs along the movement, without the tolerance of other gestures: a brush acts from the first pixel on."""
        if (x, y) != self._last:
            start, self._last = self._last, (x, y)
            self.dab(start, self._last)

    def touched(self, start: Pixel, end: Pixel) -> Ints:
        """Indices of the points that the brush touched on its way from start to end."""
        dataset = self.stage.dataset
        return touched(self.stage.mapping.to_pixels(dataset.points), start, end, self.radius)

    def near(self, pixels: Floats, stop: Floats) -> Ints:
        """Indices of the pixels (n, 2) within the brush at this stop, edge included."""
        with np.errstate(over="ignore"):  # very far points are outside, however far
            return np.flatnonzero(((pixels - stop) ** 2).sum(axis=1) <= self.radius**2)

    def stops(self, start: Pixel, end: Pixel) -> Floats:
        """Pixels (k, 2) at which the brush stops from start to end, at most half a radius apart; the last is the end.

        A press is one stop. A brush that acts at each stop has the same effect for quick and slow movements.
        """
        length = float(np.hypot(*np.subtract(end, start)))
        count = max(1, int(np.ceil(length / (0.5 * self.radius))))
        return along(np.array([start, end]), length * np.arange(1, count + 1) / count)

    def share(self, start: Pixel, end: Pixel) -> float:
        """The distance between two stops in half radii, up to 1; 1 for a press."""
        length = float(np.hypot(*np.subtract(end, start)))
        return length / (0.5 * self.radius * np.ceil(length / (0.5 * self.radius))) if length else 1.0

    def counted(self, ids: Ints) -> str:
        """The number of distinct points that the stroke has changed, including these, in words."""
        self._changed = np.concatenate([self._changed, ids[~np.isin(ids, self._changed)]])
        return counted(len(self._changed))

    def put(self, before: Floats, after: Floats, verb: str) -> None:
        """Moves the points whose pixels (n, 2) have changed."""
        dataset, mapping = self.stage.dataset, self.stage.mapping
        rows = np.flatnonzero((before != after).any(axis=1))
        if not len(rows):
            return
        shifts = (after[rows] - before[rows]) / (mapping.across, -mapping.up)
        ids = dataset.ids[rows]
        self.edit(Move(ids, dataset.points[rows] + shifts), f"{verb} {self.counted(ids)}")
