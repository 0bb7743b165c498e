"""The dialog for a large file: open a random sample, or all of it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QRadioButton, QWidget

from kpgui.language import _, later
from kpgui.model.number import grouped
from kpgui.model.param import Param
from kpgui.model.session import SEED
from kpgui.ui.dialogs.placing import Dialog
from kpgui.ui.forms.fields import NumberField
from kpgui.ui.look.plain_text import PlainLabel
from kpgui.ui.look.scale import hold

USUAL = 5_000


class SampleDialog(Dialog):
    """Asks how many points to open."""

    chosen = Signal(object)
    """(count, seed) of a sample, or None for all."""

    def __init__(self, name: str, count: int, parent: QWidget) -> None:
        super().__init__("dialog.sample", _("A large file"), parent)
        heading = PlainLabel(
            self, _("{name} has {count} points").format(name=name, count=grouped(count)), role="heading"
        )
        self._some = QRadioButton(_("A &sample to draw and train on, with the same share of each class"), self)
        self._some.setObjectName("sample.some")
        self._all = QRadioButton(_("&All of them"), self)
        self._all.setObjectName("sample.all")
        self._some.setChecked(True)
        size = Param("points", USUAL, later("How many points to take."), scale="integer", low=2, high=count)
        self._count = self._field("count", size)
        self._seed = self._field("seed", SEED)
        form = QFormLayout()
        form.setContentsMargins(24, 0, 0, 8)
        form.addRow(_("&Points"), self._count)
        form.addRow(_("S&eed"), self._seed)
        advice = _("Training on all of them can take minutes; the same seed draws the same sample again.")
        note = PlainLabel(self, advice, role="muted", wraps=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.button(QDialogButtonBox.StandardButton.Open).setObjectName("sample.open")
        buttons.button(QDialogButtonBox.StandardButton.Open).setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = self.column(8)
        column.addWidget(heading)
        column.addWidget(self._some)
        column.addLayout(form)
        column.addWidget(self._all)
        column.addWidget(note)
        column.addWidget(buttons)
        self._some.toggled.connect(self._count.setEnabled)
        self._some.toggled.connect(self._seed.setEnabled)

    def _field(self, name: str, param: Param) -> NumberField:
        field = NumberField(param, "", self)
        field.setObjectName(f"sample.{name}")
        hold(field, width=120)
        field.setToolTip(_(param.meaning))
        field.setAccessibleName(_(param.meaning))
        return field

    def accept(self) -> None:
        super().accept()
        self.chosen.emit((int(self._count.value()), int(self._seed.value())) if self._some.isChecked() else None)
