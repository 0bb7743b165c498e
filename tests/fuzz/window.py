"""The window of a worker: opened with the first case, and given a new session with each one."""

import atexit
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kpgui.model.session import Session
from tests.fuzz.rules import Broken, innermost

FOLDER = Path(tempfile.gettempdir()) / f"fuzz{os.getpid()}"
"""For what windows write; removed at the end of the process that starts the workers. Short: messages quote paths."""

FOREIGN = "This plugin does not support "
"""How what Qt's offscreen platform cannot do begins."""

atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

_opened: list["Desk"] = []


def desk() -> "Desk":
    """The window of this process."""
    if not _opened:
        _opened.append(Desk())
    return _opened[0]


class Desk:
    """A window, and what went wrong in it: `look` raises Broken for that."""

    def __init__(self) -> None:
        folder = FOLDER / str(os.getpid())
        folder.mkdir(parents=True, exist_ok=True)
        screen = Path(__file__).parent.parent / "screen.json"
        os.environ |= {
            "QT_QPA_PLATFORM": f"offscreen:configfile={screen}",
            "PYQTGRAPH_QT_LIB": "PySide6",
            "KPGUI_SETTINGS": str(folder / "settings.ini"),
            "KPGUI_STATE": str(folder / "state"),
        }
        from PySide6.QtCore import QTimer, qInstallMessageHandler
        from PySide6.QtWidgets import QApplication

        from kpgui.app import create_window
        from tests.screen_texts import Bait

        self.folder = folder
        self.problems: list[tuple[str, str]] = []
        self.on_question: Callable[[], None] = lambda: None
        sys.excepthook = lambda kind, error, trace: self._raised(error)
        qInstallMessageHandler(self._said)
        self.application = QApplication([])
        self.bait = Bait(folder) if sys.platform == "linux" else None
        self.window: Any = create_window()
        self.window.resize(1280, 800)
        self.window.show()
        self.window.training.frame_arrived.connect(self._arrived)
        self.window.workbench.instruments.arrived.connect(self._read)
        self._closing = QTimer(interval=20)
        self._closing.timeout.connect(self._close_question)
        self._closing.start()
        self.pause(0.5)
        self.look()

    def pause(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Lets the window work for so long, or until something holds."""
        end = time.monotonic() + seconds
        while True:
            self.application.processEvents()
            if until() or time.monotonic() > end:
                return
            time.sleep(0.002)

    def show(self, session: Session) -> None:
        """Opens a session instead of the one that is there, whose changes are given up."""
        training = self.window.training
        if training.playing:
            training.toggle()
        for top in self.application.topLevelWidgets():
            if top is not self.window and top.isVisible():
                top.close()
        self.window.document.open_session(session, None)
        self.pause(0.05)

    def look(self) -> None:
        """Raises Broken for the first thing that went wrong since the last look."""
        if self.problems:
            kind, detail = self.problems[0]
            self.problems.clear()
            raise Broken(kind, detail, innermost(detail))

    def _raised(self, error: BaseException) -> None:
        self.problems.append((type(error).__name__, "".join(traceback.format_exception(error))))

    def _said(self, kind: Any, context: Any, message: str) -> None:
        if not message.startswith(FOREIGN) and kind.name not in ("QtDebugMsg", "QtInfoMsg"):
            self.problems.append((f"Qt: {message[:80]}", message + "\n" + "".join(traceback.format_stack(limit=12))))

    def _arrived(self, frame: Any) -> None:
        """A failed run with a traceback is a defect, one with a sentence an answer."""
        if frame.status.name == "FAILED" and "Traceback" in frame.problem:
            self.problems.append(("failed run", frame.problem))

    def _read(self, reading: Any, value: Any) -> None:
        if "Traceback" in getattr(value, "details", ""):
            self.problems.append((f"failed reading {type(reading).__name__}", value.details))

    def _close_question(self) -> None:
        """Nobody answers: what blocks is closed, after it was looked at, but for the dialog that a case fills in."""
        blocking = self.application.activePopupWidget() or self.application.activeModalWidget()
        if blocking is not None and blocking.objectName() != "dialog.import":
            self.on_question()
            blocking.close()
