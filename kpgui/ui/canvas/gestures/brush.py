"""Brushing: what a brush does at every place that it passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.edits import Move
from kpgui.present.shapes import along
from kpgui.present.touch import touched
from kpgui.ui.canvas.gestures.base import Gesture, Press
from kpgui.ui.canvas.selection import counted

if TYPE_CHECKING:
    from kpgui.ui.canvas.canvas import Canvas

Place = tuple[float, float]


class BrushStroke(Gesture):
    """Dabs where the button is pressed and along the way of the pointer; all dabs are undone at once.

    Distances are in pixels, so that the brush is a circle on the screen whatever the axes' scales are.
    """

    def __init__(self, canvas: Canvas, press: Press, radius: float) -> None:
        super().__init__(canvas, press)
        self.radius = radius
        self._last: Place = (press.x, press.y)
        self._changed: Ints = np.zeros(0, np.int64)
        self.prepare()
        self.dab(self._last, self._last)

    def prepare(self) -> None:
        """Set up what the dabs need."""

    def dab(self, start: Place, end: Place) -> None:
        """The brush went straight from one pixel to another; before that it was put down at one."""
        raise NotImplementedError

    def move(self, x: float, y: float) -> None:
        """Without the distance that other gestures wait for: where a brush is, it paints."""
        if (x, y) != self._last:
            start, self._last = self._last, (x, y)
            self.dab(start, self._last)

    def touched(self, start: Place, end: Place) -> Ints:
        """Places in the dataset of the points that the brush touched on its way."""
        dataset = self.canvas.document.session.dataset
        return touched(self.canvas.mapping.to_pixels(dataset.points), start, end, self.radius)

    def near(self, pixels: Floats, stop: Floats) -> Ints:
        """Which of the pixels (n, 2) are within the brush where it stops, the edge included."""
        with np.errstate(over="ignore"):  # very far points are outside, however far
            return np.flatnonzero(((pixels - stop) ** 2).sum(axis=1) <= self.radius**2)

    def stops(self, start: Place, end: Place) -> Floats:
        """Pixels (k, 2) at which a brush stops on its way, at most half a radius apart; the last one is the end.

        Putting it down is one stop. What acts at each stop acts as strongly on a quick hand's way as on a slow one's.
        """
        length = float(np.hypot(*np.subtract(end, start)))
        count = max(1, int(np.ceil(length / (0.5 * self.radius))))
        return along(np.array([start, end]), length * np.arange(1, count + 1) / count)

    def share(self, start: Place, end: Place) -> float:
        """How much of half a radius lies between two stops, up to 1; putting the brush down counts as 1."""
        length = float(np.hypot(*np.subtract(end, start)))
        return length / (0.5 * self.radius * np.ceil(length / (0.5 * self.radius))) if length else 1.0

    def counted(self, ids: Ints) -> str:
        """How many different points the stroke has changed, these among them, in words."""
        self._changed = np.concatenate([self._changed, ids[~np.isin(ids, self._changed)]])
        return counted(len(self._changed))

    def put(self, before: Floats, after: Floats, verb: str) -> None:
        """Move the points whose pixels (n, 2) differ from those before."""
        dataset, mapping = self.canvas.document.session.dataset, self.canvas.mapping
        places = np.flatnonzero((before != after).any(axis=1))
        if not len(places):
            return
        shifts = (after[places] - before[places]) / (mapping.across, -mapping.up)
        ids = dataset.ids[places]
        self.edit(Move(ids, dataset.points[places] + shifts), f"{verb} {self.counted(ids)}")
