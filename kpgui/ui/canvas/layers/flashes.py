"""Flashes of mistakes: a fading ring around each point mistaken recently."""

from time import perf_counter

import numpy as np
from PySide6.QtCore import QTimer

from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame
from kpgui.model.updates import Kind
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.legend_entry import SIZE, LegendEntry
from kpgui.ui.canvas.layers.marks import RunMarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet
from kpgui.ui.canvas.stage import Stage

FADING = 0.3
"""Seconds until a flash is gone."""

REST = 0.5
"""Seconds from the start of a flash until the same point may flash again, so at most twice a second."""

MOST = 200
"""Most points that start to flash in one frame: those mistaken last."""

CALM = 20
"""With more simultaneous flashes than this all become fainter, so that a fast run does not glare."""

_MISTAKES = Kind.MISTAKE, Kind.CAPPED

TICK = 33
"""Milliseconds between two steps of the fading."""


class FlashesLayer(RunMarksLayer):
    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._begun: Floats = np.zeros(0)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._fade)

    @property
    def flashing(self) -> bool:
        return self._timer.isActive()

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 16, [symbols.ring(self.palette.flash, size + 13, 3.0)])

    def show_frame(self, frame: Frame) -> None:
        if not self.isVisible() or not len(frame.recent) or not frame.is_of(self.dataset):
            return
        now = perf_counter()
        recent = frame.recent
        mistaken = recent.point[np.isin(recent.kind, _MISTAKES)][-MOST:]
        rested = mistaken[now - self._begun[mistaken] > REST]
        if len(rested):
            self._begun[rested] = now
            self._timer.start()
            self._fade()

    def legend(self) -> tuple[LegendEntry, ...]:
        """In a run; a single flash after a step is explained by the mark of the step."""
        ring = symbols.ring(self.palette.flash, SIZE + 6, 3.0)
        return (LegendEntry(_("mistaken just now"), ring, len(self.rows) > 1),)

    def show_dataset(self, dataset: Dataset) -> None:
        super().show_dataset(dataset)
        more = len(dataset) - len(self._begun)
        if more:
            self._begun = np.append(self._begun, np.full(max(0, more), -np.inf))[: len(dataset)]

    def forget_run(self) -> None:
        super().forget_run()
        self._begun[:] = -np.inf
        self._timer.stop()

    def _fade(self) -> None:
        left = 1 - (perf_counter() - self._begun) / FADING
        lit = np.flatnonzero(left > 0)
        if len(lit):
            self._sprites.fade(left[lit] * min(1.0, CALM / len(lit)) ** 0.5)
        else:
            self._timer.stop()
        self._stale = True
        self.mark(lit)
        self.explained.emit()
