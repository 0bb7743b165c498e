"""Two canvases side by side: the window's run and, while there is a race, another on the same points."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSizeF, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QWidget

from kpgui.engine.messages import Unit
from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers import TOGGLES
from kpgui.ui.canvas.layers.pointer import HaloLayer
from kpgui.ui.canvas.layers.support_rings import FlashesLayer
from kpgui.ui.forms.fields import choice_of
from kpgui.ui.forms.labels import ElidedLabel
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import CLOSE, EDGE, LOOSE, hold
from kpgui.ui.look.style import PlainLabel, plain
from kpgui.ui.tasks import READABLE, Throttle
from kpgui.ui.window.playback import Playback
from kpgui.words.race import COLUMNS, race_counters, rival, side_name
from kpgui.words.variation import ONLY_DRAWN, Variable, variables

if TYPE_CHECKING:
    from kpgui.ui.session.race import Race

UNITS = {Unit.STEP: later("steps"), Unit.MISTAKE: later("mistakes"), Unit.EPOCH: later("epochs")}

LOOKS = (*(each.action for each in TOGGLES), "view.reduced_motion", "view.presentation", "view.snap")
"""Actions that change how a canvas looks."""

NOTHING = later("Nothing else")


class SideBySide(QWidget):
    """The canvas with its notices. In a race also a second one, what differs there, and the counters of both.

    A closed race has neither a second canvas nor a thread. One ends when another session is opened.
    """

    def __init__(
        self, workbench: Workbench, canvas: Canvas, framed: QWidget, commands: Actions, playback: Playback
    ) -> None:
        super().__init__()
        self._workbench, self._training, self._left = workbench, workbench.training, canvas
        self._commands, self._playback = commands, playback
        self._race: Race | None = None
        self._right: Canvas | None = None
        self._size, self._tying = QSizeF(), False
        self._above, self._below = _Choices(self), _Counters(self)
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
        workbench.document.changed.connect(self._follow)
        workbench.closing.connect(self._leave)
        workbench.race_asked.connect(self._begin)
        self._training.outdated_changed.connect(self._show_outdated)
        self._training.frame_arrived.connect(self._counting.request)
        canvas.view_box.sigRangeChanged.connect(self._follow_left)

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
        """Begins a race, or goes on with the one that is on, against a run with these settings."""
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
        self._row.addWidget(right, 1)
        race.frame_arrived.connect(right.show_frame)
        race.moved.connect(self._counting.request)
        race.refused.connect(self._above.show_problem)
        right.viewport_changed.connect(race.set_viewport)
        right.tapped.connect(self._commands["train.run"].trigger)
        right.menu_asked.connect(self._workbench.menu_asked)
        right.stage.hinted.connect(self._left.stage.hinted)
        right.view_box.sigRangeChanged.connect(self._follow_right)
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

    def _follow(self, before: Session, after: Session) -> None:
        if self._race is not None and (before.kernel, before.learner) != (after.kernel, after.learner):
            self._above.offer(after)

    def _show_outdated(self, old: str) -> None:
        if self._right is not None:
            self._right.show_outdated(old)

    def _count(self) -> None:
        if self._race is not None:
            names = tuple(name for name, __ in self._above.differences)
            self._below.show_race(self._race, names)
            self._above.show_unit(self._race.unit, self._race.by_epochs)

    # The right canvas looks like the left one.

    def _dress(self) -> None:
        left, right, on = self._left, self._right, self._commands
        if right is None:
            return
        for toggle in TOGGLES:
            right.set_shown(toggle.layer, on[toggle.action].isChecked())
        right.set_shown(FlashesLayer, not on["view.reduced_motion"].isChecked())
        right.set_shown(HaloLayer, on["view.presentation"].isChecked())
        if right.stage.palette is not left.stage.palette:
            right.set_palette(left.stage.palette)
        right.set_unit(left.view_box.unit)
        right.set_snap(left.snaps)
        right.set_left_class(left.left_class)

    def _follow_left(self) -> None:
        """Shows the same rectangle on the right."""
        if self._right is not None and not self._tying:
            self._tying = True
            self._right.view_box.set_equal(self._left.view_box.equal)
            self._right.set_view(self._left.view)
            self._tying = False

    def _follow_right(self) -> None:
        """Shows the same rectangle on the left, unless the right canvas has only got another size."""
        if self._right is None or self._tying:
            return
        box = self._right.view_box
        size, self._size = self._size, QSizeF(box.width(), box.height())
        if size != self._size:
            self._follow_left()
        else:
            self._tying = True
            self._left.set_view(self._right.view)
            self._tying = False


class _Choices(QWidget):
    """The row above: what differs on the right, what both have the same number of, and how to close it."""

    chosen = Signal()
    unit_chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("race")
        self.setAccessibleName(_("Race"))
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = Session()
        self._lines = [_Difference(self, "race.what", ""), _Difference(self, "race.and", _(NOTHING))]
        units = {unit.value: _(title) for unit, title in UNITS.items()}
        tip = _("What both runs have the same number of; one that has ended waits")
        self._unit = choice_of("race.unit", units, None, tip, self)
        self._unit.set_spoken_name(_("In step by"))
        self._problem = ElidedLabel(self, name="race.problem", role="wrong")
        close = push_button(self, "race.close", _("Close"), self.closed.emit, _("End the race"), link=True)
        first, second = self._lines
        row = in_row(
            PlainLabel(self, _("Right")), first.what, Wide(first.value), PlainLabel(self, _("and")), second.what,
            Wide(second.value), PlainLabel(self, _("in step by")), self._unit, close, spacing=CLOSE,
        )  # fmt: skip
        in_column(row, self._problem, on=self, margins=(LOOSE, CLOSE, LOOSE, CLOSE), spacing=0)
        for line in self._lines:
            line.what.activated.connect(partial(self._propose, line))
            line.value.editingFinished.connect(self._tell)
        self._unit.activated.connect(self._choose_unit)
        self._told: tuple[tuple[str, str], ...] = ()
        self.show_problem("")

    @property
    def differences(self) -> tuple[tuple[str, str], ...]:
        """Names of settings and the texts of their values on the right."""
        return tuple((line.name, line.value.text()) for line in self._lines if line.name)

    def offer(self, session: Session) -> None:
        """Offers what can differ from this session, and keeps what is chosen if that still can."""
        self._session = session
        offered = tuple(each for each in variables(session) if each.name not in ONLY_DRAWN)
        for line, usual in zip(self._lines, ("kernel", ""), strict=True):
            if line.offer(offered, usual):
                self._propose(line)

    def choose(self, chosen: tuple[tuple[str, str], ...]) -> None:
        """Lets these settings differ, name and value of one or two."""
        for line, (name, value) in zip(self._lines, (*chosen, ("", "")), strict=False):
            line.what.setCurrentIndex(max(0, line.what.findData(name)))
            line.value.setText(value)
            line.value.setVisible(bool(line.name))
        self._tell()

    def show_problem(self, problem: str) -> None:
        """Says why the right run is not as chosen; "" when it is."""
        self._problem.say(problem)
        self._problem.setVisible(bool(problem))

    def show_unit(self, unit: Unit, enabled: bool) -> None:
        self._unit.setCurrentIndex(self._unit.findData(unit.value))
        self._unit.setEnabled(enabled)

    def _propose(self, line: "_Difference", __: int = 0) -> None:
        variable = line.variable
        line.value.setText("" if variable is None else rival(self._session, variable))
        line.value.setVisible(variable is not None)
        self._tell()

    def _tell(self) -> None:
        if self.differences != self._told:
            self._told = self.differences
            self.chosen.emit()

    def _choose_unit(self) -> None:
        self.unit_chosen.emit(Unit(self._unit.currentData()))


class _Difference:
    """A setting and its value on the right: two fields. nothing: the title of none, "" if there has to be one."""

    def __init__(self, parent: QWidget, name: str, nothing: str) -> None:
        self._offered: tuple[Variable, ...] = ()
        self._nothing = nothing
        self.what = choice_of(name, {}, None, _("What differs on the right"), parent)
        self.what.set_spoken_name(_("What differs on the right"))
        self.value = QLineEdit(parent)
        self.value.setObjectName(f"{name}.value")
        self.value.setAccessibleName(_("Its value on the right"))
        self.value.setToolTip(plain(_("Value on the right: a number, or an expression as in the setup")))
        self.what.setMinimumContentsLength(10)
        hold(self.value, least_width=72)

    @property
    def variable(self) -> Variable | None:
        return next((each for each in self._offered if each.name == self.what.currentData()), None)

    @property
    def name(self) -> str:
        return self.what.currentData() or ""

    def offer(self, offered: tuple[Variable, ...], usual: str) -> bool:
        """Returns whether another setting is chosen now, because the former one is gone."""
        before, self._offered = self.what.currentData(), offered
        self.what.clear()
        if self._nothing:
            self.what.addItem(self._nothing, "")
        for each in offered:
            self.what.addItem(each.title, each.name)
        at = self.what.findData(before)
        self.what.setCurrentIndex(at if at >= 0 else self.what.findData(usual))
        return at < 0


class _Counters(QWidget):
    """The table below: a row for each run."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("race.table")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        grid = QGridLayout(self)
        grid.setContentsMargins(LOOSE, CLOSE, LOOSE, CLOSE)
        grid.setHorizontalSpacing(EDGE)
        grid.setVerticalSpacing(0)
        self._names = [ElidedLabel(self, name=f"race.{side}", role="heading") for side in ("left", "right")]
        for row, name in enumerate(self._names, 1):
            grid.addWidget(name, row, 0)
        grid.setColumnStretch(0, 1)
        self._cells: dict[str, list[PlainLabel]] = {}
        for column, (key, (head, tip)) in enumerate(COLUMNS.items(), 1):
            sides = (PlainLabel(self, name=f"race.{side}.{key}", role="number") for side in ("left", "right"))
            self._cells[key] = [PlainLabel(self, _(head), role="muted"), *sides]
            for row, label in enumerate(self._cells[key]):
                label.setToolTip(plain(_(tip)))
                grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignRight)

    def show_race(self, race: "Race", names: tuple[str, ...]) -> None:
        """Shows the counters of both runs. names: of the settings that differ."""
        texts = [race_counters(*each) for each in zip(race.sessions, race.frames, strict=True)]
        for key, (head, *cells) in self._cells.items():
            head.setVisible(any(key in each for each in texts))
            for cell, each in zip(cells, texts, strict=True):
                cell.setText(each.get(key, ""))
        for label, title, session in zip(self._names, (_("Left"), _("Right")), race.sessions, strict=True):
            try:
                label.say(f"{title}: {side_name(session, names)}")
            except KpguiError:  # its kernel or learner has no such setting
                label.say(title)
