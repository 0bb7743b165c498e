"""The window as a program: checks and set-up before it opens, and how it ends."""

import faulthandler
import gc
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kpgui.model.errors import KpguiError
from kpgui.process import alert, no_collection
from kpgui.ui.window.shutdown import can_load, library_problem, start_problem, version_problem

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from kpgui.model.session import Session
    from kpgui.ui.window.main_window import MainWindow

# Without this, pyqtgraph prefers PyQt6 if that is installed too.
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"

SWITCH_INTERVAL = 0.0005
"""Seconds after which the trainer's thread has to yield the interpreter to the window's."""


def create_window(session: "Session | None" = None) -> "MainWindow":
    """The main window with a session in it, or an empty one; the caller shows it. A QApplication must exist.

    Starts the trainer's thread; closing the window ends it. Raises KpguiError when the session's points are not
    two-dimensional: the canvas could not draw them.
    """
    if session is not None and session.dataset.d != 2:
        raise KpguiError(f"The canvas draws points with 2 coordinates; these have {session.dataset.d}.")
    with no_collection():
        window_class = _window_class()
        sys.setswitchinterval(SWITCH_INTERVAL)
        return window_class(session)


@cache
def _window_class() -> "type[MainWindow]":
    """The main window's class, imported on first use."""
    from kpgui.ui.window.main_window import MainWindow

    # Modules stay alive: later garbage collections need not traverse their objects, which takes 50 ms.
    gc.freeze()
    return MainWindow


def main(path: str | None = None) -> int:
    """Opens the window, with the file at `path` if one is given, until it is closed. Returns the exit code.

    That is 2, with a message on stderr, or in a dialog where no terminal is, if Qt cannot work here; the caller has to
    check that there is a display.
    A file that cannot be opened is reported in a dialog.
    """
    problem = _problem_here()
    if problem:
        _refuse(problem)
        return 2
    from PySide6.QtCore import QEvent, Qt

    from kpgui.ui.session.settings import load_settings
    from kpgui.ui.window.shutdown import Leaving
    from kpgui.ui.window.view_menu import speak

    if sys.stderr is not None:
        faulthandler.enable()
    application = _application()
    speak(application, load_settings().language)
    window = create_window()
    window.errors.install()
    leaving = Leaving(window.autosave, application)
    window.errors.doomed.connect(leaving.commit, Qt.ConnectionType.DirectConnection)
    window.show()
    if path is not None:
        window.reading.patient = True
        window.opening.open_path(Path(path))
        window.reading.patient = False
    leaving.listen()
    code = application.exec()
    window.autosave.close(keep=True)  # with changes made while a dialog was open
    leaving.stop_listening()
    window.stop_files()
    window.training.stop()
    window.deleteLater()
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return code


def _refuse(sentence: str) -> None:
    """Says why there will be no window."""
    print(f"kpgui: {sentence}", file=sys.stderr, flush=True)
    alert(sentence, os.environ)


def _problem_here() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        pyside = version("PySide6-Essentials")
    except PackageNotFoundError:
        return "PySide6-Essentials is not installed; install kpgui with its dependencies."
    wrong = version_problem(sys.version_info[:3], pyside)
    return wrong or library_problem(sys.platform, os.environ, can_load)


def _application() -> "QApplication":
    """The application. Where Qt cannot show a window it aborts the process; its reason is printed before that."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    heard: list[str] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            _refuse(start_problem(os.environ, [*heard, message]))
            os._exit(2)
        if kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg):
            heard.append(message)

    qInstallMessageHandler(hear)
    application = QApplication(["kpgui"])
    application.setApplicationName("kpgui")
    application.setDesktopFileName("kpgui")
    for message in heard:
        print(message, file=sys.stderr)
    return application
