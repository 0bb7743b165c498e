"""F1: the guide at the panel or dialog that has the focus. Shift+F1: what the thing is that is clicked next."""

from functools import partial
from html import escape

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWhatsThis, QWidget

from kpgui.language import without_key
from kpgui.ui.actions.actions import Actions
from kpgui.ui.dialogs.guide import Guide
from kpgui.ui.dialogs.guide_places import place_of
from kpgui.ui.look.plain_text import rich
from kpgui.ui.window.plain_keys import owns


def enter(window: QWidget) -> None:
    """Begins the mode in which the next click asks. The texts are set only now: some tooltips change as one works."""
    for widget in (window, *window.findChildren(QWidget)):
        if text := sentence(widget):
            widget.setWhatsThis(rich(text))
    QWhatsThis.enterWhatsThisMode()


def sentence(widget: QWidget) -> str:
    """The name of a widget, and below it its tooltip or what a screen reader says of it; "" if it has neither.

    What has none is explained by what it is in, as a label is by its panel: Qt asks from the inside out.
    """
    explanation = widget.toolTip() or widget.accessibleDescription()
    if not explanation:
        return ""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    name = without_key(widget.accessibleName() or text)
    body = escape(explanation).replace("\n", "<br>")
    return f"<p><b>{escape(name)}</b></p><p>{body}</p>" if name and name != explanation else f"<p>{body}</p>"


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
