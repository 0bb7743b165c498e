"""Marks that a run leaves at points: rings of support vectors, forgotten and wrong ones, the one examined, mistakes."""

from time import perf_counter

import numpy as np
from PySide6.QtCore import QTimer

from kpgui.drawing import symbols
from kpgui.drawing.symbols import SAMPLE, LegendEntry, Symbol
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import LEVELS, NO_CROWD, level, ring, size_named
from kpgui.language import _, later
from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Frame, Status
from kpgui.model.updates import Kind
from kpgui.ui.canvas.layers.base import SIZE
from kpgui.ui.canvas.layers.marks import NOWHERE, MarksLayer, RunMarksLayer, continues, points
from kpgui.ui.canvas.sprites import SpriteSheet
from kpgui.ui.canvas.stage import Stage

FADED = 0.5
"""Opacity of the rings of an outdated run."""


class RingsLayer(MarksLayer):
    """Rings around the support vectors, larger and bolder for larger α.

    They stay with their points, whatever is edited, as long as their run is on the screen.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._ringed: tuple[Ints, Ints] = NOWHERE, NOWHERE
        """Ids and levels of the support vectors, also of those that are not among the points any more."""
        self._frame: Frame | None = None
        """The frame shown, for the legend."""

    def sheet(self, size: float) -> SpriteSheet:
        """A ring for each level, as often as there are kinds of points.

        Few support vectors in a crowd of points are drawn again, on the boundary, which would hide them.
        """
        rings = [ring(level, size, self.strength) for level in range(LEVELS)]
        drawn = [symbols.ring(self.palette.support, *each) for each in rings]
        if self.crowding.over and self.own is NO_CROWD:
            drawn = [symbols.stacked(each, point) for point in points(self.palette, size) for each in drawn]
        return SpriteSheet(rings[-1].diameter + 2, drawn * (4 * LEVELS // len(drawn)), self.strength)

    def mark(self, rows: Ints, kinds: Ints | None = None) -> None:
        """Marks the points with these indices, (k,), with rings of the levels `kinds`, (k,)."""
        if kinds is not None and self.dataset.d == 2:
            kinds = kinds + LEVELS * ((self.dataset.labels[rows] < 0) + 2 * self.dataset.held_out[rows])
        super().mark(rows, kinds)

    def show_frame(self, frame: Frame) -> None:
        self._frame = frame
        support = frame.expansion.support
        levels = level(frame.counters.alpha[support])
        self._ringed = frame.ids[support], levels
        if frame.is_of(self.dataset):
            self.mark(support, levels)
        else:
            self._mark_those_there()

    def show_dataset(self, dataset: Dataset) -> None:
        before = self.dataset
        same = continues(before, dataset)
        if not same:
            self.mark(NOWHERE)  # their indices are others now
        super().show_dataset(dataset)
        if not same or dataset.labels is not before.labels or dataset.held_out is not before.held_out:
            self._mark_those_there()

    def show_outdated(self, old: str) -> None:
        self.setOpacity(FADED if old else 1)

    def forget_run(self) -> None:
        self._ringed, self._frame = (NOWHERE, NOWHERE), None
        self.mark(NOWHERE)

    def legend(self) -> tuple[LegendEntry, ...]:
        sample = symbols.ring(self.palette.support, *ring(0, SIZE))
        size = "α" if self._frame is None else size_named(self._frame.expansion, self._frame.counters.alpha)
        return (LegendEntry(_("support vector, size: {size}").format(size=size), sample, bool(len(self.rows))),)

    def _mark_those_there(self) -> None:
        """Marks those support vectors that are among the points, by their ids."""
        ids, levels = self._ringed
        there = np.isin(ids, self.dataset.ids)
        self.mark(self.dataset.index_of(ids[there]), levels[there])


class ForgottenLayer(RunMarksLayer):
    """The points that the learner forgot: faded, with a dotted ring where the ring of a support vector was."""

    overlays = ("forgotten",)

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 9, [symbols.forgotten(self.palette, size / 2)])

    def legend(self) -> tuple[LegendEntry, ...]:
        symbol = symbols.forgotten(self.palette, SIZE / 2)
        return (LegendEntry(_("forgotten"), symbol, bool(len(self.rows))),)


THINNEST = 1.2
"""The least width of a diamond's line in logical pixels."""


class WrongLayer(RunMarksLayer):
    """A diamond around each point on the wrong side of the boundary as it is now, held-out ones too.

    Before the first step nothing is marked: there is no f yet.
    """

    _wrong: Bools | None = None
    """The array last shown, which frames carry again while it is the same points."""

    def sheet(self, size: float) -> SpriteSheet:
        diamond = symbols.diamond(self.palette, size / 2, THINNEST)
        return SpriteSheet(symbols.AROUND * size + 6, [diamond], self.strength)

    def show_frame(self, frame: Frame) -> None:
        if not frame.counters.step or not frame.is_of(self.dataset):
            self.forget_run()
        elif frame.counters.wrong is not self._wrong:
            self._wrong = frame.counters.wrong
            self.mark(np.flatnonzero(self._wrong))

    def legend(self) -> tuple[LegendEntry, ...]:
        diamond = symbols.diamond(self.palette, SIZE / 2, THINNEST)
        return (LegendEntry(_("on the wrong side now"), diamond, bool(len(self.rows))),)

    def forget_run(self) -> None:
        super().forget_run()
        self._wrong = None


FOLLOWED = 2
"""Most steps between two frames that count as followed by the eye."""

OUTCOMES = tuple(Outcome)

MEANINGS = {
    Outcome.MISTAKE: later("step: a mistake"),
    Outcome.CORRECT: later("step: correct"),
    Outcome.UPDATE: later("step: f changes"),
}
"""What the legend says of each mark."""


def mark_of(outcome: Outcome, palette: Palette, size: float, halo: bool = False) -> Symbol:
    """The mark of a step in a circle of this diameter; a broken ring is around it, away from a support vector's."""
    width = -symbols.STEP if outcome is Outcome.UPDATE else symbols.STEP
    return symbols.step_mark(palette, outcome, size / (2 + width), halo=halo)


class ExaminedLayer(RunMarksLayer):
    """The mark on the point examined last, whose shape and colour say what the learner found.

    Shown as long as the step is explained, and at the end of a run if that was reached step by step.
    """

    _followed = False
    """Whether the frame before could be followed."""
    _at = 0, 0
    """Run and step of the frame before."""
    _outcomes: frozenset[Outcome] = frozenset()
    """The outcomes seen in this run, all in the legend: they take turns at every step."""

    def sheet(self, size: float) -> SpriteSheet:
        return SpriteSheet(size + 24, [mark_of(each, self.palette, size + 8, self.crowding.over) for each in OUTCOMES])

    def show_frame(self, frame: Frame) -> None:
        (run, before), step, explanation = self._at, frame.counters.step, frame.explanation
        near = frame.run == run and abs(step - before) <= FOLLOWED and self._followed
        self._outcomes = (self._outcomes if frame.run == run else frozenset()) | (
            {explanation.outcome} if explanation else frozenset()
        )
        self._at, self._followed = (frame.run, step), explanation is not None or not step
        if explanation is None or not frame.is_of(self.dataset):
            self.mark(NOWHERE)
        elif frame.status in (Status.RUNNING, Status.PAUSED) or (near and step != before):
            points = np.array(explanation.points)
            self.mark(points, np.full(len(points), OUTCOMES.index(explanation.outcome)))
        elif not near:
            self.mark(NOWHERE)

    def legend(self) -> tuple[LegendEntry, ...]:
        return tuple(
            LegendEntry(
                _(MEANINGS[each]),
                mark_of(each, self.palette, SAMPLE / 2),
                bool(len(self.rows)) and each in self._outcomes,
            )
            for each in OUTCOMES
        )


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
    """A fading ring around each point mistaken recently."""

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
