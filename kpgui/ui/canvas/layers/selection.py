"""The selection: a halo around each selected point."""

from PySide6.QtGui import QPainter

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.marks import NOWHERE, MarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet


class SelectionLayer(MarksLayer):
    def sheet(self, size: float) -> SpriteSheet:
        inner = symbols.ring(self.palette.accent, size + 9, 2.5)
        outer = symbols.ring(self.palette.canvas, size + 12, 1.5)

        def halo(painter: QPainter) -> None:
            outer(painter)
            inner(painter)

        return SpriteSheet(size + 14, [halo])

    def show_dataset(self, dataset: Dataset) -> None:
        """Removes the halos; `show_selection` follows with the ids that are left."""
        self.mark(NOWHERE)
        super().show_dataset(dataset)

    def show_selection(self, ids: Ints) -> None:
        self.mark(self.dataset.index_of(ids))
