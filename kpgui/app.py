"""The window as a program: checks and set-up before it opens, and how it ends.

Imports no Qt itself: where a library is missing that Qt needs, a sentence has to say so.
"""

import ctypes
import faulthandler
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from kpgui.model.errors import KpguiError, short
from kpgui.process import alert, no_collection

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from kpgui.model.session import Session
    from kpgui.ui.window.main_window import MainWindow

# Without this, pyqtgraph prefers PyQt6 if that is installed too.
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"

SWITCH_INTERVAL = 0.0005
"""Seconds after which the trainer's thread has to yield the interpreter to the window's."""

AGAIN = 1000
"""With which the event loop ends when another window is to take the place of this one."""

NONE_DEALLOC = (6, 12)
"""First version of PySide6 that loses a reference to None with every void call on Python before 3.12."""

LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Libraries that Qt needs on Linux, with the Debian package of each."""

XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""Further ones for a window on X11."""


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


def main(path: str | None = None, lesson: str | None = None) -> int:
    """Opens the window, with a file or a lesson if one is given, until it is closed. Returns the exit code.

    That is 2, with a message on stderr, or in a dialog where no terminal is, if Qt cannot work here; the caller has to
    check that there is a display.
    A file that cannot be opened is reported in a dialog.
    """
    problem = _problem_here()
    if problem:
        _refuse(problem)
        return 2
    from PySide6.QtCore import QEvent, Qt

    from kpgui.ui.session.settings import keep_beside, load_settings
    from kpgui.ui.window.shutdown import Leaving
    from kpgui.ui.window.view_menu import speak

    if sys.stderr is not None:
        faulthandler.enable()
    keep_beside()
    application = _application()
    speak(application, load_settings().language)
    window = create_window()
    leaving = Leaving(window.autosave, application)

    def show() -> None:
        window.errors.install()
        window.errors.doomed.connect(leaving.commit, Qt.ConnectionType.DirectConnection)
        window.language_chosen.connect(partial(application.exit, AGAIN), Qt.ConnectionType.QueuedConnection)
        window.show()

    def delete() -> None:
        window.deleteLater()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    show()
    if path is not None:
        window.reading.patient = True
        window.opening.open_path(Path(path))
        window.reading.patient = False
    if lesson is not None:
        window.teaching.open_lesson(lesson)
    leaving.listen()
    while (code := application.exec()) == AGAIN:
        left = window.leave()
        delete()
        speak(application, load_settings().language)
        with no_collection():
            window = _window_class()(left=left)
        leaving.autosave = window.autosave
        show()
    window.autosave.close(keep=True)  # with changes made while a dialog was open
    leaving.stop_listening()
    window.stop_files()
    window.training.stop()
    delete()
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


def version_problem(python: tuple[int, ...], pyside: str) -> str:
    """Why this PySide6 cannot be used with this Python; "" if it can.

    >>> version_problem((3, 12, 1), "6.12.0")
    ''
    """
    version = tuple(int(part) for part in pyside.split(".")[:2] if part.isdigit())
    if python[:2] < (3, 12) and version >= NONE_DEALLOC:
        running = ".".join(map(str, python[:2]))
        return (
            f"PySide6 {pyside} crashes on Python {running}: install PySide6-Essentials below 6.12 "
            "(pip install 'PySide6-Essentials<6.12'), or use Python 3.12 or newer."
        )
    return ""


def library_problem(system: str, environ: Mapping[str, str], can_load: Callable[[str], bool]) -> str:
    """Which system libraries are missing and how to install them; "" if none is.

    system: as `sys.platform`. can_load: whether a library can be loaded. Qt itself blames xcb-cursor whatever is
    missing.
    """
    if not system.startswith("linux"):
        return ""
    platform = environ.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    x11 = platform == "xcb" or (not platform and not environ.get("WAYLAND_DISPLAY"))
    wanted = LIBRARIES | (XCB_LIBRARIES if x11 else {})
    packages = [package for library, package in wanted.items() if not can_load(library)]
    if not packages:
        return ""
    return (
        "libraries that a window needs are missing; on Debian and Ubuntu install them with "
        f"`apt install {' '.join(packages)}`."
    )


def start_problem(environ: Mapping[str, str], said: Sequence[str]) -> str:
    """Why Qt did not start, from its messages: the first gives the cause, the last says that the process ends."""
    platform = environ.get("QT_QPA_PLATFORM", "")
    cause = short(said[0].strip().rstrip("."), 70)
    where = f"with QT_QPA_PLATFORM={short(platform)}" if platform else "on this display"
    remedy = "unset QT_QPA_PLATFORM, or without a window" if platform else "without one,"
    return (
        f"no window can be shown {where} ({cause}); "
        f"{remedy} use `kpgui train FILE` or `kpgui render FILE -o picture.png`."
    )


def can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


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
    application.setDesktopFileName(os.environ.get("FLATPAK_ID", "kpgui"))
    for message in heard:
        print(message, file=sys.stderr)
    return application
