"""Unexpected errors: shown in a dialog with their traceback, while the program goes on."""

import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QMessageBox

from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.ui.dialogs.messages import show_problem

UNEXPECTED = later(
    "Something went wrong inside kpgui. Your session is still there; save it, and please report the details."
)

_DISPLAY_LOST = " connection broke", " connection experienced a fatal error"
"""Parts of the warnings that Qt prints before it ends the process on losing its connection to X11 or Wayland."""

LAST_WORDS = 5.0
"""Seconds for which a thread in which Qt ends the process waits for the window's, which may be waiting for this one."""

LAST_WORDS = 5.0
"""Seconds for which a thread in which Qt ends the process waits for the window's, which may be waiting for this one."""


class ErrorReporter(QObject):
    """Reports exceptions that reach Qt's event loop, and Qt's own critical messages.

    They may arrive in any thread; the dialog is shown in the window's thread, one at a time. Everything also goes to
    stderr, if there is one.

    doomed: Qt is about to end the process, as soon as this returns. Emitted in the thread of the window, whose session
    is to be kept; another thread waits for that, but no longer than LAST_WORDS.
    """

    reported = Signal(str, str)
    doomed = Signal()
    _doomed_elsewhere = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._shown: QMessageBox | None = None
        self._window_thread = threading.get_ident()
        self.reported.connect(self._show, Qt.ConnectionType.QueuedConnection)
        self._doomed_elsewhere.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        sys.excepthook = self.hear_exception
        qInstallMessageHandler(self.hear_qt)

    def hear_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        details = "".join(traceback.format_exception(kind, error, trace))
        if isinstance(error, KpguiError):
            self.reported.emit(str(error), "")
            return
        _to_stderr(details)
        self.reported.emit(_(UNEXPECTED), details)

    def hear_qt(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
            return
        if kind == QtMsgType.QtFatalMsg or any(words in message for words in _DISPLAY_LOST):
            self._foretell()
        _to_stderr(f"{message}\n")
        if kind == QtMsgType.QtCriticalMsg:
            self.reported.emit(_(UNEXPECTED), message)

    def _foretell(self) -> None:
        if threading.get_ident() == self._window_thread:
            self.doomed.emit()
            return
        told = threading.Event()
        self._doomed_elsewhere.emit(told)
        told.wait(LAST_WORDS)

    def _pass_on(self, told: threading.Event) -> None:
        self.doomed.emit()
        told.set()

    def _show(self, sentence: str, details: str) -> None:
        if self._shown is not None:
            return
        self._shown = show_problem(QApplication.activeWindow(), sentence, details)
        self._shown.finished.connect(self._forget)

    def _forget(self) -> None:
        self._shown = None


def _to_stderr(text: str) -> None:
    if sys.stderr is not None:  # None for a program without a console
        sys.stderr.write(text)
        sys.stderr.flush()
