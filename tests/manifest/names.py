"""(d) The ids, texts and shortcuts of actions, and the object names of the window, its instruments and its dialogs."""

from typing import Any

from PySide6 import QtWidgets
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from tests.dialogs import DIALOGS, open_dialog
from tests.manifest.cases import session_file, write_files
from tests.manifest.screen import application, close_dialogs, float_instruments, trigger, window_with


def collect(part: str, folder: str) -> dict[str, Any]:
    application()
    write_files()
    path = session_file("named", "moons.csv", "rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)", "kernel_perceptron()")
    with window_with(path) as window:
        entries: dict[str, Any] = {}
        float_instruments(window)
        trigger(window, "train.to_end")
        trigger(window, "edit.select_all")
        for action in sorted(window.findChildren(QAction), key=QAction.objectName):
            if action.objectName():
                keys = [each.toString() for each in action.shortcuts()]
                entries[f"action {action.objectName()}"] = [action.text(), *keys]
        entries |= _names(window, "window")
        for action in DIALOGS:
            if trigger(window, action):
                entries |= _names(open_dialog(), action)
                close_dialogs()
        return entries


def _names(top: QWidget, where: str) -> dict[str, str]:
    """The object names below a window, each with the kind of widget that Qt knows it as."""
    named = [each for each in (top, *top.findChildren(QWidget)) if each.objectName()]
    own = [each for each in named if not each.objectName().startswith("qt_")]
    return {f"{where}: {each.objectName()}": _kind(each) for each in sorted(own, key=QWidget.objectName)}


def _kind(widget: QWidget) -> str:
    return next(each.__name__ for each in type(widget).__mro__ if each.__name__ in vars(QtWidgets))
