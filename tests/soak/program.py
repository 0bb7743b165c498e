"""The program with someone in front of it who never rests, but to look at what must hold."""

import faulthandler
import gc
import os
import sys
import time
import traceback
from argparse import Namespace
from collections import Counter, deque
from pathlib import Path
from random import Random
from typing import NoReturn, TextIO

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kpgui.app import create_window
from tests.soak.actions import Someone, action, drawn
from tests.soak.answers import Answers, open_widget
from tests.soak.checks import CHECKS
from tests.soak.hearing import Hearing
from tests.soak.measuring import growth, measured

EVERY = 120
"""Actions from one rest to the next."""

REOPENED = 5
"""Rests after which the window is closed, and another one opened."""

HANG = 60
"""Seconds that one action may take."""

LAST = 25
"""Actions that a report tells of."""

REST = 5.0
"""Seconds within which all that goes on at a rest has ended."""


class Soak:
    """Acts until the time is over. `log`: gets each action before it is done, so that it is known after a crash."""

    def __init__(self, options: Namespace, folder: Path, log: TextIO) -> None:
        self.options, self.folder, self._log = options, folder, log
        self.number, self._told, self._last = 0, Counter[str](), deque[str](maxlen=LAST)
        self.series = []
        self._began = time.monotonic()
        hearing = Hearing(self.report)
        hearing.install()
        self.hearing = hearing
        self.application = QApplication(["kpgui"])
        self.application.setApplicationName("kpgui")
        self.application.setQuitOnLastWindowClosed(False)
        self.files = folder / "files"
        self.files.mkdir()
        self.answers = Answers(self.application, self._path)
        self._before = set(map(id, QApplication.topLevelWidgets()))
        self.open_window()

    def _path(self, chances: Random) -> str:
        return self.someone.path(chances)

    # Reports.

    def report(self, kind: str, details: str) -> None:
        """Print a problem the first time it is seen, with the seed and the last actions."""
        where = [line.strip() for line in details.splitlines() if line.strip().startswith("File ")][-1:]
        key = f"{kind} {where}"
        self._told[key] += 1
        if self._told[key] > 1:
            return
        lines = [f"\nFAILED at action {self.number} of seed {self.options.seed}: {kind}", details.rstrip()]
        lines += ["the last actions:", *self._last]
        lines.append(f"again: dev.py soak --seed {self.options.seed} --actions {self.number + 1}")
        print("\n".join(lines), flush=True)

    def note(self, text: str) -> None:
        self._last.append(text)
        self._log.write(f"{text}\n")
        self._log.flush()

    # Windows.

    def open_window(self) -> None:
        self.window = create_window()
        self.window.training.frame_arrived.connect(self.hearing.frame)
        self.window.document.restored.connect(self._remember_first)
        self.firsts = {False: self.window.document.session}
        self.window.show()
        self.window.activateWindow()
        QTest.qWaitForWindowExposed(self.window)
        self.someone = Someone(self.window, self.files)

    def _remember_first(self) -> None:
        if not self.window.document.undo_stack.index():  # else one's own session is back, with what can be undone in it
            self.firsts[self.window.document.lent] = self.window.document.session

    def close_window(self) -> None:
        self.answers.only = "Discard"
        self.answers.begin(Random(0))
        self.window.close()
        self.answers.end()
        self.answers.only = ""
        self.window.deleteLater()
        self.window = self.someone = None
        self.settle()
        gc.collect()  # menus of plots are pyqtgraph's, and freed some turns after the window
        self.settle()
        gc.collect()
        self.settle()
        left = [each for each in QApplication.topLevelWidgets() if id(each) not in self._before]
        if left:
            self.report("widgets are left after the window was closed", "\n".join(map(repr, left)))

    # Acting.

    def run(self) -> int:
        end = self._began + 60 * self.options.minutes
        while time.monotonic() < end and self.number != self.options.actions:
            self.act()
            self.number += 1
            if self.number % EVERY == 0:
                self.rest()
        self.rest()
        for grown in growth(self.series):
            self.report(grown, "\n".join(map(str, self.series)))
        self.close_window()
        faulthandler.cancel_dump_traceback_later()
        minutes, different = (time.monotonic() - self._began) / 60, len(self._told)
        print(f"\n{self.number} actions in {minutes:.1f} minutes of seed {self.options.seed}, {different} problems")
        for key, count in self._told.most_common():
            print(f"{count:6} × {key}")
        return int(bool(self._told))

    def act(self) -> None:
        name, chances = drawn(self.options.seed, self.number)
        faulthandler.dump_traceback_later(HANG, exit=True)
        self.note(f"{self.number} {name}")
        self.answers.begin(Random(f"{self.options.seed}/{self.number}/answers"))
        try:
            told = action(self.someone, name)(chances)
        except Exception:  # of an action itself, as the window's come to the hook
            self.report(f"exception in {name}", traceback.format_exc())
            told = "failed"
        self.answers.end()
        self._last[-1] += f": {told}"
        QTest.qWait(Random(f"{self.options.seed}/{self.number}/pause").choice((0, 0, 0, 1, 5, 20, 60, 150)))
        if not self.window.isVisible():  # keys in a menu can come to Quit: it is closed, and has no recovery copy
            self.close_window()
            self.open_window()

    # Resting.

    def rest(self) -> None:
        """Close everything but the window, look at what must hold, begin a new session, and measure."""
        faulthandler.dump_traceback_later(HANG, exit=True)
        self._last.append("(a rest)")
        self.answers.only = "Discard"
        self.answers.begin(Random(0))
        self._close_all()
        for check in CHECKS:
            try:
                problem = check(self)
            except Exception:
                problem = traceback.format_exc()
            if problem:
                self.report(f"not so: {check.__name__}", problem)
        self.window.opening.new()
        self.window.dock_layout.reset()
        self.answers.end()
        self.answers.only = ""
        self.settle()
        minutes = (time.monotonic() - self._began) / 60
        self.series.append(measured(self.window, minutes))
        self._log.write(f"rest after {minutes:.2f} min: {self.series[-1]}\n")
        if self.options.verbose:
            print(f"{self.number:7} {minutes:6.2f} min {self.series[-1]}", flush=True)
        if len(self.series) % REOPENED == 0:
            self.close_window()
            self.open_window()

    def _close_all(self) -> None:
        for _ in range(20):
            top = open_widget()
            if top is None:
                break
            top.close()
            self.settle(0.02)
        for each in QApplication.topLevelWidgets():
            if each.isVisible() and each is not self.window and each.parent() is not None and each.isWindow():
                each.close()
        self.window.commands["view.presentation"].setChecked(False)
        self.window.showNormal()
        self.settle()

    def settle(self, seconds: float = REST) -> None:
        """Until reading, writing and a run have ended, and what was to be deleted is."""
        end = time.monotonic() + seconds
        QTest.qWait(30)
        while time.monotonic() < end and self._busy():
            QTest.qWait(20)
        for _ in range(3):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QCoreApplication.processEvents()

    def _busy(self) -> bool:
        if self.window is None:
            return False
        if self.window.training.playing and self.window.training.live is False:
            self.window.training.toggle()
        return self.window.reading.busy or self.window.writing.busy or self.window.training.playing


def main(options: Namespace, folder: Path) -> NoReturn:
    faulthandler.enable()
    with (folder / "actions.log").open("w") as log:
        code = Soak(options, folder, log).run()
    # Without the interpreter's own end, which destroys widgets in no order, some after Qt: how the program ends is
    # tested from outside.
    sys.stdout.flush()
    os._exit(code)
