"""Unexpected errors: shown in a dialog with a report to copy, while the program goes on."""

import re
import sys
import threading
import traceback
from collections import deque
from collections.abc import Iterable, Mapping
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

import kpgui
from kpgui.language import _, later
from kpgui.model.errors import KpguiError, printable
from kpgui.model.frame import Frame, Status
from kpgui.ui.dialogs.messages import show_problem, show_report
from kpgui.words.verdict import sentence_of

UNEXPECTED = later(
    "Something went wrong inside kpgui. Your session is still there; save it, and please report the details."
)

_DISPLAY_LOST = " connection broke", " connection experienced a fatal error"
"""Parts of the warnings that Qt prints before it ends the process on losing its connection to X11 or Wayland."""

NO_MEMORY = later("There is not enough memory for this; take fewer points.")

LAST_ACTIONS = 20
"""How many of the last actions a report names."""

PACKAGES = "PySide6-Essentials", "numpy", "pyqtgraph", "contourpy", "Pillow"


class ErrorReporter(QObject):
    """Reports exceptions of slots and threads, runs that failed by a bug, and Qt's own critical messages.

    They may arrive in any thread; the dialog is shown in the window's thread, one at a time. Everything also goes to
    stderr, if there is one.
    """

    reported = Signal(str, str)
    error_occurred = Signal()
    """Something unexpected has happened, and the session is to be kept safe now, before the dialog is shown."""

    said = Signal(str)
    """The sentence of a run that failed for a reason that the user can mend."""

    doomed = Signal()
    """Qt is about to end the process, as soon as this returns: the session is to be kept."""

    def __init__(self, window: QWidget | None = None) -> None:
        super().__init__()  # no child of the window, as it hears what goes wrong until the process has ended
        self._window = window
        self._shown: QMessageBox | None = None
        self._actions: deque[str] = deque(maxlen=LAST_ACTIONS)
        self._failed_run = 0
        self._window_thread = threading.get_ident()
        self.reported.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        sys.excepthook = self.report_exception
        threading.excepthook = self._report_exception_of_thread
        qInstallMessageHandler(self.report_message)

    def note(self, action: str) -> None:
        """Remembers an action, by its id, for the next report."""
        self._actions.append(action)

    def report_failed_run(self, frame: Frame) -> None:
        """Reports a failed run once: by a sentence, or in the dialog if it is a bug."""
        if frame.status is not Status.FAILED or frame.run == self._failed_run:
            return
        self._failed_run = frame.run
        sentence = sentence_of(frame.problem)
        if sentence == frame.problem.strip():
            self.said.emit(sentence)
        else:
            _to_stderr(frame.problem)
            self._show(sentence, frame.problem)

    def _report_exception_of_thread(self, raised: threading.ExceptHookArgs) -> None:
        if raised.exc_value is not None:
            self.report_exception(raised.exc_type, raised.exc_value, raised.exc_traceback)

    def report_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        details = "".join(traceback.format_exception(kind, error, trace))
        if isinstance(error, KpguiError):
            self.reported.emit(str(error), "")
            return
        if isinstance(error, MemoryError):
            self.reported.emit(_(NO_MEMORY), "")
            return
        _to_stderr(details)
        self.reported.emit(_(UNEXPECTED), details)

    def report_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
            return
        ends = kind == QtMsgType.QtFatalMsg or any(words in message for words in _DISPLAY_LOST)
        if ends and threading.get_ident() == self._window_thread:
            self.doomed.emit()
        _to_stderr(f"{message}\n")
        if kind == QtMsgType.QtCriticalMsg:
            self.reported.emit(_(UNEXPECTED), message)

    def _show(self, sentence: str, details: str) -> None:
        if self._shown is not None:
            return
        parent = QApplication.activeWindow() or self._window
        if details:
            self.error_occurred.emit()
            report = error_report(details, versions(), self._actions)
            self._shown = show_report(parent, sentence, report)
        else:
            self._shown = show_problem(parent, sentence)
        self._shown.finished.connect(self._forget)

    def _forget(self) -> None:
        self._shown = None


def versions() -> dict[str, str]:
    """What a report says about the program and the system under it."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    numbers = {"kpgui": kpgui.__version__, "Python": platform.python_version(), "Qt": qVersion()}
    for package in PACKAGES:
        try:
            numbers[package] = version(package)
        except PackageNotFoundError:
            continue  # one that was built into a program of its own
    return numbers | {platform.system(): f"{platform.release()} {platform.machine()}", "display": _display()}


def _display() -> str:
    screen = QGuiApplication.primaryScreen()
    return f"{QGuiApplication.platformName()}, scale {screen.devicePixelRatio() if screen else 1:g}"


def _to_stderr(text: str) -> None:
    if sys.stderr is not None:  # None for a program without a console
        sys.stderr.write("\n".join(map(printable, text.split("\n"))))
        sys.stderr.flush()


PLACES = "site-packages", "dist-packages", "kpgui"
"""Folders from which on the path of a program's source says where it is, and nothing of whose machine it is on."""

_QUOTED = re.compile(r"""(?P<quote>["'])(?P<path>(?:[A-Za-z]:)?[\\/][^"'\n]*)(?P=quote)""")
_BARE = re.compile(r"""(?<![\w"'.:/\\-])(?P<path>(?:[A-Za-z]:)?[\\/][^\s"']+)""")


def error_report(details: str, versions: Mapping[str, str], actions: Iterable[str]) -> str:
    """The text that a user may send: of files only the names are in it, of folders nothing.

    details: a traceback, or what Qt said. actions: what was done before, the last one last.

    >>> print(error_report("ZeroDivisionError: division by zero", {"kpgui": "0.1.0"}, ["edit.undo", "train.run"]))
    kpgui 0.1.0
    Last actions: edit.undo, train.run
    <BLANKLINE>
    ZeroDivisionError: division by zero
    """
    head = [f"{name} {version}" for name, version in versions.items()]
    head.append(f"Last actions: {', '.join(map(without_folders, actions)) or 'none'}")
    return "\n".join([*head, "", without_folders(details).strip()])


def without_folders(text: str) -> str:
    """A text in which paths have lost their folders; those of Python sources begin at the package.

    >>> without_folders('File "/home/ann/kpgui/kpgui/ui/files.py", line 3: no /home/ann/class/xor.kpgui')
    'File "kpgui/ui/files.py", line 3: no xor.kpgui'
    """
    text = _QUOTED.sub(lambda match: f"{match['quote']}{_shortened(match['path'])}{match['quote']}", text)
    return _BARE.sub(lambda match: _shortened(match["path"]), text)


def _shortened(path: str) -> str:
    parts = [part for part in re.split(r"[\\/]", path) if part]
    if not parts:
        return path
    if not parts[-1].endswith(".py"):
        return parts[-1]
    starts = [number for number, part in enumerate(parts) if part in PLACES]
    return "/".join(parts[starts[-1] + (parts[starts[-1]] != "kpgui") :]) if starts else parts[-1]
