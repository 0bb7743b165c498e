"""The process before it has any work to lose: Ctrl+C, and standard streams that were closed."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl+C, as a shell has it: 128 and the number of the signal."""


def stop(number: int, frame: FrameType | None) -> None:
    """Ctrl+C: end now, without unwinding.

    A KeyboardInterrupt would be raised at any instruction: between two calls of a library's set-up, which may then
    crash, or where Python can only print it and go on.
    """
    with contextlib.suppress(OSError):
        os.write(2, b"kpgui: stopped.\n")
    os._exit(INTERRUPTED)


@contextlib.contextmanager
def unwinding() -> Iterator[None]:
    """Let Ctrl+C raise a KeyboardInterrupt in this block, which removes a file that it is writing."""
    if signal.getsignal(signal.SIGINT) is not stop:  # this is not the program, but a caller of its functions
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, stop)


def reopen_streams() -> None:
    """Let standard streams that are closed lead nowhere; what is written to stdout fails.

    Else the next file that is opened has their number, and gets what a library prints; and Python prints to stdout
    what is meant for a stderr that is None.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_RDWR)  # gets the lowest free number: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
