"""Answers to whatever blocks an action: questions, file dialogs, menus."""

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QObject, QPoint, QTimerEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QMenu, QMessageBox, QWidget
from shiboken6 import isValid

from tests.soak.hands import Key, click, type_key

LOOK = 15
"""Milliseconds between two looks."""

SEEN, SEEN_AFTER = 2, 14
"""Looks for which something must be open before it is answered, in an action and in the pause after it, which may be
blocked too. They are longer than a pause: what does not block is left to the next actions."""

PATIENCE = 25
"""Answers to one action, after which everything is closed."""


class Answers(QObject):
    """Answers what is open while an action does not return. The answers are drawn from the seed and its number.

    path: gives a path for a file dialog. only: the text of the button to press in every question, "" for any.
    """

    def __init__(self, parent: QObject, path: Callable[[Random], str]) -> None:
        super().__init__(parent)
        self._path = path
        self._chances = Random(0)
        self._acting = False
        self._given = 0
        self._seen: tuple[QWidget | None, int] = None, 0
        self.only = ""
        self._timer = self.startTimer(LOOK)

    def begin(self, chances: Random) -> None:
        """An action begins, which may block."""
        self._chances, self._acting, self._given, self._seen = chances, True, 0, (None, 0)

    def end(self) -> None:
        """The action has returned."""
        self._acting = False

    def timerEvent(self, event: QTimerEvent) -> None:
        self.killTimer(self._timer)
        self._timer = self.startTimer(LOOK)  # another one: a timer waits while what it has begun is blocked
        top = open_widget()
        self._seen = top, self._seen[1] + 1 if self._seen[0] is top else 0
        if top is not None and self._seen[1] >= (SEEN if self._acting else SEEN_AFTER):
            self._seen = None, 0
            self._given += 1
            answer(top, self._chances, self._path, self.only, give_up=self._given > PATIENCE)


def open_widget() -> QWidget | None:
    """The menu or dialog in which everything happens until it is closed."""
    return QApplication.activePopupWidget() or QApplication.activeModalWidget()


def answer(top: QWidget, chances: Random, path: Callable[[Random], str], only: str, give_up: bool) -> None:
    if isinstance(top, QMenu):
        choose_entry(top, chances, give_up)
    elif isinstance(top, QMessageBox):
        press_button(top, chances, only, give_up)
    elif isinstance(top, QFileDialog):
        choose_file(top, chances, path, give_up or bool(only))
    elif isinstance(top, QDialog):
        top.reject()
    else:
        type_key(Key.Key_Escape)
        if isValid(top) and give_up:
            top.close()


def choose_entry(menu: QMenu, chances: Random, give_up: bool) -> None:
    entries = [each for each in menu.actions() if each.isVisible() and not each.isSeparator()]
    if give_up or not entries or chances.random() < 0.4:
        menu.close()
        return
    click(menu, menu.actionGeometry(chances.choice(entries)).center())


def press_button(box: QMessageBox, chances: Random, only: str, give_up: bool) -> None:
    buttons = sorted(box.buttons(), key=lambda each: each.text())
    wanted = [each for each in buttons if each.text().replace("&", "") in (only, "Write it", "OK", "Close")]
    if give_up and not (only and wanted):
        box.reject()
        return
    button = (wanted if only and wanted else buttons)[0] if only else chances.choice(buttons)
    click(button, QPoint(button.width() // 2, button.height() // 2))


def choose_file(dialog: QFileDialog, chances: Random, path: Callable[[Random], str], give_up: bool) -> None:
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    if give_up or line is None or chances.random() < 0.15:
        dialog.reject()
        return
    filters = dialog.nameFilters()
    if filters and chances.random() < 0.5:
        dialog.selectNameFilter(chances.choice(filters))
    line.setText(path(chances))
    line.setFocus()
    type_key(Key.Key_Return)
