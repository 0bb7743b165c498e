"""The why panel: the step made last in pseudocode, in formulas with their numbers, and in bars."""

from functools import partial
from math import ceil

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from kpgui.language import _
from kpgui.model.reading import Numbers
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import Instrument
from kpgui.ui.instruments.point_bars import PointBars
from kpgui.ui.instruments.still_text import still_text
from kpgui.ui.instruments.why.code_lines import CodeLines
from kpgui.ui.instruments.why.probe_reading import ProbeValue
from kpgui.ui.instruments.why.probe_words import lines, links, total
from kpgui.ui.instruments.why.reading import Why, WhyValue
from kpgui.ui.instruments.why.words import EMPTY, NO_CODE, bars_title, formulas, headline
from kpgui.ui.look.plain_text import PlainLabel

FORMULA_ROWS = 9
"""Lines of formulas for which there is room at first, at the wanted width; a step with more makes room that stays."""


class WhyPanel(Instrument):
    """The parts of f at the point examined are bars here, and lines on the canvas, before or after the update."""

    key = "why"
    title = "Why"
    explanation = "Why the last step changed f or did not: the lines of the algorithm that ran, with their numbers."
    shortcut = "Ctrl+Shift+Y"
    menu_text = "Wh&y"
    at_first = False
    wanted_width = 336
    rate = 5.0  # nobody reads formulas faster while a run goes on
    reading = Why()
    follows_hover = True
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: WhyValue | None = None
        palette = workbench.theme.palette
        self._headline = still_text("why.headline", 2, self)  # below the lines, which so keep their place
        self._headline.setText(_(EMPTY))
        self._no_code = PlainLabel(self, _(NO_CODE), name="why.no_code", role="muted")
        self._no_code.hide()
        self._code = CodeLines(self.key, palette, self)
        self._formulas = still_text("why.formulas", FORMULA_ROWS, self)
        self._title = still_text("why.title", 1, self, "muted")
        self._after = QCheckBox(_("&After the update"), self)
        self._after.setObjectName("why.after")
        self._after.setToolTip(_("Show the parts of f after the step instead of those before it"))
        self._after.toggled.connect(self._show_parts)
        self._bars = PointBars(
            self.key, workbench.document, workbench.focus, palette, self, has_bumps=workbench.has_bumps
        )
        self._total = still_text("why.total", 2, self)
        for widget in (self._no_code, self._code, self._headline, self._formulas, self._title, self._after):
            self.column.addWidget(widget)
        self.column.addWidget(self._bars, 1)
        self.column.addWidget(self._total)
        self._bars.fitted.connect(self._show_total)
        workbench.theme.changed.connect(self._bars.set_palette)
        workbench.theme.changed.connect(self._code.set_palette)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._bars.setFocus()

    def picture(self) -> QWidget:
        """The whole panel."""
        return self

    def numbers(self) -> Numbers | None:
        """The parts of f at the point that was shown last, which the trainer alone can find."""
        return None if self._value is None else self._value.table

    def show_value(self, value: WhyValue) -> None:
        if self._value is None or value.lines != self._value.lines:
            rows = ceil(FORMULA_ROWS * self.wanted_width / max(1, self.width()))
            self._formulas.setMinimumHeight(rows * self.fontMetrics().lineSpacing())
        self._value = value
        self._headline.setText(headline(value))
        self._no_code.setVisible(not value.lines)
        self._code.show_code(value.lines, value.ran)
        self._formulas.setText("" if value.step is None else "\n".join(formulas(value.step)))
        needed = self._formulas.heightForWidth(self._formulas.width())
        self._formulas.setMinimumHeight(max(self._formulas.minimumHeight(), needed))
        self._show_parts()

    def show_run_failure(self, sentence: str) -> None:
        super().show_run_failure(sentence)
        self._value = None
        self._headline.clear()
        self._formulas.clear()
        self._show_parts()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.workbench.overlaid.emit("links", None)

    @property
    def _parts(self) -> ProbeValue | None:
        """The parts that the bars show."""
        if self._value is None or self._value.step is None:
            return None
        return self._value.step.after if self._after.isChecked() else self._value.step.before

    def _show_parts(self) -> None:
        parts = self._parts
        if parts is None:
            self._bars.clear()
            self._title.clear()
        else:
            self._bars.show_lines(partial(lines, parts))
            self._title.setText(bars_title(parts, self._after.isChecked()))
        self._show_total()
        if self.isVisible():
            self.workbench.overlaid.emit("links", None if parts is None else links(parts))

    def _show_total(self) -> None:
        told = total(self._parts, self._bars.shown)
        self._total.setText(told)
        self._bars.setAccessibleName(_("Why: {text} {told}").format(text=self._title.text(), told=told))
