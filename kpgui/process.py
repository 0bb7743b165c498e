"""The process and its system: signals, streams, locale, other programs, BLAS threads, and why no window opens.

Qt cannot show it: it is about why Qt, or the window, could not start.
"""

import contextlib
import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from types import FrameType
from typing import Any

INTERRUPTED = 130
"""The exit code after Ctrl+C by the shells' convention: 128 plus the signal's number."""


def stop(number: int, frame: FrameType | None) -> None:
    """Signal handler of Ctrl+C: ends the process at once, without unwinding.

    A KeyboardInterrupt could be raised at any instruction: in the middle of a library's set-up, which may then crash,
    or where Python can only print it and go on.
    """
    with contextlib.suppress(OSError):
        erased = b"\r\x1b[K" if os.isatty(2) else b""  # the line that shows how a command goes
        os.write(2, erased + b"kpgui: stopped.\n")
    os._exit(INTERRUPTED)


@contextlib.contextmanager
def unwinding() -> Iterator[None]:
    """Context in which Ctrl+C raises KeyboardInterrupt, so that a file being written is removed."""
    if signal.getsignal(signal.SIGINT) is not stop:  # used as a library: the handler is the caller's
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, stop)


def reopen_streams() -> None:
    """Redirects closed standard streams to the null device; a closed stdout is made to fail when written to.

    Otherwise the next file opened would get their descriptor, and with it what a library prints; and Python would print
    to stdout what is meant for a stderr that is None.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_RDWR)  # gets the lowest free number: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def use_utf8(environ: MutableMapping[str, str]) -> None:
    """Replaces the locale of C, or none, by that with UTF-8: Qt would do the same, and print four lines about it."""
    name = next(filter(None, map(environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")
    if name in ("C", "POSIX"):
        environ["LC_ALL" if environ.get("LC_ALL") else "LC_CTYPE"] = "C.UTF-8"


def portable_folder() -> Path | None:
    """The folder `kpgui-data` beside the packaged program, which keeps everything of its own in it; None without one.

    Asked each time: the program's folder may be on a USB stick, and somewhere else at the next start.
    """
    folder = Path(sys.executable).with_name("kpgui-data")
    return folder if getattr(sys, "frozen", False) and os.path.isdir(folder) else None


def program(name: str) -> str | None:
    """The path of a program on the PATH, or None; an empty or relative entry of it would be the current folder's."""
    folders = os.pathsep.join(each for each in os.get_exec_path() if Path(each).is_absolute())
    found = shutil.which(name, path=folders)
    return found if found and Path(found).is_absolute() else None  # Windows looks into the current folder nevertheless


@contextmanager
def no_collection() -> Iterator[None]:
    """Context in which the collector is off: it makes creating thousands of rows or modules up to 1.5 × as slow."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def resource(*parts: str) -> Path:
    """The path of a file under `resources/`."""
    return _folder("resources").joinpath(*parts)


def documentation(*parts: str) -> Path:
    """The path of a page under `docs/`."""
    return _folder("docs").joinpath(*parts)


@cache
def _folder(name: str) -> Path:
    """A folder inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """A context in which BLAS uses one thread.

    The matrix products here are small: a second thread gains little, and on a busy processor waiting for it takes many
    times as long as the product. It would also compete with the window for a core, and a sum that is divided among
    threads differs in its last bits.
    """
    limit = _limit()
    limit.enter()
    try:
        yield
    finally:
        limit.leave()


class _Limit:
    """The limit, which holds for the whole process, and is lifted when its last user has left."""

    def __init__(self) -> None:
        from threadpoolctl import ThreadpoolController

        self._blas = ThreadpoolController().select(user_api="blas")
        self._lock = Lock()
        self._users = 0

    def enter(self) -> None:
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._limited: Any = self._blas.limit(limits=1)

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                self._limited.restore_original_limits()


@cache
def _limit() -> _Limit:
    """Returns the limit of the process, made on first use, since finding the BLAS libraries takes milliseconds."""
    return _Limit()


TITLE = "kpgui"

DIALOGS = {
    "zenity": ("--error", "--no-markup", f"--title={TITLE}", "--text"),
    "kdialog": ("--title", TITLE, "--error"),
    "yad": ("--error", "--no-markup", f"--title={TITLE}", "--text"),
    "xmessage": ("-center", "-title", TITLE),
}
"""Programs of Linux desktops that show a message until it is closed, with what comes before its text."""

SCRIPT = "on run words", f'display alert "{TITLE}" message (item 1 of words) as critical', "end run"
"""The message in AppleScript, which gets the text as an argument: so nothing of it is read as a script."""

ICON_ERROR = 0x10
"""`MB_ICONERROR` of Windows."""


def alert(sentence: str, environ: Mapping[str, str]) -> None:
    """Shows a sentence in a dialog until it is closed, where no terminal shows it and a desktop can."""
    if sys.stderr is not None and sys.stderr.isatty():
        return
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, sentence, TITLE, ICON_ERROR)
        return
    command = dialog_command(sentence, sys.platform, environ, program)
    if command:
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def dialog_command(
    sentence: str, system: str, environ: Mapping[str, str], find: Callable[[str], str | None]
) -> list[str]:
    """The command that shows a sentence in a dialog; empty if there is no desktop, or nothing that could show it.

    system: as `sys.platform`. find: the path of a program, None if it is not there; as `kpgui.process.program`.
    """
    if system == "darwin":
        return ["osascript", *(word for line in SCRIPT for word in ("-e", line)), sentence]
    if environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in ("offscreen", "minimal"):
        return []
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return []
    for name, options in DIALOGS.items():
        if path := find(name):
            if name == "kdialog":  # it shows HTML as such, and a path may hold a tag
                sentence = sentence.replace("<", "<\N{WORD JOINER}")
            return [path, *options, sentence]
    return []
