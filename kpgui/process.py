"""The process and its system: Ctrl+C, standard streams, the locale, other programs, files that ship with it."""

import contextlib
import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

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
