"""A cross-hair on the point being examined."""

import numpy as np

from kpgui.model.frame import Frame, Status
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.marks import NOWHERE, RunMarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet

FOLLOWED = 4
"""Most steps between two frames that the eye can follow; with more the mark would only flicker."""


class ExaminedLayer(RunMarksLayer):
    """Shown while the run is slow enough to follow, and when it pauses."""

    _step = 0

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 24, [symbols.cross_hair(self.palette.examined, size + 8)])

    def show_frame(self, frame: Frame) -> None:
        step = frame.counters.step
        slow = frame.status is Status.RUNNING and abs(step - self._step) <= FOLLOWED
        self._step = step
        known = frame.point >= 0 and frame.is_of(self.dataset)
        if known and (slow or frame.status is Status.PAUSED):
            self.mark(np.array([frame.point]))
        else:
            self.mark(NOWHERE)
