"""The points on the wrong side of the boundary as it is now: a diamond around each, held-out ones too."""

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Bools
from kpgui.model.frame import Frame
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.legend_entry import SIZE, LegendEntry
from kpgui.ui.canvas.layers.marks import RunMarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet


class WrongLayer(RunMarksLayer):
    """Before the first step nothing is marked: there is no f yet."""

    _wrong: Bools | None = None
    """The array last shown, which frames carry again while it is the same points."""

    def sheet(self, size: float) -> SpriteSheet:
        width = symbols.AROUND * size
        diamond = symbols.diamond(self.palette.danger, self.palette.canvas, width)
        return SpriteSheet(width + 4, [diamond], self.strength)

    def show_frame(self, frame: Frame) -> None:
        if not frame.counters.step or not frame.is_of(self.dataset):
            self.forget_run()
        elif frame.counters.wrong is not self._wrong:
            self._wrong = frame.counters.wrong
            self.mark(np.flatnonzero(self._wrong))

    def legend(self) -> tuple[LegendEntry, ...]:
        diamond = symbols.diamond(self.palette.danger, self.palette.canvas, symbols.AROUND * SIZE)
        return (LegendEntry(_("on the wrong side now"), diamond, bool(len(self.rows))),)

    def forget_run(self) -> None:
        super().forget_run()
        self._wrong = None
