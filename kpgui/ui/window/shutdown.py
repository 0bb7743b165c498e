"""How a window ends: its deletion, and shutdown by a signal, a log-out or the loss of the display."""

import contextlib
import signal
import socket
import sys
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from kpgui.model.errors import sentence
from kpgui.ui.files.autosave import Autosave

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Leaving(QObject):
    """Brings the recovery copy up to date before the program ends, without asking anything.

    A signal may arrive between any two instructions, so Python only writes its number to a socket, which wakes the
    event loop, even that of a dialog.
    """

    def __init__(self, autosave: Autosave, application: QGuiApplication) -> None:
        super().__init__(application)
        self.autosave = autosave
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._leave)
        signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        application.commitDataRequest.connect(self.commit)
        application.saveStateRequest.connect(self.commit)

    def listen(self) -> None:
        """Starts handling signals; before, when there is no work to lose, a signal ends the process at once."""
        for number in ENDING:
            # Started with nohup, the program is meant to outlive the terminal.
            if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _note)

    def stop_listening(self) -> None:
        """Stops handling signals: the work is safe, so a signal may end the process."""
        for number in ENDING:
            if signal.getsignal(number) is _note:
                signal.signal(number, signal.SIG_DFL)

    def commit(self) -> None:
        """Writes the recovery copy, because Qt may be about to end the process: at log-out, or without a display.

        Takes no session manager as argument: it cannot be copied, and PySide would crash.
        """
        self.autosave.commit()

    def _leave(self) -> None:
        if not set(self._reading.recv(64)) & set(ENDING):  # another signal
            return
        self.autosave.close(keep=True)
        self.stop_listening()
        if self.autosave.problem and sys.stderr is not None:
            with contextlib.suppress(OSError):
                print(sentence(f"kpgui: unsaved changes are lost: {self.autosave.problem}"), file=sys.stderr)
        QApplication.exit(1 if self.autosave.problem else 0)


def _note(number: int, frame: FrameType | None) -> None:
    """Does nothing: the event loop handles the signal."""


def keep_until_destroyed(window: QMainWindow) -> None:
    """Makes sure that only Qt deletes the window, by deleteLater or at the end of the application.

    Python's garbage collector would take it apart in any order while Qt still calls its parts, and crash. For the same
    reason its Python objects are released only in a later turn of the event loop, when Qt has destroyed all of it.
    """
    kept = [window]
    window.destroyed.connect(lambda: QTimer.singleShot(0, kept.clear))
