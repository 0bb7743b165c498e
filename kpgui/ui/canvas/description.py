"""The canvas as a whole: where many points are, and what a screen reader says of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QWidget

from kpgui.geometry.rings import NO_CROWD, crowding
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame, Status
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.curves import BoundaryLayer
from kpgui.ui.canvas.layers.support_rings import RingsLayer, WrongLayer
from kpgui.ui.canvas.stage import Stage
from kpgui.ui.canvas.view_box import Mapping
from kpgui.ui.tasks import Throttle
from kpgui.words.step_sentence import canvas_description, canvas_name

MOST_COUNTED = 50_000
"""Most points that are looked at: it happens at every move of a dragged point."""


class Stacking:
    """Measures when the points or the view change, never when a frame comes, and tells the layers when it matters.

    layers: from the bottom to the top. In a crowd the boundary is raised over the points and their marks. Support
    vectors and wrong points are raised over it where they are few, and rings without their points where the boundary
    can still be followed below them. Selection, step and other marks of single points stay above all.
    """

    def __init__(self, stage: Stage, layers: Sequence[Layer]) -> None:
        self._stage = stage
        self._layers = layers
        self._level = NO_CROWD
        self.stack()

    def measure(self) -> None:
        """Counts the visible points."""
        mapping = self._stage.mapping
        level = crowding(_visible(self._stage.dataset, mapping), mapping.width * mapping.height)
        if level != self._level:
            self._level = level
            self.stack()
            for layer in self._layers:
                layer.show_crowding(level)

    def stack(self) -> None:
        """Orders the layers, after other points are marked, too."""
        heights = {layer: z + 1.0 for z, layer in enumerate(self._layers)}
        if self._level.over:
            rings, wrong = self._stage.layer(RingsLayer), self._stage.layer(WrongLayer)
            above = heights[wrong]
            heights[rings] = above + (0.1 if rings.own.over else 0.3)
            heights[self._stage.layer(BoundaryLayer)] = above + 0.2
            heights[wrong] = above + (0.4 if wrong.own is NO_CROWD else 0.0)
        for layer, height in heights.items():
            layer.setZValue(height)


def _visible(dataset: Dataset, mapping: Mapping) -> int:
    """How many points are in view; of very many points, an estimate from every k-th."""
    if dataset.d != 2:
        return 0
    every = -(-len(dataset) // MOST_COUNTED) or 1
    return every * int(np.count_nonzero(mapping.view.contains(dataset.points[::every])))


RATE = 1.0
"""Descriptions a second of a run that goes on."""


class Description:
    """Keeps the accessible name and description of the canvas up to date with its points and the run."""

    def __init__(self, canvas: QWidget, dataset: Dataset) -> None:
        self._canvas = canvas
        self._dataset = dataset
        self._frame: Frame | None = None
        self._throttle = Throttle(self._describe, RATE, canvas)
        self.show_dataset(dataset)

    def show_dataset(self, dataset: Dataset) -> None:
        changed, self._dataset = dataset.labels is not self._dataset.labels, dataset
        if changed or not self._canvas.accessibleName():
            self._canvas.setAccessibleName(canvas_name(dataset))
            self._describe()

    def show_frame(self, frame: Frame) -> None:
        last = self._frame
        if frame.field is None and last is not None and place_of(last) == place_of(frame):
            frame = replace(frame, field=last.field)  # it only brings numbers that took longer than the picture
        self._frame = frame
        if frame.status is Status.RUNNING:
            self._throttle.request()
        else:
            self._throttle.cancel()
            self._describe()

    def _describe(self) -> None:
        text = canvas_description(self._dataset, self._frame)
        if text != self._canvas.accessibleDescription():
            self._canvas.setAccessibleDescription(text)


def place_of(frame: Frame) -> tuple[int, int]:
    """The run of a frame and its step."""
    return frame.run, frame.counters.step
