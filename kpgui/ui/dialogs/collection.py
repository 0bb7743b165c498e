"""A dialog that lists things to open, and says of the chosen one what it is."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QWidget

from kpgui.language import _
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import APART, LOOSE, hold
from kpgui.ui.look.style import PlainLabel, named

LIST, DETAILS, HEIGHT = 280, 340, 380
"""Widths of the list and of what is said of the chosen one, and their height, in pixels."""


class Collected(NamedTuple):
    """A thing to open. key: names it. paragraphs: what is said of it."""

    key: str
    title: str
    paragraphs: tuple[str, ...]


class CollectionDialog(Dialog):
    """Non-modal; Return or a double click opens what is chosen, and closes the dialog."""

    chosen = Signal(str)
    """The key of what is to be opened."""

    def __init__(self, name: str, title: str, listed: Sequence[Collected], verb: str, parent: QWidget) -> None:
        super().__init__(name, title, parent)
        for other in parent.findChildren(CollectionDialog, name):
            if other is not self:
                other.close()
        self._listed = tuple(listed)
        self._list = QListWidget(self)
        named(self._list, f"{name}.list", title)
        self._list.addItems([each.title for each in listed])
        self._list.setWordWrap(True)
        self._about = PlainLabel(self, name=f"{name}.about", wraps=True)
        self._about.setAlignment(Qt.AlignmentFlag.AlignTop)
        hold(self._list, width=LIST, height=HEIGHT)
        hold(self._about, width=DETAILS)
        self._open = push_button(self, f"{name}.open", verb, self._choose)
        self._open.setDefault(True)
        close = push_button(self, f"{name}.close", _("Close"), self.reject)
        self._buttons = in_row(None, self._open, close, spacing=APART)
        row = in_row(self._list, Wide(self._about), spacing=LOOSE)
        in_column(row, self._buttons, on=self, margins=MARGINS, spacing=LOOSE)
        self._list.currentRowChanged.connect(self._show)
        self._list.itemActivated.connect(self._choose)
        self._list.setCurrentRow(0)
        self._list.setFocus()

    def add_button(self, text: str, name: str, act: Callable[[], object]) -> None:
        """Adds a button that closes the dialog and does something else."""
        button = push_button(self, name, text, act)
        button.clicked.connect(self.reject)
        self._buttons.insertWidget(0, button)

    def _show(self, row: int) -> None:
        self._open.setEnabled(row >= 0)
        self._about.setText("\n\n".join(self._listed[row].paragraphs) if row >= 0 else "")

    def _choose(self, *__: object) -> None:
        key = self._listed[self._list.currentRow()].key
        self.accept()
        self.chosen.emit(key)
