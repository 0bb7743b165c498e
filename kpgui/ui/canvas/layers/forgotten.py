"""The points that the learner forgot: faded, with a dotted ring where the ring of a support vector was."""

import numpy as np

from kpgui.model.arrays import Ints
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.legend_entry import SIZE, LegendEntry
from kpgui.ui.canvas.layers.marks import RunMarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet


class ForgottenLayer(RunMarksLayer):
    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 9, [symbols.forgotten(self.palette.canvas, self.palette.support, size)])

    def show_forgotten(self, ids: Ints) -> None:
        """Marks the points with these ids."""
        self.mark(np.flatnonzero(np.isin(self.dataset.ids, ids)))
        self.explained.emit()

    def legend(self) -> tuple[LegendEntry, ...]:
        symbol = symbols.forgotten(self.palette.canvas, self.palette.support, SIZE)
        return (LegendEntry("forgotten", symbol, bool(len(self.rows))),)
