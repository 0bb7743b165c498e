"""The panels of what a learner keeps: its mechanism, and the ledger of coefficients."""

from functools import partial

import numpy as np
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from kpgui.geometry.links import plane_arrows
from kpgui.language import _, titled
from kpgui.model.arrays import Ints, frozen
from kpgui.model.param import indexed
from kpgui.model.reading import Failed, Numbers, Reading
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.inside.answer_maps import AnswerMaps, PrototypeBoundaries
from kpgui.ui.instruments.inside.feature_plot import FeaturePlot
from kpgui.ui.instruments.inside.hypotheses_reading import HypothesesReading, HypothesesValue
from kpgui.ui.instruments.inside.reading import Ledger, LedgerValue, MechanismReading, MechanismValue
from kpgui.ui.instruments.inside.words import (
    EMPTY,
    MAPS_TITLE,
    NO_LEDGER,
    caption,
    entry_text,
    ledger_entry_text,
    ledger_lines,
    ledger_summary,
    lines,
    numbers,
    title,
)
from kpgui.ui.instruments.instrument import Instrument, set_rows, still_text
from kpgui.ui.instruments.point_bars import LEAST_ROWS, PointBars


class LedgerPanel(Instrument):
    """The bars, a summary, and the entry of the hovered point. Hover and selection are shared with the canvas."""

    key = "ledger"
    title = "Ledger"
    explanation = "Who carries f: |β| of the support vectors, the largest first; point at a bar to see its point."
    shortcut = "Ctrl+Shift+L"
    menu_text = "&Ledger"
    reading = Ledger()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: LedgerValue | None = None
        shared = self.key, workbench.document, workbench.focus, workbench.theme.palette, self
        self._bars = PointBars(*shared, has_bumps=workbench.has_bumps)
        self._summary = still_text("ledger.summary", 2, self)
        self._summary.setText(_(NO_LEDGER))
        self._entry = still_text("ledger.entry", 2, self, "muted")
        self.column.addWidget(self._summary)
        self.column.addWidget(self._bars, 1)
        self.column.addWidget(self._entry)
        self._bars.fitted.connect(self._show_texts)
        workbench.theme.changed.connect(self._bars.set_palette)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._bars.setFocus()

    def picture(self) -> QWidget:
        """The bars."""
        return self._bars

    def show_run_failure(self, sentence: str) -> None:
        super().show_run_failure(sentence)
        self._value = None
        self._bars.clear()
        self._summary.clear()
        self._entry.clear()

    def show_value(self, value: LedgerValue) -> None:
        self._value = value
        self._bars.show_lines(partial(ledger_lines, value))
        self._show_texts()

    def _show_texts(self) -> None:
        if self._value is not None:
            told = ledger_summary(self._value, self._bars.shown)
            self._summary.setText(told)
            self._bars.setAccessibleName(_("Ledger: {told}").format(told=told))
            self._entry.setText(ledger_entry_text(self._value.hovered, self._value.count))


SENTENCE, NUMBERS, LEAST = 5, 4, 3
"""Rows of text for which there is room, and beside a picture of feature space."""

ANSWERS = HypothesesReading()

ANSWERS_RATE = 4.0
"""Answers a second at most: their maps take longer to compute than numbers, and to look at."""

NOBODY = frozen((), np.int64)


class MechanismPanel(Instrument):
    """A sentence, numbers and bars, all of them declared by the learner. Points it forgot are marked on the canvas."""

    key = "mechanism"
    title = "What it does"
    explanation = "What the learner keeps, weighs and forgets: its own state at the step that is shown."
    shortcut = "Ctrl+Shift+W"
    menu_text = "&What it does"
    reading = MechanismReading()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: MechanismValue | None = None
        self._gone: Ints = NOBODY
        self._sentence = still_text("mechanism.sentence", SENTENCE, self)
        self._sentence.setText(_(EMPTY))
        self._numbers = still_text("mechanism.numbers", NUMBERS, self)
        self._title = still_text("mechanism.title", 2, self, "muted")
        shared = self.key, workbench.document, workbench.focus, workbench.theme.palette, self
        self._bars = PointBars(*shared, rows=LEAST_ROWS, has_bumps=workbench.has_bumps)
        self._entry = still_text("mechanism.entry", 3, self, "muted")
        self._space = FeaturePlot(*shared)
        self._caption = still_text("mechanism.caption", LEAST, self, "muted")
        self._maps = AnswerMaps(self.key, workbench, self)
        self._answers = still_text("mechanism.answers", 1, self, "muted")
        self._answers.setText(_(MAPS_TITLE))
        hidden = self._space, self._caption, self._answers, self._maps
        for shown in (self._sentence, self._numbers, *hidden, self._title):
            self.column.addWidget(shown)
        for part in hidden:
            part.hide()
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
        workbench.theme.changed.connect(self._space.set_palette)
        workbench.theme.changed.connect(self._maps.set_palette)
        workbench.instruments.arrived.connect(self._receive_answers)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._bars.setFocus()

    def numbers(self) -> Numbers | None:
        """The bars that were shown last, which the trainer alone can compute."""
        return None if self._value is None else self._value.table

    def show_value(self, value: MechanismValue) -> None:
        self._value = value
        self._bars.show_lines(partial(lines, value))
        self._show_space(value)
        self._show_texts()
        self._mark(value.gone)
        self.workbench.overlaid.emit("weights", plane_arrows(value.in_plane))

    def show_run_failure(self, sentence: str) -> None:
        super().show_run_failure(sentence)
        self._value = None
        self._bars.clear()
        for text in (self._sentence, self._numbers, self._title, self._entry):
            text.clear()
        self._space.show_space(None)
        self._maps.show_value(None)
        self._unmark()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.workbench.instruments.want(f"{self.key}.answers", ANSWERS, ANSWERS_RATE)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.workbench.instruments.drop(f"{self.key}.answers")
        self._maps.show_value(None)
        self._unmark()

    def _receive_answers(self, reading: Reading, value: HypothesesValue | Failed | None) -> None:
        if reading == ANSWERS and self.isVisible():
            known = None if isinstance(value, Failed) else value
            for part in (self._answers, self._maps):
                part.setVisible(known is not None)
            self._maps.show_value(known)

    def _show_space(self, value: MechanismValue) -> None:
        self._space.show_space(value.space)
        self._caption.setText(caption(value.space))
        for part in (self._space, self._caption):
            part.setVisible(value.has_space)
        self._entry.setHidden(value.has_space)  # no row stands for a point
        for text, rows in ((self._sentence, SENTENCE), (self._numbers, NUMBERS)):
            set_rows(text, LEAST if value.has_space else rows)

    def _show_texts(self) -> None:
        if self._value is not None:
            self._sentence.setText(self._value.mechanism.sentence)
            self._numbers.setText(numbers(self._value))
            self._title.setText(title(self._value, self._bars.shown))
            self._bars.setAccessibleName(titled(_(self._value.title), f"{self._title.text()} {self._sentence.text()}"))
            self._show_entry()

    def _show_entry(self) -> None:
        if self._value is not None and self.isVisible():
            self._entry.setText(entry_text(self._value, self.workbench.focus.hovered, self._row))

    def _point_to(self, row: int) -> None:
        self._row = row
        self._show_entry()

    def _pick(self, row: int) -> None:
        """Shows the boundary of the prototype in this row, or takes it away."""
        prototypes = NOBODY if self._value is None else self._value.mechanism.bars.prototypes
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
