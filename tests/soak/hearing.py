"""What goes wrong and is said somewhere: exceptions of every kind, warnings of Qt and of Python, failed runs."""

import sys
import threading
import traceback
import warnings
from collections.abc import Callable

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from kpgui.model.frame import Frame, Status

FOREIGN = "This plugin does not support ", "Call to org.freedesktop."
"""How the messages begin of what Qt's offscreen platform cannot do, and of a desktop that is not there."""


class Hearing:
    """Hears problems in all threads, and passes each to `report` as (kind, details)."""

    def __init__(self, report: Callable[[str, str], None]) -> None:
        self._report = report

    def install(self) -> None:
        sys.excepthook = lambda kind, error, trace: self._exception("exception", kind, error, trace)
        threading.excepthook = lambda told: self._exception(
            f"exception in {told.thread.name if told.thread else 'a thread'}",
            told.exc_type, told.exc_value, told.exc_traceback,
        )  # fmt: skip
        sys.unraisablehook = lambda told: self._exception(
            f"unraisable {told.err_msg or ''} {told.object!r}", told.exc_type, told.exc_value, told.exc_traceback
        )
        qInstallMessageHandler(self._qt)
        warnings.simplefilter("always")
        warnings.showwarning = self._warning

    def frame(self, frame: Frame) -> None:
        """A frame has arrived: a failed run with a traceback is a bug, one with a sentence is an answer."""
        if frame.status is Status.FAILED and "Traceback" in frame.problem:
            self._report("failed run", frame.problem)

    def _exception(self, kind, error_kind, error, trace) -> None:
        self._report(kind, "".join(traceback.format_exception(error_kind, error, trace)))

    def _qt(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not message.startswith(FOREIGN):
            self._report(f"Qt: {message}", "".join(traceback.format_stack(limit=12)))

    def _warning(self, message, category, filename, lineno, file=None, line=None) -> None:
        stack = "".join(traceback.format_stack(limit=12))
        self._report(f"{category.__name__}: {message}", f"{filename}:{lineno}\n{stack}")
