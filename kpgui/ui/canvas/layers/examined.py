"""The mark on the point examined last, whose shape and colour say what the learner found."""

import numpy as np

from kpgui.geometry.palette import Palette
from kpgui.language import _, later
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Frame, Status
from kpgui.ui.canvas import symbols
from kpgui.ui.canvas.layers.legend_entry import SIZE, LegendEntry
from kpgui.ui.canvas.layers.marks import NOWHERE, RunMarksLayer
from kpgui.ui.canvas.sprites import SpriteSheet, Symbol

FOLLOWED = 2
"""Most steps between two frames that count as followed by the eye."""

OUTCOMES = tuple(Outcome)

MEANINGS = {
    Outcome.MISTAKE: later("step: a mistake"),
    Outcome.CORRECT: later("step: correct"),
    Outcome.UPDATE: later("step: f changes"),
}
"""What the legend says of each mark."""


def mark_of(outcome: Outcome, palette: Palette, size: float) -> Symbol:
    """A cross-hair around a correct point, an × around a mistake, and a broken ring where f changed without one."""
    if outcome is Outcome.MISTAKE:
        return symbols.crossed_ring(palette.flash, size)
    if outcome is Outcome.CORRECT:
        return symbols.cross_hair(palette.examined, size)
    return symbols.broken_ring(palette.text, size)


class ExaminedLayer(RunMarksLayer):
    """Shown as long as the step is explained, and at the end of a run if that was reached step by step."""

    _followed = False
    """Whether the frame before could be followed."""
    _at = 0, 0
    """Run and step of the frame before."""
    _told: frozenset[Outcome] = frozenset()
    """The outcomes seen in this run, all in the legend: they take turns at every step."""

    def sheet(self, size: float) -> SpriteSheet:
        marks = [mark_of(each, self.palette, size + 8) for each in OUTCOMES]
        if self.crowding.over:
            ground = symbols.ring(self.palette.canvas, size + 14, 7.0)
            marks = [symbols.stacked(ground, mark) for mark in marks]
        return SpriteSheet(size + 24, marks)

    def show_frame(self, frame: Frame) -> None:
        (run, before), step, told = self._at, frame.counters.step, frame.explanation
        near = frame.run == run and abs(step - before) <= FOLLOWED and self._followed
        self._told = (self._told if frame.run == run else frozenset()) | ({told.outcome} if told else frozenset())
        self._at, self._followed = (frame.run, step), told is not None or not step
        if told is None or not frame.is_of(self.dataset):
            self.mark(NOWHERE)
        elif frame.status in (Status.RUNNING, Status.PAUSED) or (near and step != before):
            points = np.array(told.points)
            self.mark(points, np.full(len(points), OUTCOMES.index(told.outcome)))
        elif not near:
            self.mark(NOWHERE)

    def legend(self) -> tuple[LegendEntry, ...]:
        return tuple(
            LegendEntry(
                _(MEANINGS[each]), mark_of(each, self.palette, SIZE), bool(len(self.rows)) and each in self._told
            )
            for each in OUTCOMES
        )
