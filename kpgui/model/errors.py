"""Errors that the user can correct, quoting of user data in messages, and cancellation."""

import re
from collections.abc import Callable

LONGEST_MESSAGE = 300
"""Most characters of a message to the user."""

LONGEST_QUOTE = 60
"""Most characters quoted of a text."""


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ufffe\uffff]")


def sentence(text: str) -> str:
    """A message as one printable line of at most LONGEST_MESSAGE characters, whatever data it quotes.

    In a longer message first the long words, which are quoted data, are cut in the middle, then the whole: what is
    wrong and what to do usually come last.
    """
    if len(text) > LONGEST_MESSAGE:
        text = _cut(" ".join(_cut(word, LONGEST_QUOTE) for word in text.split(" ")), LONGEST_MESSAGE)
    return printable(text)


def short(text: str, limit: int = 40) -> str:
    """A name on one line, with unprintable characters replaced by blanks, cut after `limit` characters."""
    line = printable(text[: limit + 1])
    return line if len(line) <= limit else line[:limit] + "…"


def clean_name(text: str) -> str:
    """A name that a file gives, or a user, on one line and without control characters, which XML cannot hold.

    >>> clean_name(" a\\n b\\x1b")
    'a b'
    """
    return " ".join(_CONTROL.sub(" ", text).split())


def around(text: str, at: int) -> str:
    """A text on one line; of a long one, the part around the position `at`.

    >>> around("rbf(sigma=", 10), around("(" * 100 + "rbf", 100)
    ('rbf(sigma=', '…((((((((((((((((((((((((((((((rbf')
    """
    if len(text) <= LONGEST_QUOTE:
        return printable(text)
    first, last = max(0, at - LONGEST_QUOTE // 2), at + LONGEST_QUOTE // 2
    return "…" * (first > 0) + printable(text[first:last]) + "…" * (last < len(text))


def quoted(text: str) -> str:
    """The text in single quotes, or in double quotes if it contains single ones; nothing is escaped."""
    return f'"{text}"' if "'" in text and '"' not in text else f"'{text}'"


def _cut(text: str, limit: int) -> str:
    """The text cut to `limit` characters: a third of them from its start, the rest from its end."""
    if len(text) <= limit:
        return text
    start = limit // 3
    return f"{text[:start]}…{text[len(text) - (limit - start - 1) :]}"


def printable(text: str) -> str:
    """The text with a blank for each character that a terminal would obey or that has no shape, line ends included."""
    return text if text.isprintable() else "".join(each if each.isprintable() else " " for each in text)


class KpguiError(ValueError):
    """An error that the user can correct. Its message is one clear sentence: what is wrong, where, and what to do.

    It is shown unchanged in a dialog, on the status bar, or on stderr. Whatever data it quotes, it is one line of at
    most `kpgui.model.errors.LONGEST` characters. Any other exception is a bug.
    """

    def __init__(self, text: str) -> None:
        super().__init__(sentence(text))


class Cancelled(Exception):
    """Raised when the result of a computation is no longer wanted. Not an error, and not a subclass of KpguiError."""


class Token:
    """Cancellation token of a long computation, which checks it every few milliseconds and reports its progress to it.

    cancelled: says whether to give up, such as `threading.Event.is_set`; default never. progress: called with the
    share that is done, from 0 to 1. Both are called from the computing thread, so they must be quick.
    """

    def __init__(
        self, cancelled: Callable[[], bool] | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self._cancelled = cancelled
        self._progress = progress

    def cancelled(self) -> bool:
        """Whether the result is no longer wanted."""
        return self._cancelled is not None and self._cancelled()

    def check(self) -> None:
        """Raises Cancelled when the result is no longer wanted."""
        if self.cancelled():
            raise Cancelled

    def report(self, share: float) -> None:
        """Reports the share that is done, from 0 to 1. Raises Cancelled when the result is no longer wanted."""
        self.check()
        if self._progress is not None:
            self._progress(share)


UNWATCHED = Token()
"""A token that is never cancelled and whose progress goes nowhere."""
