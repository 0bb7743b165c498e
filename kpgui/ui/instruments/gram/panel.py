"""The panel Gram matrix: what the kernel is on these points, pair by pair and as a whole."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication, QHideEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import QWidget

from kpgui.drawing.parts import image_of
from kpgui.geometry.links import Coefficients
from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.reading import Numbers
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_column, in_row, push_button
from kpgui.ui.instruments.export import Export, ExportingPanel
from kpgui.ui.instruments.gram import words
from kpgui.ui.instruments.gram.painter import draw_gram
from kpgui.ui.instruments.gram.plot import MatrixPlot, SpectrumPlot
from kpgui.ui.instruments.gram.reading import ORDERS, GramReading, GramValue, Part
from kpgui.ui.instruments.instrument import still_text
from kpgui.ui.look.scale import LOOSE, scaled
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.ui.tasks import Background

if TYPE_CHECKING:
    from kpgui.figure.charts.drawing import Drawing

SIDE = 44
"""Side of the matrix of a part in pixels."""


class GramPanel(ExportingPanel):
    """The matrix, its spectrum and what they mean; computed in the background, and only while the panel is seen.

    While it is, the canvas shows K(xᵢ, ·) of a point that is selected alone, and the c of a counter-example.
    """

    key, dock_key = "gram", "kernel"  # the panel of this name is the section of the setup
    title = "Gram matrix"
    explanation = "K between any two of the points, as an image, and what its eigenvalues say of the kernel."
    shortcut = "Ctrl+Shift+X"
    menu_text = "&Gram matrix"
    wanted_share = 0.45
    reading = GramReading()
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._value: GramValue | None = None
        self._problem = ""
        self._asked: tuple[object, ...] | None = None
        self._background = Background(self, f"kpgui {self.key}", patience=0.0)
        self._background.failed.connect(partial(self._take, None))
        workbench.closing.connect(self._background.stop)
        self._headline = still_text("gram.headline", 1, self)
        self._order = ChoiceField(self)
        self._order.setObjectName("gram.order")
        self._order.setMinimumContentsLength(12)
        self._order.set_spoken_name(_("Order of the points"))
        self._order.setToolTip(plain(_("In which order the points are along both edges of the matrix")))
        self._order.addItems([_(name) for name in ORDERS])
        self._order.activated.connect(self._show)
        self._matrix = MatrixPlot(self.key, workbench.document, workbench.focus, self)
        cell = still_text("gram.cell", 1, self)
        self._spectrum = SpectrumPlot(self.key, self)
        names = ("axes", "alignment", "verdict", "example")
        self._texts = [still_text(f"gram.{name}", 1, self, "muted") for name in names]
        tip = _("Copy the points with their c, in full precision, as a table for spreadsheets")
        self._copy = push_button(self, "gram.copy", _("Copy c"), self._copy_c, tip)
        self._parts = QWidget(self)
        self._tree = in_column(on=self._parts)
        self._rows: list[QWidget] = []
        ordered = in_row(Wide(self._order))
        fill(self.column, self._headline, ordered, Wide(self._matrix, 100), cell, self._spectrum)
        fill(self.column, *self._texts, in_row(self._copy, None), self._parts, None)
        self._matrix.pointed.connect(cell.setText)
        workbench.theme.changed.connect(self._show)
        workbench.document.changed.connect(self._follow)
        workbench.focus.selection_changed.connect(self._show_row)
        self._show()

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._matrix.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.workbench.focus.follow_hover(self.key, True)
        self._show_row(self.workbench.focus.selected)
        self._overlay()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._background.busy:
            self._background.cancel()
            self._asked = None
        self.workbench.focus.follow_hover(self.key, False)
        self._show_row(self.workbench.focus.selected)
        self._overlay()

    def refresh(self) -> None:
        """Computes the matrix of the session as it is now, unless that is shown; the next one after the running one."""
        session = self.workbench.document.session
        question = self.reading.question(session)
        if question != self._asked and not self._background.busy:
            self._asked = question
            self._background.do(_(self.title), partial(self.reading.read, session), self._take)

    def _follow(self) -> None:
        self.request_refresh()
        if self.isVisible():
            self._overlay()

    def numbers(self) -> Numbers | None:
        return None if self._value is None else self.reading.table(self._value)

    def picture(self) -> "Drawing":
        """The matrix in the order that is chosen, its spectrum, the parts of the kernel, and what they mean."""
        from kpgui.figure.charts.drawing import Drawing  # the window opens sooner without it

        assert self._value is not None
        texts = [label.text() for label in self._texts if label.text()]
        paint = partial(draw_gram, self._value, self._order.currentIndex())
        return Drawing(self._headline.text(), "\n".join(texts), paint)

    def _take(self, value: GramValue | None, problem: str = "") -> None:
        self._value, self._problem = value, problem
        self._show()
        self.request_refresh()

    def _show(self) -> None:
        value, order, palette = self._value, self._order.currentIndex(), self.workbench.theme.palette
        self.set_exportable(value is not None and bool(len(value.rows)))
        waiting = self._problem or _("The Gram matrix is being computed…")
        self._headline.setText(waiting if value is None else words.headline(value))
        restyle(self._headline, "tone", "bad" if self._problem else "calm")
        self._matrix.show_value(value, order, palette)
        self._spectrum.show_curve(None if value is None else value.curve, palette)
        says = words.spectrum_text, words.alignment_text, words.verdict_text, words.counter_example
        for label, say in zip(self._texts, says, strict=True):
            label.setText("" if value is None else say(value))
            label.setVisible(bool(label.text()))
        self._spectrum.setAccessibleDescription(self._texts[0].text())
        broken = value is not None and value.c is not None
        restyle(self._texts[2], "tone", "warning" if broken else "calm")
        self._copy.setVisible(broken)
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self._rows = [self._made_row(part, order) for part in (() if value is None else value.parts)]
        fill(self._tree, *self._rows)
        self._overlay()

    def _made_row(self, part: Part, order: int) -> QWidget:
        """A part of the kernel, indented by its depth: its matrix, and what it is."""
        row = QWidget(self._parts)
        picture, text = PlainLabel(row), still_text("", 1, row)
        picture.setFixedSize(scaled(SIDE), scaled(SIDE))
        picture.setScaledContents(True)
        if part.images:
            picture.setPixmap(QPixmap.fromImage(image_of(self.workbench.theme.palette, part.images[order], "matrix")))
        text.setText(words.part_text(part))
        in_row(picture, Wide(text), on=row, margins=(LOOSE * part.depth, 0, 0, 0))
        return row

    def _overlay(self) -> None:
        """Shows the c of a counter-example on the canvas while the panel is seen, unless it is of an earlier edit."""
        now = self.reading.question(self.workbench.document.session) == self._asked and not self._background.busy
        value = self._value if now and self.isVisible() else None
        shown = None
        if value is not None and value.c is not None and value.dataset.d == 2:
            shown = Coefficients(value.dataset.points, value.c)
        self.workbench.overlaid.emit("coefficients", shown)

    def _show_row(self, ids: Ints) -> None:
        """Shows on the canvas the row of a point that is selected alone while the panel is seen."""
        focus = self.workbench.focus
        if self.isVisible() and len(ids) == 1:
            focus.show_bump(int(ids[0]), alone=True)
        elif focus.bump_alone:
            focus.show_bump(None)

    def _copy_c(self) -> None:
        if self._value is not None:
            QGuiApplication.clipboard().setText(words.copied(self._value))
            self.workbench.said.emit(_("The points with the c of the counter-example are on the clipboard."))
