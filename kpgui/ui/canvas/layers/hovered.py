"""The hovered point: a thin, wide ring like those of the selection, wherever the pointer is that hovers over it."""

import numpy as np
from PySide6.QtCore import QRectF

from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.marks import NOWHERE, MarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet


class HoveredLayer(MarksLayer):
    def sheet(self, size: float) -> SpriteSheet:
        width = symbols.around(size) + 15
        self._reach = width / 2 + 4
        return SpriteSheet(width + 4, [symbols.selection_ring(self.palette, width, 2.0)])

    def show_dataset(self, dataset: Dataset) -> None:
        """Hides the mark until the next `show_hovered`: the point may be gone."""
        self.mark(NOWHERE)
        super().show_dataset(dataset)

    def show_hovered(self, point: int | None) -> None:
        self.mark(NOWHERE if point is None else np.flatnonzero(self.dataset.ids == point))

    def _repaint(self, before: Floats, after: Floats) -> None:
        """Repaints around the mark alone: the pointer hovers over many points in passing."""
        reach = self._reach
        for x, y in (*before.tolist(), *after.tolist()):
            self.update(QRectF(x - reach, y - reach, 2 * reach, 2 * reach).intersected(self.boundingRect()))
