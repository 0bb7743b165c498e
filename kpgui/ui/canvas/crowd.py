"""The crowd on the canvas: adapts the layers to how many points are visible."""

from collections.abc import Sequence

import numpy as np

from kpgui.geometry.crowding import NO_CROWD, crowding
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.curves import BoundaryLayer
from kpgui.ui.canvas.layers.run_marks import RingsLayer, WrongLayer
from kpgui.ui.canvas.mapping import Mapping
from kpgui.ui.canvas.stage import Stage

MOST_COUNTED = 50_000
"""Most points that are looked at: it happens at every move of a dragged point."""


class Crowd:
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
