"""A disk that takes its time: what the tests of saving share."""

import os
import threading

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from kpgui import api

CONTROL = Qt.KeyboardModifier.ControlModifier


class SlowDisk:
    """Files that are saved are all there but for the last moment, until it is let go; then perhaps it fails."""

    def __init__(self):
        self.writes = 0
        self.problem = 0
        self._free = threading.Event()
        self._sync = os.fsync

    def sync(self, handle):
        if threading.current_thread().name == "kpgui file":
            self.writes += 1
            assert self._free.wait(20)
            if self.problem:
                raise OSError(self.problem, os.strerror(self.problem))
        self._sync(handle)

    def hold(self):
        """From now on nothing is saved until it is told so again."""
        self._free.clear()

    def go(self, problem=0):
        self.problem = problem
        self._free.set()


def press_save(desk):
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    QTest.keyClick(desk.window, Qt.Key.Key_S, CONTROL)


def shown(desk):
    return desk.find(QWidget, "saving").isVisible()


def is_written(desk):
    desk.wait(lambda: not desk.window.writing.busy)


def count(path):
    return len(api.load(path).dataset)
