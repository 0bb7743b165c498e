"""How the program ends when it is not its user who closes the window: by a signal, at log-out, without a display."""

import contextlib
import signal
import socket
import sys
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kpgui.ui.files.autosave import Autosave

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Leaving(QObject):
    """Sees to it that the recovery copy is up to date before the program ends. Nothing is asked then.

    A signal may come between any two instructions, so it is only noted: Python writes its number to a socket, and that
    wakes the event loop, also that of a dialog.
    """

    def __init__(self, autosave: Autosave, application: QGuiApplication) -> None:
        super().__init__(application)
        self._autosave = autosave
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._leave)
        signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        application.commitDataRequest.connect(self.commit)
        application.saveStateRequest.connect(self.commit)

    def listen(self) -> None:
        """From now on there may be work to lose. Until then a signal ends the process at once."""
        for number in ENDING:
            # Who started it with nohup wants it to outlive the terminal.
            if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _note)

    def let_go(self) -> None:
        """The work is safe: a signal need not wait for anything."""
        for number in ENDING:
            if signal.getsignal(number) is _note:
                signal.signal(number, signal.SIG_DFL)

    def commit(self) -> None:
        """Qt may be about to end the process: at log-out, unless another program objects, or without a display.

        Without the session manager as an argument: it cannot be copied, and PySide would crash.
        """
        self._autosave.commit()

    def _leave(self) -> None:
        if not set(self._reading.recv(64)) & set(ENDING):  # somebody else's signal
            return
        self._autosave.close(keep=True)
        self.let_go()
        if self._autosave.problem and sys.stderr is not None:
            with contextlib.suppress(OSError):
                print(f"kpgui: unsaved changes are lost: {self._autosave.problem}", file=sys.stderr, flush=True)
        QApplication.exit(1 if self._autosave.problem else 0)


def _note(number: int, frame: FrameType | None) -> None:
    """Nothing: the event loop does what is to be done."""
