"""The dialog that arranges the selection: by buttons, or by numbers, shown on the canvas while they are typed."""

from functools import partial

import numpy as np
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QGridLayout, QPushButton, QWidget

from kpgui.language import _, later, without_key
from kpgui.model.arrays import Floats, Ints
from kpgui.model.param import Param
from kpgui.model.session import Session
from kpgui.ui.actions.actions import ARRANGE, SEPARATOR, SUBMENUS, Actions
from kpgui.ui.actions.selection_commands import SelectionCommands
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.forms.fields import NumberField
from kpgui.ui.forms.widgets import in_column
from kpgui.ui.look.style import PlainLabel, named
from kpgui.ui.session.document import Document

ANGLE = Param(
    "angle", 0.0, later("Degrees, counter-clockwise about the middle of the selection."), low=-36000, high=36000
)
ACROSS = Param("across", 1.0, later("Factor for distances in x from the middle."), low=-1e6, high=1e6)
UP = Param("up", 1.0, later("Factor for distances in y from the middle."), low=-1e6, high=1e6)

ROWS = ((ANGLE, later("&Angle in degrees")), (ACROSS, later("Factor for &x")), (UP, later("Factor for &y")))


class TransformDialog(Dialog):
    """Each button is one undo step. What is typed after it, until OK, is another; Cancel leaves none of that."""

    def __init__(
        self,
        actions: Actions,
        selection_commands: SelectionCommands,
        document: Document,
        ids: Ints,
        start: Floats,
        parent: QWidget,
    ) -> None:
        super().__init__("dialog.transform", _("Arrange"), parent)
        self.setModal(True)  # so that the selection does not change meanwhile
        self._selection_commands = selection_commands
        self._document = document
        self._ids = ids
        self._start = start
        self._stroke = object()
        self._fields = [NumberField(param, "", self, without_key(_(text))) for param, text in ROWS]
        self._refusal = PlainLabel(self, name="transform.refusal", role="wrong", wraps=True)
        form = QFormLayout()
        for field, (param, text) in zip(self._fields, ROWS, strict=True):
            named(field, f"transform.{param.name}", without_key(_(text)), _(param.meaning))
            field.setKeyboardTracking(True)
            field.given.connect(self._preview)
            field.refused.connect(self._refusal.setText)
            form.addRow(_(text), field)
        choice = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(choice.Ok | choice.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        in_column(self._made_buttons(actions), form, self._refusal, buttons, on=self, margins=MARGINS)
        self._fields[0].selectAll()
        document.opened.connect(self.reject)  # a file that was being read replaces the points
        document.changed.connect(self._follow)

    def _made_buttons(self, actions: Actions) -> QGridLayout:
        grid = QGridLayout()
        names = [name for name in SUBMENUS[ARRANGE][1].split() if name != SEPARATOR]
        for k, name in enumerate(names):
            button = QPushButton(without_key(actions[name].text()), self)
            button.setObjectName(f"transform.{name}")
            button.setAccessibleDescription(actions[name].iconText())
            button.setAutoDefault(False)
            button.clicked.connect(partial(self._arrange, actions[name]))
            grid.addWidget(button, k // 2, k % 2)
        return grid

    def _arrange(self, action: QAction) -> None:
        """Does this, and lets the numbers begin anew from there."""
        action.trigger()
        dataset = self._document.session.dataset
        self._start, self._stroke = dataset.points[dataset.index_of(self._ids)], object()
        for field, (param, __) in zip(self._fields, ROWS, strict=True):
            field.show_value(param.default)

    def accept(self) -> None:
        if self._values == (0.0, 1.0, 1.0):
            self._document.abandon(self._stroke)  # changed there and back: leaves no undo step
        super().accept()

    def reject(self) -> None:
        self._document.abandon(self._stroke)
        super().reject()

    @property
    def _values(self) -> tuple[float, float, float]:
        degrees, across, up = (field.value() for field in self._fields)
        return degrees, across, up

    def _follow(self, before: Session, after: Session) -> None:
        """Closes when points of the selection are gone: a drag that had begun before the dialog may end by erasing."""
        if not np.isin(self._ids, after.dataset.ids).all():
            self.reject()

    def _preview(self) -> None:
        self._selection_commands.transform(self._ids, self._start, *self._values, self._stroke)
