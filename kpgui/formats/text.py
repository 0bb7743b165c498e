"""A file's bytes as text, piece by piece, so that a large file is never in memory twice."""

from collections.abc import Callable, Iterator

from kpgui.model.dataclass import dataclass
from kpgui.model.errors import KpguiError

PIECE = 1 << 18
"""Bytes of a piece, more when a line is longer: a few milliseconds of work."""

Watch = Callable[[float], None]
"""Told every few milliseconds which share of the file is done, from 0 to 1. May raise to give up."""


def unwatched(done: float) -> None:
    """The Watch of who waits for the answer."""


@dataclass(frozen=True)
class Piece:
    """Some whole lines of a file; line: the number of the first, counted from 1. last: nothing comes after it."""

    text: str
    line: int
    last: bool


def pieces(content: bytes, where: str, watch: Watch = unwatched) -> Iterator[Piece]:
    """The text of a file, at least one piece, cut where lines end. A byte order mark is left out.

    Raises KpguiError that names the line when it is not text.
    """
    wide = encoding_of(content) == "utf-16"
    if wide:
        content = decoded(content, where).encode()
    elif b"\0" in content:
        raise _binary(where)
    start, line = 3 if content.startswith(b"\xef\xbb\xbf") and not wide else 0, 1
    while True:
        end = content.find(b"\n", start + PIECE) + 1 or len(content)
        try:
            text = content[start:end].decode()
        except UnicodeDecodeError as error:
            raise _not_utf_8(content, where, start + error.start) from None
        yield Piece(text, line, end == len(content))
        watch(end / max(len(content), 1))
        if end == len(content):
            return
        line += line_ends(text)
        start = end


def line_ends(text: str) -> int:
    """How often a line ends in the text: with LF, CR LF or CR."""
    return text.count("\n") + (text.count("\r") - text.count("\r\n") if "\r" in text else 0)


def beginning(content: bytes, size: int) -> str:
    """About the first `size` bytes of a file as text, whatever they are."""
    return content[:size].decode(encoding_of(content), errors="replace").removeprefix("\ufeff")


def decoded(content: bytes, where: str) -> str:
    """The text of a file. Raises KpguiError when it is not text."""
    encoding = encoding_of(content)
    if encoding != "utf-16" and b"\0" in content:
        raise _binary(where)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-16":
            raise KpguiError(f"{where} begins like UTF-16 text but is not; save the file as UTF-8.") from None
        raise _not_utf_8(content, where, error.start) from None
    if "\0" in text:
        raise _binary(where)
    return text


def encoding_of(content: bytes) -> str:
    return "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"


def _binary(where: str) -> KpguiError:
    return KpguiError(f"{where} is a binary file, not a text file that holds points.")


def _not_utf_8(content: bytes, where: str, at: int) -> KpguiError:
    line = content.count(b"\n", 0, at) + 1
    return KpguiError(f"{where}, line {line}: this is not UTF-8 text; save the file as UTF-8.")
