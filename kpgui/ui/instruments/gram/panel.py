"""The panel Kernel matrix: what the kernel is on these points, pair by pair and as a whole."""

from functools import partial

from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent

from kpgui.geometry.links import Coefficients
from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.reading import Numbers
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_row, push_button
from kpgui.ui.instruments.export import Export, ExportingPanel
from kpgui.ui.instruments.gram.images import PartsView
from kpgui.ui.instruments.gram.plot import MatrixPlot
from kpgui.ui.instruments.gram.reading import ORDERS, GramReading, GramValue
from kpgui.ui.instruments.gram.spectrum import SpectrumPlot
from kpgui.ui.instruments.gram.words import (
    alignment_text,
    cell_text,
    copied,
    counter_example,
    headline,
    spectrum_text,
    verdict_text,
)
from kpgui.ui.instruments.instrument import still_text
from kpgui.ui.look.style import PlainLabel, restyle
from kpgui.ui.tasks import Background
from kpgui.words.counters import plural


class GramPanel(ExportingPanel):
    """The matrix, its spectrum and what they mean; computed in the background, and only while the panel is seen.

    While it is, the canvas shows K(xᵢ, ·) of a point that is selected alone, and the c of a counter-example.
    """

    key = "gram"
    title = "Kernel matrix"
    explanation = "K between any two of the points, as an image, and what its eigenvalues say of the kernel."
    shortcut = "Ctrl+Shift+X"
    menu_text = "Kernel &matrix"
    wanted_share = 0.45
    reading = GramReading()
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: GramValue | None = None
        self._asked: tuple[object, ...] | None = None
        self._background = Background(self, f"kpgui {self.key}", patience=0.0)
        self._background.failed.connect(self._show_failure)
        workbench.closing.connect(self._background.stop)
        palette, focus = workbench.theme.palette, workbench.focus
        self._headline = still_text("gram.headline", 2, self)
        self._order = ChoiceField(self)
        self._order.setObjectName("gram.order")
        self._order.set_spoken_name(_("Order of the points"))
        for number, name in enumerate(ORDERS):
            self._order.addItem(_(name), number)
        self._order.activated.connect(self._show)
        self._matrix = MatrixPlot(self.key, workbench.document, focus, palette, self)
        self._cell = still_text("gram.cell", 1, self)
        self._spectrum = SpectrumPlot(self.key, palette, self)
        names = ("axes", "alignment", "verdict", "example")
        self._texts = {name: still_text(f"gram.{name}", 1, self, "muted") for name in names}
        tip = _("Copy the points with their c, in full precision, as a table for spreadsheets")
        self._copy = push_button(self, "gram.copy", _("Copy c"), self._copy_c, tip)
        self._parts = PartsView(self.key, palette, self)
        ordered = in_row(PlainLabel(self, _("Points")), Wide(self._order), None)
        fill(self.column, self._headline, ordered, Wide(self._matrix, 100), self._cell, self._spectrum)
        fill(self.column, *self._texts.values(), in_row(self._copy, None), self._parts, None)
        for part in (self._matrix, self._spectrum, self._parts):
            workbench.theme.changed.connect(part.set_palette)
        self._matrix.pointed.connect(self._say_cell)
        self._matrix.stepped.connect(self._announce)
        workbench.document.changed.connect(self.request_refresh)
        focus.selection_changed.connect(self._show_row)
        self._show()

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._matrix.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.workbench.focus.follow_hover(self.key, True)
        self._show_row(self.workbench.focus.selected)
        self._overlay(self._value)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._background.busy:
            self._background.cancel()
            self._asked = None
        self.workbench.focus.follow_hover(self.key, False)
        self._overlay(None)
        if self.workbench.focus.bump_alone:
            self.workbench.focus.show_bump(None)

    def refresh(self) -> None:
        """Computes the matrix of the session as it is now, unless that is shown; the next one after the running one."""
        session, reading = self.workbench.document.session, self.reading
        question = reading.question(session)
        if question != self._asked and not self._background.busy:
            self._asked = question
            self._background.do(_(self.title), partial(reading.read, session), self._take)

    def numbers(self) -> Numbers | None:
        return None if self._value is None else self.reading.table(self._value)

    def _take(self, value: GramValue) -> None:
        self._value = value
        restyle(self._headline, "tone", "calm")
        self._show()
        self.request_refresh()

    def _show_failure(self, sentence: str) -> None:
        self._value = None
        self._show()
        self._headline.setText(sentence)
        restyle(self._headline, "tone", "bad")
        self.request_refresh()

    def _show(self) -> None:
        value, order = self._value, self._order.currentIndex()
        self.set_exportable(value is not None and bool(value.of))
        self._headline.setText(_("The Gram matrix is being computed…") if value is None else headline(value))
        self._matrix.show_value(value, order)
        self._parts.show_value(value, order)
        self._spectrum.show_curve(None if value is None else value.curve)
        says = spectrum_text, alignment_text, verdict_text, counter_example
        for label, say in zip(self._texts.values(), says, strict=True):
            label.setText("" if value is None else say(value))
            label.setVisible(bool(label.text()))
        self._spectrum.setAccessibleDescription(self._texts["axes"].text())
        broken = value is not None and value.c is not None
        restyle(self._texts["verdict"], "tone", "warning" if broken else "calm")
        self._copy.setVisible(broken)
        if self.isVisible():
            self._overlay(value)

    def _overlay(self, value: GramValue | None) -> None:
        """Shows the c of a counter-example on the canvas; None shows none."""
        shown = value is not None and value.c is not None and value.places.shape[1] == 2
        drawn = Coefficients(value.places, value.c) if shown else None  # type: ignore[union-attr,arg-type]  # if shown
        self.workbench.overlaid.emit("coefficients", drawn)

    def _show_row(self, ids: Ints) -> None:
        """Shows the row of a point that is selected alone on the canvas, in place of another one's."""
        focus = self.workbench.focus
        if self.isVisible() and (len(ids) == 1 or focus.bump_alone):
            focus.show_bump(int(ids[0]) if len(ids) == 1 else None, alone=len(ids) == 1)

    def _say_cell(self, cell: tuple[int, int] | None) -> None:
        self._cell.setText("" if cell is None or self._value is None else cell_text(self._value, *cell))

    def _announce(self) -> None:
        self.workbench.said.emit(self._cell.text())

    def _copy_c(self) -> None:
        if self._value is not None and self._value.c is not None:
            QGuiApplication.clipboard().setText(copied(self._value))
            rows = plural(len(self._value.ids), "{n} row", "{n} rows")
            self.workbench.said.emit(_("The c of the counter-example, {rows}, are on the clipboard.").format(rows=rows))
