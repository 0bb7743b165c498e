"""The dialog that writes data: points, what was learned, and the numbers and pictures of the panels that are open."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QWidget

from kpgui.language import _
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.forms.widgets import in_column
from kpgui.ui.look.style import PlainLabel, named


class Exportable(NamedTuple):
    """One thing to write. save: asks for a path and writes it there, or says why it cannot."""

    key: str
    title: str
    save: Callable[[], object]


class ExportDialog(Dialog):
    """A list of what can be written. Enter, a double click or *Save…* asks for the file, and closes the dialog.

    key: of the line that is chosen at first.
    """

    def __init__(self, offered: Sequence[Exportable], key: str, parent: QWidget) -> None:
        super().__init__("dialog.export", _("Export data"), parent)
        self._offered = offered
        label = PlainLabel(self, _("&What to write"))
        self._list = QListWidget(self)
        named(self._list, "export.what", _("What to write"), _("Choose one; Save asks for the file"))
        self._list.addItems([each.title for each in offered])
        self._list.setCurrentRow(next((k for k, each in enumerate(offered) if each.key == key), 0))
        label.setBuddy(self._list)
        choice = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(choice.Close, self)
        save = buttons.addButton(_("&Save…"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setObjectName("export.save")
        save.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._list.itemDoubleClicked.connect(self.accept)
        in_column(label, self._list, buttons, on=self, margins=MARGINS)

    def accept(self) -> None:
        super().accept()
        self._offered[self._list.currentRow()].save()
