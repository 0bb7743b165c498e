"""The beginning and the end of a window: what it needs before Qt, and shutdown by anything but the user."""

import contextlib
import ctypes
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kpgui.model.errors import sentence, short
from kpgui.ui.files.autosave import Autosave

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


ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Leaving(QObject):
    """Brings the recovery copy up to date before the program ends, without asking anything.

    A signal may arrive between any two instructions, so Python only writes its number to a socket, which wakes the
    event loop, even that of a dialog.
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
        self._autosave.commit()

    def _leave(self) -> None:
        if not set(self._reading.recv(64)) & set(ENDING):  # another signal
            return
        self._autosave.close(keep=True)
        self.stop_listening()
        if self._autosave.problem and sys.stderr is not None:
            with contextlib.suppress(OSError):
                print(sentence(f"kpgui: unsaved changes are lost: {self._autosave.problem}"), file=sys.stderr)
        QApplication.exit(1 if self._autosave.problem else 0)


def _note(number: int, frame: FrameType | None) -> None:
    """Does nothing: the event loop handles the signal."""
