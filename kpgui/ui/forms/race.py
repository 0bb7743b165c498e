"""What is around the canvases of a race: the choices above, and the table of both runs below."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from kpgui.engine.messages import Unit
from kpgui.language import _, later
from kpgui.model.session import Session
from kpgui.ui.forms.fields import choice_of
from kpgui.ui.forms.labels import ElidedLabel
from kpgui.ui.forms.widgets import Surface, Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import CLOSE, EDGE, LOOSE, hold
from kpgui.ui.look.style import PlainLabel, plain
from kpgui.words.race import COLUMNS, Runs, race_counters, race_names, rival
from kpgui.words.variation import ONLY_DRAWN, Variable, variables

UNITS = {Unit.STEP: later("steps"), Unit.MISTAKE: later("mistakes"), Unit.EPOCH: later("epochs")}

NOTHING = later("Nothing else")


class RaceChoices(Surface):
    """The row above: what differs on the right, what both have the same number of, and how to close it."""

    chosen = Signal()
    unit_chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "race", _("Race"))
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
        if session is self._session:
            return
        self._session = session
        offered = tuple(each for each in variables(session) if each.name not in ONLY_DRAWN)
        for line, usual in zip(self._lines, ("kernel", ""), strict=True):
            if line.offer(offered, usual):
                self._propose(line)

    def choose(self, chosen: tuple[tuple[str, str], ...]) -> None:
        """Lets these settings differ, name and value of one or two; says so if one of them cannot."""
        unknown = [name for name, __ in chosen if self._lines[0].what.findData(name) < 0]
        if unknown:
            self.show_problem(_("{name} cannot differ in a race.").format(name=unknown[0]))
            return
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


class RaceTable(Surface):
    """The table below: a row for each run, and how to write both to a file."""

    export_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "race.table")
        grid = QGridLayout(self)
        grid.setContentsMargins(LOOSE, CLOSE, LOOSE, CLOSE)
        grid.setHorizontalSpacing(EDGE)
        grid.setVerticalSpacing(0)
        tip = _("Save the picture or the table of both")
        export = push_button(self, "race.export", _("Export…"), self.export_wanted.emit, tip, link=True)
        grid.addWidget(export, 0, 0, Qt.AlignmentFlag.AlignLeft)
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

    def show_runs(self, runs: Runs, names: tuple[str, ...]) -> None:
        """Shows the counters of both runs. names: of the settings that differ."""
        texts = [race_counters(*each) for each in runs]
        for key, (head, *cells) in self._cells.items():
            head.setVisible(any(key in each for each in texts))
            for cell, each in zip(cells, texts, strict=True):
                cell.setText(each.get(key, ""))
        for label, name in zip(self._names, race_names(runs, names), strict=True):
            label.say(name)
