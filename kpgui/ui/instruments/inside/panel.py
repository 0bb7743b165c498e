"""The panel of what a learner keeps: its own state, and the ledger of coefficients."""

from functools import partial
from typing import Any

import numpy as np
from PySide6.QtGui import QHideEvent

from kpgui.geometry.links import plane_arrows
from kpgui.language import _, later, titled
from kpgui.model.arrays import Ints, frozen
from kpgui.model.param import indexed
from kpgui.model.reading import Moment, Numbers
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import in_row, push_button
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.inside.answer_maps import AnswerMaps, PrototypeBoundaries
from kpgui.ui.instruments.inside.hypotheses_reading import HypothesesReading
from kpgui.ui.instruments.inside.reading import Ledger, LedgerValue, MechanismReading, MechanismValue
from kpgui.ui.instruments.inside.words import (
    EMPTY,
    MAPS_TITLE,
    entry_text,
    ledger_entry_text,
    ledger_lines,
    ledger_summary,
    lines,
    numbers,
    title,
)
from kpgui.ui.instruments.instrument import Instrument, still_text
from kpgui.ui.instruments.point_bars import LEAST_ROWS, PointBars
from kpgui.ui.look.style import plain

SENTENCE, NUMBERS = 5, 4
"""Rows of text for which there is room."""

ANSWERS = HypothesesReading()

ANSWERS_RATE = 4.0
"""Answers a second at most: their maps take longer to compute than numbers, and to look at."""

NOBODY = frozen((), np.int64)


BARS = later("What the learner keeps"), later("The ledger: |β|, the largest first")


class InsidePanel(Instrument):
    """A sentence, numbers and bars, all of them declared by the learner, or bars of the coefficients of f.

    Points that it forgot are marked on the canvas.
    """

    key = "inside"
    title = "Inside"
    explanation = "What the learner keeps, weighs and forgets at the step that is shown, and which points carry f."
    shortcut = "Ctrl+Shift+W"
    menu_text = "&Inside"
    reading = MechanismReading()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: MechanismValue | None = None
        self._ledger: LedgerValue | None = None
        self._gone: Ints = NOBODY
        self._sentence = still_text("inside.sentence", SENTENCE, self)
        self._sentence.setText(_(EMPTY))
        self._numbers = still_text("inside.numbers", NUMBERS, self)
        self._which = ChoiceField(self)
        self._which.setObjectName("inside.which")
        self._which.set_spoken_name(_("What the bars show"))
        self._which.setToolTip(plain(_("What the learner itself counts and keeps, or the coefficients of f")))
        self._which.addItems([_(each) for each in BARS])
        self._which.currentIndexChanged.connect(self._choose)
        self._title = still_text("inside.title", 2, self, "muted")
        shared = workbench.document, workbench.focus, workbench.theme.palette
        self._bars = PointBars(self.key, *shared, self, rows=LEAST_ROWS, has_bumps=workbench.has_bumps)
        self._entry = still_text("inside.entry", 3, self, "muted")
        tip = _("Open the panel with the points where the kernel separates them by a plane")
        ask = partial(workbench.panel_asked.emit, "space")
        space = push_button(self, "inside.space", _("Feature space: the plane of w"), ask, tip, link=True)
        self._maps = AnswerMaps(self.key, workbench, self)
        self._answers = still_text("inside.answers", 1, self, "muted")
        self._answers.setText(_(MAPS_TITLE))
        self.column.addWidget(self._sentence)
        self.column.addWidget(self._numbers)
        self.column.addLayout(in_row(space, None))
        for part in (self._answers, self._maps):
            self.column.addWidget(part)
            part.hide()
        self.column.addWidget(self._which)
        self.column.addWidget(self._title)
        self.column.addWidget(self._bars, 1)
        self.column.addWidget(self._entry)
        self._prototypes = PrototypeBoundaries(workbench, self)
        self._row = -1
        self._bars.fitted.connect(self._show_texts)
        self._bars.pointed.connect(self._point_to)
        self._bars.picked.connect(self._pick)
        self._bars.given_up.connect(self._prototypes.clear)
        self._prototypes.changed.connect(self._outline)
        workbench.focus.hovered_changed.connect(self._show_entry)
        workbench.theme.changed.connect(self._bars.set_palette)
        workbench.theme.changed.connect(self._maps.set_palette)
        self.ask("answers", ANSWERS, ANSWERS_RATE)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._bars.setFocus()

    def numbers(self) -> Numbers | None:
        """The coefficients of all support vectors, or the bars shown last, which the trainer alone can compute."""
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        if self._shows_ledger and shown is not None and frame is not None:
            return Ledger().table(Moment(shown[0], frame), self.workbench.focus.now)
        return None if self._value is None else self._value.table

    def show_value(self, value: MechanismValue) -> None:
        self._value = value
        self._show_bars()
        self._mark(value.gone)
        self.workbench.overlaid.emit("weights", plane_arrows(value.in_plane))

    def show_run_failure(self, sentence: str) -> None:
        super().show_run_failure(sentence)
        self._value = self._ledger = None
        self._bars.clear()
        for text in (self._sentence, self._numbers, self._title, self._entry):
            text.clear()
        self._maps.show_value(None)
        self._unmark()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._maps.show_value(None)
        self._unmark()

    def show_part(self, part: str, value: Any) -> None:
        if part == "ledger":
            self._ledger = value
            self._show_bars()
            return
        for shown in (self._answers, self._maps):
            shown.setVisible(value is not None)
        self._maps.show_value(value)

    @property
    def _shows_ledger(self) -> bool:
        return self._which.currentIndex() == 1

    def _choose(self) -> None:
        self._prototypes.clear()
        if self._shows_ledger:
            self.ask("ledger", Ledger(), self.rate)
        else:
            self.leave("ledger")
        self._show_bars()

    def _show_bars(self) -> None:
        if self._shows_ledger and self._ledger is not None:
            self._bars.show_lines(partial(ledger_lines, self._ledger))
        elif self._value is not None and not self._shows_ledger:
            self._bars.show_lines(partial(lines, self._value))
        else:
            self._bars.clear()
        self._show_texts()

    def _show_texts(self) -> None:
        if self._value is None:
            return
        self._sentence.setText(self._value.mechanism.sentence)
        self._numbers.setText(numbers(self._value))
        if self._shows_ledger:
            text = "" if self._ledger is None else ledger_summary(self._ledger, self._bars.shown)
            spoken = _("Ledger: {text}").format(text=text)
        else:
            text = title(self._value, self._bars.shown)
            spoken = titled(_(self._value.title), f"{text} {self._sentence.text()}")
        self._title.setText(text)
        self._bars.setAccessibleName(spoken)
        self._show_entry()

    def _show_entry(self) -> None:
        if self._shows_ledger and self._ledger is not None:
            self._entry.setText(ledger_entry_text(self._ledger.hovered, self._ledger.count))
        elif self._value is not None and self.isVisible():
            self._entry.setText(entry_text(self._value, self.workbench.focus.hovered, self._row))

    def _point_to(self, row: int) -> None:
        self._row = row
        self._show_entry()

    def _pick(self, row: int) -> None:
        """Shows the boundary of the prototype in this row, or takes it away."""
        own = None if self._shows_ledger else self._value
        prototypes = NOBODY if own is None else own.mechanism.bars.prototypes
        if row < len(prototypes):
            self._prototypes.toggle(int(prototypes[row]))

    def _outline(self) -> None:
        self._bars.outline(frozenset(indexed("v", k + 1) for k in self._prototypes.chosen))

    def _unmark(self) -> None:
        """Leaves nothing on the canvas."""
        self._mark(NOBODY)
        self.workbench.overlaid.emit("weights", None)
        self._prototypes.clear()

    def _mark(self, gone: Ints) -> None:
        """Marks the points with these ids on the canvas as forgotten."""
        if not np.array_equal(gone, self._gone):
            self._gone = gone
            self.workbench.overlaid.emit("forgotten", gone)
