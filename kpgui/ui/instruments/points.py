"""The points panel: a table of all points, editable by keyboard, that shares selection and hover with the canvas.

α of each point: how often it was misclassified, or its dual variable in an SVM.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit

from kpgui.language import _
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.edits import Remove, Setting, add
from kpgui.model.errors import KpguiError
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.model.session import Session
from kpgui.ui.canvas.tools.base import counted
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_row, push_button
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.instrument import Instrument
from kpgui.ui.look.scale import APART
from kpgui.ui.look.style import PlainLabel
from kpgui.ui.table.model import PointsModel
from kpgui.ui.table.view import PointsView


@dataclass(frozen=True, eq=False)
class AlphaValue:
    """The ids (n,) of the points of the run, and α of each, alpha (n,).

    sizes: |β| of each (n,), where α does not tell it; see `Expansion.follows`.
    """

    ids: Ints
    alpha: Any
    sizes: Floats | None = None


@dataclass(frozen=True)
class Alpha(Reading):
    """α of every point of the run, with ids: the points on the screen may have been edited since."""

    key: ClassVar[str] = "alpha"

    def read(self, moment: Moment, focus: Focus) -> AlphaValue:
        alpha, expansion = moment.frame.counters.alpha, moment.frame.expansion
        sizes = None if expansion.follows(alpha) else frozen(np.abs(expansion.beta), np.float64)
        return AlphaValue(moment.session.dataset.ids, alpha, sizes)

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """Every point: its position from 1, coordinates, label, whether it is held out (1), α and β."""
        from kpgui.formats.tabular.text import coordinate_names  # the window opens sooner without it

        dataset, frame = moment.session.dataset, moment.frame
        names = "point", *coordinate_names(dataset.d), "label", "held_out", "alpha", "beta"
        about = dataset.labels, dataset.held_out.astype(np.int8), frame.counters.alpha, frame.expansion.beta
        return Numbers(names, (np.arange(1, len(dataset) + 1), *dataset.points.T, *about))


class PointsPanel(Instrument):
    """The table, a line for typing a new point, and a button that deletes. It is updated only while it is visible."""

    key = "points"
    title = "Points"
    explanation = "Show the table of points, which can be edited by keyboard, and go to it."
    shortcut = "Ctrl+Shift+T"
    menu_text = "P&oints"
    wanted_width = 348
    reading = Alpha()
    follows_hover = True
    exports = (Export.NUMBERS,)

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._model = PointsModel(workbench.document, self, workbench.theme.palette)
        self.table = PointsView(self._model, workbench.focus, self)
        self._typed = QLineEdit(self)
        self._typed.setObjectName("points.typed")
        self._typed.setPlaceholderText(_("x y label"))
        self._typed.setAccessibleName(_("New point: x, y and label"))
        self._typed.setToolTip(_("Type x, y and +1 or −1, then Return; without a label it is +1"))
        self._typed.returnPressed.connect(self.add)
        typed, selected = _("Add the point that is typed on the left"), _("Delete the points of the selected rows")
        adding = push_button(self, "points.add", _("&Add point"), self.add, typed)
        deleting = push_button(self, "points.delete", _("Delete"), self.delete, selected)
        self._refusal = PlainLabel(self, name="points.refusal", role="wrong", wraps=True)
        self._refusal.hide()
        fill(self.column, Wide(self.table), self._refusal, in_row(Wide(self._typed), adding, spacing=APART), deleting)
        self.table.menu_asked.connect(workbench.menu_asked)
        self.table.reordered.connect(self._reorder)
        workbench.theme.changed.connect(self._model.set_palette)
        self._model.refused.connect(self._refuse)
        workbench.document.opened.connect(self._model.forget_alpha)
        workbench.document.changed.connect(self._follow)
        workbench.focus.selection_changed.connect(self._follow_selection)
        workbench.focus.hovered_changed.connect(self._follow_hovered)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self.table.begin()

    def add(self) -> None:
        """Appends the point that was typed."""
        from kpgui.words.clipboard.points import pasted

        document = self.workbench.document
        try:
            made = pasted(self._typed.text().encode(errors="replace"), where=_("The new point"))
        except KpguiError as error:
            self._refuse(str(error))
            return
        insert = add(document.session.dataset, made.points, made.labels)
        document.edit(insert, _("add {points}").format(points=counted(len(insert.ids))))
        self.workbench.focus.select(insert.ids, document.session.dataset)
        self._typed.clear()
        self._refuse("")

    def delete(self) -> None:
        ids = self.workbench.focus.selected
        if len(ids):
            self.workbench.document.edit(Remove(ids), _("delete {points}").format(points=counted(len(ids))))

    def showEvent(self, event: QShowEvent) -> None:
        self._show(self.workbench.document.session)
        self.table.show_selection(self.workbench.focus.selected)
        self._model.mark_hovered(self.workbench.focus.hovered)
        super().showEvent(event)

    def _follow(self, before: Session, after: Session) -> None:
        changed = after.dataset is not before.dataset or after.conventions is not before.conventions
        if self.isVisible() and changed:
            self._show(after)
            self._model.mark_hovered(self.workbench.focus.hovered)

    def _show(self, session: Session) -> None:
        self.table.show_dataset(session.dataset)
        self.table.show_order(session.conventions.order)

    def _reorder(self, order: tuple[int, ...]) -> None:
        document = self.workbench.document
        document.edit(Setting("conventions", replace(document.session.conventions, order=order)), _("reorder points"))

    def _follow_selection(self, ids: Ints) -> None:
        if self.isVisible():
            # A new selection may arrive before the dataset that it belongs to.
            self.table.show_dataset(self.workbench.document.session.dataset)
            self.table.show_selection(ids)

    def _follow_hovered(self, point: int | None) -> None:
        if self.isVisible():
            self._model.mark_hovered(point)

    def show_value(self, value: AlphaValue) -> None:
        self._model.show_alpha(value.ids, value.alpha, value.sizes)

    def show_run_failure(self, sentence: str) -> None:
        """No α is known; the progress panel says why."""
        self.set_exportable(False)
        self._model.forget_alpha()

    def _refuse(self, sentence: str) -> None:
        self._refusal.setText(sentence)
        self._refusal.setVisible(bool(sentence))
