"""Two canvases side by side: the window's run and, while there is a race, another on the same points."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kpgui.engine.messages import Unit
from kpgui.language import _, titled
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers import TOGGLES
from kpgui.ui.canvas.layers.pointer import HaloLayer
from kpgui.ui.canvas.layers.support_rings import FlashesLayer
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.race import RaceChoices, RaceTable
from kpgui.ui.forms.widgets import Wide, in_column
from kpgui.ui.instruments.export import Export, save_numbers
from kpgui.ui.look.scale import CLOSE
from kpgui.ui.session.settings import home_folder
from kpgui.ui.tasks import READABLE, Throttle
from kpgui.ui.window.playback import Playback
from kpgui.words.race import Runs, race_table

if TYPE_CHECKING:
    from kpgui.figure.multiples.race import RacePicture
    from kpgui.figure.style import Style
    from kpgui.ui.session.race import Race

WIDTH = 2000
"""Pixels of a picture of both runs, at the dots per inch of one."""

LOOKS = (*(each.action for each in TOGGLES), "view.reduced_motion", "view.presentation", "view.snap")
"""Actions that change how a canvas looks."""


class SideBySide(QWidget):
    """The canvas with its notices. In a race also a second one, what differs there, and the counters of both.

    A closed race has neither a second canvas nor a thread. One ends when another session is opened.
    """

    picture_wanted = Signal(object)
    """What makes a picture of the race in a style is to be saved."""

    def __init__(
        self, workbench: Workbench, canvas: Canvas, framed: QWidget, commands: Actions, playback: Playback
    ) -> None:
        super().__init__()
        self._workbench, self._training, self._left = workbench, workbench.training, canvas
        self._commands, self._playback = commands, playback
        self._race: Race | None = None
        self._right: Canvas | None = None
        self._tying = False
        self._above, self._below = RaceChoices(self), RaceTable(self)
        self._row = QHBoxLayout()
        self._row.setSpacing(CLOSE)
        self._row.addWidget(framed, 1)
        in_column(self._above, Wide(self._row), self._below, on=self, spacing=0)
        self._above.hide()
        self._below.hide()
        self._counting = Throttle(self._count, READABLE, self)
        self._above.chosen.connect(self._vary)
        self._above.unit_chosen.connect(self._count_by)
        self._above.closed.connect(partial(commands["view.race"].setChecked, False))
        commands["view.race"].toggled.connect(self._switch)
        commands["train.predict"].toggled.connect(self._give_way)
        for name in LOOKS:
            commands[name].toggled.connect(self._dress)
        commands.choice("class").triggered.connect(self._dress)
        workbench.theme.changed.connect(self._dress)
        workbench.theme.rescaled.connect(self._dress)
        workbench.document.opened.connect(self._close)
        workbench.closing.connect(self._leave)
        workbench.race_asked.connect(self._begin)
        workbench.exporters.append(self._exportable)
        self._below.export_wanted.connect(partial(workbench.export_asked.emit, "race.numbers"))
        self._training.outdated_changed.connect(self._show_outdated)
        self._training.frame_arrived.connect(self._counting.request)
        canvas.view_box.asked.connect(self._follow_left)

    @property
    def race(self) -> "Race | None":
        """The race that is on."""
        return self._race

    def set_font(self, font: QFont) -> None:
        """Shows everything around the canvases in this font, and the right one as the left one is."""
        for part in (*self._above.findChildren(QWidget), *self._below.findChildren(QWidget)):
            part.setFont(font)
        self._dress()

    def _switch(self, on: bool) -> None:
        if on:
            self._open()
        elif self._race is not None and self._right is not None:
            race, right, self._race, self._right = self._race, self._right, None, None
            race.stop()
            race.deleteLater()
            right.hide()
            self._row.removeWidget(right)
            right.deleteLater()
            self._above.hide()
            self._below.hide()
            self._left.setFocus()

    def _begin(self, chosen: tuple[tuple[str, str], ...]) -> None:
        """Begins a race, or goes on with the one that is on, against a run with these settings of the document's."""
        if self._training.outdated:
            self._training.reset()
        self._commands["view.race"].setChecked(True)
        self._above.choose(chosen)

    def _close(self) -> None:
        self._commands["view.race"].setChecked(False)

    def _leave(self) -> None:
        """Ends the race with its thread: the window is about to be gone."""
        race = self._race
        self._close()
        if race is not None:
            race.wait()

    def _give_way(self, predicting: bool) -> None:
        """Predict holds frames back until an answer is given, which the right canvas would give away."""
        if predicting:
            self._close()

    def _open(self) -> None:
        from kpgui.ui.session.race import Race

        self._commands["train.predict"].setChecked(False)
        self._above.offer(self._training.loaded)
        race = self._race = Race(self._training, self._above.differences, self._playback.pace, self)
        right = self._right = Canvas(self._workbench.document, self._left.stage.palette, self, beside=self._left)
        right.viewport().setAccessibleName(_("Right plane"))
        self._row.insertWidget(0 if self.isRightToLeft() else 1, right, 1)
        race.frame_arrived.connect(right.show_frame)
        race.moved.connect(self._counting.request)
        race.refused.connect(self._above.show_problem)
        right.viewport_changed.connect(race.set_viewport)
        right.tapped.connect(self._commands["train.run"].trigger)
        right.menu_asked.connect(self._workbench.menu_asked)
        right.stage.hinted.connect(self._left.stage.hinted)
        right.view_box.asked.connect(partial(self._follow, right, self._left))
        self._above.show()
        self._below.show()
        self._dress()
        self._follow_left()
        self._show_outdated(self._training.outdated)
        self._count()

    def _vary(self) -> None:
        if self._race is not None:
            self._race.vary(self._above.differences)

    def _count_by(self, unit: Unit) -> None:
        if self._race is not None:
            self._race.unit = unit

    def _show_outdated(self, old: str) -> None:
        if self._right is not None:
            self._right.show_outdated(old)

    def _count(self) -> None:
        if self._runs:
            self._below.show_runs(self._runs, self._names)
        if self._race is not None:
            self._above.offer(self._race.sessions[0])
            self._above.show_unit(self._race.unit, self._race.by_epochs)

    @property
    def _runs(self) -> Runs:
        """Both, () while one of them has no frame yet."""
        both = zip(self._race.sessions, self._race.frames, strict=True) if self._race is not None else ()
        runs = tuple((session, frame) for session, frame in both if frame is not None)
        return runs if len(runs) == 2 else ()

    @property
    def _names(self) -> tuple[str, ...]:
        """Of the settings that differ."""
        return tuple(name for name, __ in self._above.differences)

    # What is written to files.

    def _exportable(self) -> list[tuple[str, str, Callable[[], object]]]:
        """The table and the picture of the race as it is now, whatever becomes of it while a path is asked for."""
        runs, names = self._runs, self._names
        if not runs:
            return []
        saves: dict[Export, Callable[[], object]] = {Export.NUMBERS: partial(self._save_numbers, runs, names)}
        none_failed = all(len(frame.expansion.beta) == len(each.dataset) for each, frame in runs)
        if none_failed and runs[0][0].dataset.d == 2:
            saves[Export.PICTURE] = partial(self.picture_wanted.emit, partial(self._picture, runs, names))
        return [(f"race.{each.name.lower()}", titled(_("Race"), _(each.what)), save) for each, save in saves.items()]

    def _picture(self, runs: Runs, names: tuple[str, ...], style: "Style") -> "RacePicture":
        """Both runs; the scenes are computed when it is written."""
        from kpgui.figure.multiples.race import RacePicture

        runs = tuple((replace(each, view=self._left.view), frame) for each, frame in runs)
        return RacePicture(*runs[0], replace(style, width=WIDTH, height=0), runs=runs, names=names)

    def _save_numbers(self, runs: Runs, names: tuple[str, ...]) -> None:
        path = self._workbench.document.path
        folder = home_folder() if path is None else path.parent
        saved = save_numbers(race_table(runs, names), folder, "race", self)
        if saved is not None:
            self._workbench.said.emit(_("Saved {name}").format(name=saved.name))

    # The right canvas looks like the left one.

    def _dress(self) -> None:
        left, right, on = self._left, self._right, self._commands
        if right is None:
            return
        for toggle in TOGGLES:
            right.set_shown(toggle.layer, on[toggle.action].isChecked())
        right.set_shown(FlashesLayer, not on["view.reduced_motion"].isChecked())
        right.set_shown(HaloLayer, on["view.presentation"].isChecked())
        if right.stage.palette is not self._workbench.theme.palette:
            right.set_palette(self._workbench.theme.palette)
        right.set_unit(left.view_box.unit)
        right.set_snap(left.snaps)
        right.set_left_class(left.left_class)

    def _follow(self, leads: Canvas, follows: Canvas) -> None:
        """Asks for the same rectangle on one canvas as on the other."""
        if not self._tying:
            self._tying = True
            follows.view_box.set_equal(leads.view_box.equal)
            follows.set_view(leads.view_box.asked_view)
            self._tying = False

    def _follow_left(self) -> None:
        if self._right is not None:
            self._follow(self._left, self._right)
