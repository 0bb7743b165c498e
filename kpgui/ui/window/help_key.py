"""F1: the guide at the panel or dialog that has the focus. Shift+F1: what the thing is that is clicked next."""

from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from kpgui.ui.actions.actions import Actions
from kpgui.ui.dialogs.guide import Guide
from kpgui.ui.dialogs.guide_places import place_of
from kpgui.ui.window.plain_keys import owns
from kpgui.ui.window.whats_this import enter

KEY = "dialog.help_key"


class HelpKey(QObject):
    """Opens the guide from the menu, and from every dialog of the window, to which the menu's keys do not reach.

    A dialog gets the keys when it is entered, so that none has to ask for them.
    """

    def __init__(self, window: QWidget, actions: Actions) -> None:
        super().__init__(window)
        self._window, self._entries = window, actions.entries
        actions["help.guide"].triggered.connect(self._open)
        actions["help.whats_this"].triggered.connect(partial(enter, window))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._reach)

    def _reach(self, _old: QWidget | None, now: QWidget | None) -> None:
        dialog = now.window() if now is not None else None
        if (
            not isinstance(dialog, QDialog)
            or isinstance(dialog, Guide)
            or not owns(self._window, dialog)
            or dialog.findChild(QShortcut, KEY) is not None
        ):
            return
        key = QShortcut(QKeySequence(Qt.Key.Key_F1), dialog)
        key.setObjectName(KEY)
        key.activated.connect(self._open)
        QShortcut(QKeySequence(QKeySequence.StandardKey.WhatsThis), dialog).activated.connect(partial(enter, dialog))

    def _open(self) -> None:
        """A guide that is open is used again, unless a dialog keeps it from being reached."""
        front = QApplication.activeWindow() or self._window
        place = place_of(QApplication.focusWidget() or front)
        modal = front if isinstance(front, QDialog) and front.isModal() else self._window
        guide = modal.findChild(Guide, options=Qt.FindChildOption.FindDirectChildrenOnly)
        (guide or Guide(self._entries, modal)).open(place)
