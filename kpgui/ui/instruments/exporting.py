"""The base class of panels that declare what can be exported from them."""

from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from kpgui.language import _
from kpgui.model.reading import Numbers
from kpgui.ui.forms.button import push_button
from kpgui.ui.forms.panel import Panel
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.instruments.export import Export, save_numbers, save_picture


class ExportingPanel(Panel):
    """A panel with a button `<key>.export` below its column for everything in `exports`; none if that is empty.

    exports: declared by the class, in the order of the menu. Numbers come from `numbers`, the picture from `picture`.
    The button is disabled until `set_exportable` says that there is something to export.
    """

    exports: ClassVar[tuple[Export, ...]] = ()

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        what = _(" or ").join(_(each.what) for each in self.exports)
        tip = _("Save {what} of {title}").format(what=what, title=_(self.title))
        self._export = push_button(self, f"{self.key}.export", _("Export…"), self._offer, tip, link=True)
        self._export.setEnabled(False)
        self._export.setVisible(bool(self.exports))
        whole, self.column = self.column, QVBoxLayout()
        self.column.setSpacing(whole.spacing())
        whole.addLayout(self.column, 1)
        whole.addWidget(self._export, 0, Qt.AlignmentFlag.AlignRight)

    def numbers(self) -> Numbers | None:
        """All the numbers for a file; None if there are none at present."""
        raise NotImplementedError

    def picture(self) -> QWidget:
        """The widget that a picture shows."""
        return self

    def set_exportable(self, exportable: bool) -> None:
        """Says whether there is anything to export."""
        self._export.setEnabled(exportable)

    def export(self, what: Export) -> None:
        """Asks for a path and saves the numbers or the picture there."""
        path = self.workbench.document.path
        folder = Path.home() if path is None else path.parent
        saved = None
        if what is Export.PICTURE:
            saved = save_picture(self.picture(), folder, self.key, self)
        elif (numbers := self.numbers()) is not None:
            saved = save_numbers(numbers, folder, self.key, self)
        if saved is not None:
            self.workbench.said.emit(_("Saved {name}").format(name=saved.name))

    def _offer(self) -> None:
        if len(self.exports) == 1:
            self.export(self.exports[0])
            return
        menu = QMenu(self)
        menu.setObjectName("menu.export")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for each in self.exports:
            menu.addAction(f"&{each.what.capitalize()}…").triggered.connect(
                lambda __=False, what=each: self.export(what)
            )
        menu.popup(self._export.mapToGlobal(self._export.rect().bottomLeft()))
