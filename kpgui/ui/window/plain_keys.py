"""Keys without Ctrl or Alt as shortcuts: only while the canvas, the playback bar or a button has the keyboard."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QMainWindow, QWidget

COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class PlainKeys(QObject):
    """Keeps characters typed elsewhere from being shortcuts.

    Someone who clicks beside a field and types a kernel would otherwise start a run and flip all labels. Qt asks the
    widget with the focus, then each of its parents, whether a key is theirs before it is a shortcut; the window, asked
    last, says yes, and does nothing with it. So does a dock, which may be a window of its own. On a button nobody
    types: who has clicked Generate presses R next. Keys with Ctrl or Alt and the function keys act everywhere.
    """

    def __init__(self, window: QMainWindow, places: Sequence[QWidget]) -> None:
        super().__init__(window)
        self._places = places
        for asked in (window, *window.findChildren(QDockWidget)):
            asked.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not is_plain(event) or self._act():
            return False
        event.accept()
        return True

    def _act(self) -> bool:
        focus = QApplication.focusWidget()
        if focus is None or focus.isWindow() or isinstance(focus, QAbstractButton):
            return True
        return any(place is focus or place.isAncestorOf(focus) for place in self._places)


def is_plain(event: QKeyEvent) -> bool:
    """Whether the key types a character that is seen."""
    text = event.text()
    return bool(text) and text.isprintable() and not text.isspace() and not event.modifiers() & COMMANDING
