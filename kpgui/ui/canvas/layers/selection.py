"""The selection: a thick ring around each selected point."""

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.marks import NOWHERE, MarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet


class SelectionLayer(MarksLayer):
    def sheet(self, size: float) -> SpriteSheet:
        width = symbols.around(size) + 9
        return SpriteSheet(width + 4, [symbols.selection_ring(self.palette, width, 2.5)])

    def show_dataset(self, dataset: Dataset) -> None:
        """Removes the rings; `show_selection` follows with the ids that are left."""
        self.mark(NOWHERE)
        super().show_dataset(dataset)

    def show_selection(self, ids: Ints) -> None:
        self.mark(self.dataset.index_of(ids))
