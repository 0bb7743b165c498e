"""What a command says on stderr while it works: remarks, details, and progress at a terminal."""

import contextlib
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from time import perf_counter

from kpgui.model.errors import Token, printable, sentence

PATIENCE = 1.0
"""Seconds of work before its progress is shown."""

INTERVAL = 0.2
"""Seconds between two lines of progress."""

ERASE = "\r\x1b[K"
"""Takes the line of a terminal away."""


def say(remark: str) -> None:
    """Prints one line on stderr, apart from the output."""
    if sys.stderr is not None:  # print would use stdout instead
        print(sentence(f"kpgui: {remark}"), file=sys.stderr)


class Console:
    """How much a command says: remarks unless quiet, details if verbose, progress at a terminal unless quiet."""

    def __init__(self, *, quiet: bool = False, verbose: bool = False) -> None:
        self._quiet, self._verbose = quiet, verbose

    def remark(self, text: str) -> None:
        """Says something that whoever started the command should know."""
        if not self._quiet:
            say(text)

    def detail(self, text: str) -> None:
        """Says what only those want to know who ask for it."""
        if self._verbose:
            say(text)

    @contextlib.contextmanager
    def working(self, what: str) -> Iterator[Token]:
        """Context of work that may take long; its token is told how much is done, as far as that is known.

        what: such as "training moons.csv". While it takes longer than a second, a terminal shows how it goes; when it
        is over nothing is left of that, but a line with its duration if the command is verbose.
        """
        start = perf_counter()
        shares = [0.0]
        token = Token(progress=lambda share: shares.__setitem__(0, share))
        if self._quiet or sys.stderr is None or not sys.stderr.isatty():
            yield token
        else:
            with _shown(printable(what), shares, start):
                yield token
        self.detail(f"{what} took {_duration(perf_counter() - start)}")


@contextlib.contextmanager
def _shown(what: str, shares: list[float], start: float) -> Iterator[None]:
    """Context in which a thread rewrites the last line of the terminal: the work itself may not come to it."""
    over = threading.Event()
    thread = threading.Thread(target=_rewrite, args=(what, shares, start, over), name="kpgui-progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _rewrite(what: str, shares: list[float], start: float, over: threading.Event) -> None:
    written = False
    pause = PATIENCE
    with contextlib.suppress(OSError):  # the terminal is gone, which is no reason to stop
        while not over.wait(pause):
            width = shutil.get_terminal_size().columns
            line = line_of(what, shares[0], perf_counter() - start, width)
            os.write(2, f"{ERASE}{line}".encode(errors="replace"))
            written, pause = True, INTERVAL
        if written:
            os.write(2, ERASE.encode())


def line_of(what: str, share: float, seconds: float, width: int = 80) -> str:
    """What is shown of work after so many seconds: how much is done and how long the rest takes at most, if known.

    width: columns of the terminal, of which the last stays free; too long a name loses its beginning.

    >>> line_of("training moons.csv", 0.25, 60)
    'training moons.csv: 25 %, 3 min left'
    >>> line_of("reading moons.csv", 0, 4, width=16)
    '…moons.csv: 4 s'
    """
    known = 0 < share <= 1
    how = f": {100 * share:.0f} %, {_duration(seconds / share - seconds)} left" if known else f": {_duration(seconds)}"
    room = width - 1 - len(how)
    if len(what) > room:
        what = f"…{what[len(what) - max(0, room - 1) :]}"
    return f"{what}{how}"[: width - 1]


def _duration(seconds: float) -> str:
    """In the largest unit of which there is one.

    >>> [_duration(each) for each in (0.126, 4, 59.7, 200, 7300)]
    ['0.13 s', '4 s', '60 s', '3 min', '2 h']
    """
    if seconds < 1:
        return f"{seconds:.2g} s"
    for size, unit in ((3600, "h"), (60, "min")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
