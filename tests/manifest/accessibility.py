"""(j) What a screen reader is told of the window, its instruments and its dialogs, and where Tab goes."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QMainWindow, QWidget

from tests.accessible.reader import nodes
from tests.dialogs import DIALOGS, open_dialog
from tests.manifest.cases import session_file, write_files
from tests.manifest.screen import application, close_dialogs, plain, trigger, window_with
from tests.manifest.waiting import settle

MOST_TABS = 200


def collect(part: str, folder: str) -> dict[str, Any]:
    application()
    write_files()
    with window_with(session_file("read", "moons.csv", "rbf(sigma=0.5)", "kernel_perceptron(epochs=20)")) as window:
        entries: dict[str, Any] = {"window at the start": _tree(window)}
        entries["focus at the start"] = _focus(window)
        trigger(window, "edit.select_all")
        for _ in range(5):
            trigger(window, "train.step")
        entries["window after five steps"] = _tree(window)
        for dock in _instruments(window):
            dock.show()
            dock.raise_()
            settle()
            entries[f"{dock.objectName()} tree"] = _tree(dock)
            entries[f"{dock.objectName()} focus"] = _focus(window, dock)
        for action in DIALOGS:
            if trigger(window, action):
                entries[f"{action} tree"] = _tree(open_dialog())
                entries[f"{action} focus"] = _focus(open_dialog())
                close_dialogs()
        return entries


def _instruments(window: QMainWindow) -> list[QDockWidget]:
    right = Qt.DockWidgetArea.RightDockWidgetArea
    return [each for each in window.findChildren(QDockWidget) if window.dockWidgetArea(each) == right]


def _tree(widget: QWidget) -> list[str]:
    return [plain(f"{each.role.name} {each.name!r} {each.value!r} {each.description!r}") for each in nodes(widget)]


def _focus(window: QWidget, part: QWidget | None = None) -> list[str]:
    """The object names where Tab stops in a part of a window, from where the focus is until it comes there again."""
    window.activateWindow()
    settle()
    stops: list[str] = []
    seen = set()
    while (at := QApplication.focusWidget()) is not None and at not in seen and len(stops) < MOST_TABS:
        seen.add(at)
        if part is None or part.isAncestorOf(at):
            stops.append(
                at.objectName() or at.accessibleName() or (at.text() if isinstance(at, QAbstractButton) else "")
            )
        QTest.keyClick(at, Qt.Key.Key_Tab)
    return stops
