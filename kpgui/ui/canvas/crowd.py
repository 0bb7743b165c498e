"""The crowd on the canvas: adapts the layers to how many points are visible."""

from collections.abc import Sequence

import numpy as np

from kpgui.model.dataset import Dataset
from kpgui.present.crowding import NO_CROWD, crowding
from kpgui.ui.canvas.layers import layer_of
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.boundary import BoundaryLayer
from kpgui.ui.canvas.layers.wrong import WrongLayer
from kpgui.ui.canvas.mapping import Mapping

MOST_COUNTED = 50_000
"""Most points that are looked at: it happens at every move of a dragged point."""


class Crowd:
    """Measures when the points or the view change, never when a frame comes, and tells the layers when it matters.

    layers: from the bottom to the top. The boundary is raised over the points and what marks many of them; selection,
    step and other marks of single points stay above it.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._layers = layers
        self._level = NO_CROWD
        self._stack()

    def measure(self, dataset: Dataset, mapping: Mapping) -> None:
        """Counts the visible points."""
        level = crowding(_visible(dataset, mapping), mapping.width * mapping.height)
        if level != self._level:
            self._level = level
            self._stack()
            for layer in self._layers:
                layer.show_crowding(level)

    def _stack(self) -> None:
        for z, layer in enumerate(self._layers):
            layer.setZValue(z + 1)
        if self._level.over:
            boundary, marks = (layer_of(kind, self._layers) for kind in (BoundaryLayer, WrongLayer))
            boundary.setZValue(marks.zValue() + 0.5)


def _visible(dataset: Dataset, mapping: Mapping) -> int:
    """How many points are in view; of very many points, an estimate from every k-th."""
    if dataset.d != 2:
        return 0
    every = -(-len(dataset) // MOST_COUNTED) or 1
    (x, y), view = dataset.points[::every].T, mapping.view
    return every * int(np.count_nonzero((x >= view.xmin) & (x <= view.xmax) & (y >= view.ymin) & (y <= view.ymax)))
