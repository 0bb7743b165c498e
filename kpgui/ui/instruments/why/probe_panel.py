"""The probe panel: what adds up to f at the pointer, or at the point examined last."""

from functools import partial

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from kpgui.language import _
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import Instrument
from kpgui.ui.instruments.point_bars import PointBars
from kpgui.ui.instruments.still_text import still_text
from kpgui.ui.instruments.why.probe_reading import Probe, ProbeValue
from kpgui.ui.instruments.why.probe_words import EMPTY, formula, headline, lines, links, total
from kpgui.ui.look.plain_text import PlainLabel


class ProbePanel(Instrument):
    """f at the place, the largest parts of it as bars, and their sum. The same parts are lines on the canvas."""

    key = "probe"
    title = "Probe"
    explanation = "What adds up to f at the pointer: the largest β·K(xᵢ, x), as bars here and as lines on the canvas."
    shortcut = "Ctrl+Shift+P"
    menu_text = "&Probe"
    at_first = False
    rate = 30.0
    reading = Probe()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: ProbeValue | None = None
        self._headline = still_text("probe.headline", 2, self)
        self._headline.setText(_(EMPTY))
        self._formula = PlainLabel(self, formula(None), name="probe.formula", role="muted")
        self._at_examined = QCheckBox(_("At the point examined &last"), self)
        self._at_examined.setObjectName("probe.at_examined")
        self._at_examined.setToolTip(_("Show f where the learner looked last, whatever the pointer is at"))
        self._at_examined.toggled.connect(self._choose)
        shared = self.key, workbench.document, workbench.focus, workbench.theme.palette, self
        self._bars = PointBars(*shared, has_bumps=workbench.has_bumps)
        self._total = still_text("probe.total", 3, self)
        self.column.addWidget(self._headline)
        self.column.addWidget(self._formula)
        self.column.addWidget(self._at_examined)
        self.column.addWidget(self._bars, 1)
        self.column.addWidget(self._total)
        self._bars.fitted.connect(self._show_total)
        workbench.theme.changed.connect(self._bars.set_palette)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._bars.setFocus()

    def picture(self) -> QWidget:
        """The whole panel: bars without their sum say little."""
        return self

    def show_value(self, value: ProbeValue | None) -> None:
        self._value = value
        self._headline.setText(headline(value))
        self._formula.setText(formula(value))
        if value is None:
            self._bars.clear()
        else:
            self._bars.show_lines(partial(lines, value))
        self._show_total()
        self.workbench.overlaid.emit("links", None if value is None else links(value))

    def show_run_failure(self, sentence: str) -> None:
        super().show_run_failure(sentence)
        self.show_value(None)
        self._headline.clear()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.workbench.overlaid.emit("links", None)

    def _choose(self, at_examined: bool) -> None:
        self.ask(Probe(at_examined=at_examined))

    def _show_total(self) -> None:
        told = total(self._value, self._bars.shown)
        self._total.setText(told)
        self._bars.setAccessibleName(_("Probe: {text} {told}").format(text=self._headline.text(), told=told))
