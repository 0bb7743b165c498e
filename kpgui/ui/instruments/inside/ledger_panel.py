"""The ledger panel: |β| of the support vectors as bars, the largest first."""

from functools import partial

from PySide6.QtWidgets import QWidget

from kpgui.language import _
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.inside.ledger_reading import Ledger, LedgerValue
from kpgui.ui.instruments.inside.ledger_words import EMPTY, entry_text, lines, summary
from kpgui.ui.instruments.instrument import Instrument
from kpgui.ui.instruments.point_bars import PointBars
from kpgui.ui.instruments.still_text import still_text


class LedgerPanel(Instrument):
    """The bars, a summary, and the entry of the hovered point. Hover and selection are shared with the canvas."""

    key = "ledger"
    title = "Ledger"
    explanation = "Who carries f: |β| of the support vectors, the largest first; point at a bar to see its point."
    shortcut = "Ctrl+Shift+L"
    menu_text = "&Ledger"
    at_first = False
    reading = Ledger()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: LedgerValue | None = None
        shared = self.key, workbench.document, workbench.focus, workbench.theme.palette, self
        self._bars = PointBars(*shared, has_bumps=workbench.has_bumps)
        self._summary = still_text("ledger.summary", 2, self)
        self._summary.setText(_(EMPTY))
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
        self._bars.show_lines(partial(lines, value))
        self._show_texts()

    def _show_texts(self) -> None:
        if self._value is not None:
            told = summary(self._value, self._bars.shown)
            self._summary.setText(told)
            self._bars.setAccessibleName(_("Ledger: {told}").format(told=told))
            self._entry.setText(entry_text(self._value.hovered, self._value.count))
