"""Decoding of text files piece by piece, and writing of points as rows of text.

This module alone decides where a line ends: at LF, CR LF or CR, but not at a form feed or U+2028. Every text that it
returns has LF in place of each of these.
"""

import codecs
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kpgui.formats.tabular import limits
from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset, coordinate_names
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.param import grouped

PIECE = 1 << 18
"""Bytes of a piece, more if a line is longer; parsing it takes a few milliseconds."""

LONGEST_LINE = 1_000_000
"""Most characters of a line; 20,000 columns of the longest numbers take half as many."""

MAX_LINES = 5_000_000
"""Most lines of a file, blank ones and comments included."""


@dataclass(frozen=True)
class Piece:
    """Some whole lines of a file; line: the number of the first, from 1. last: whether the file ends with them."""

    text: str
    line: int
    last: bool


def pieces(content: bytes, where: str, token: Token = UNWATCHED) -> Iterator[Piece]:
    """The text of a file in pieces of whole lines, at least one piece, without a byte order mark.

    Raises KpguiError when the file is not text, has a line longer than LONGEST_LINE, or more than MAX_LINES lines;
    `Cancelled` when the token says so.
    """
    rest, line = "", 1
    for decoded, end in _decoded(content, where):
        text, last = rest + decoded, end == len(content)
        _check_lines(text, line, where)
        whole = len(text) if last else text.rfind("\n") + 1
        rest, text = text[whole:], text[:whole]
        if text or last:
            yield Piece(text, line, last)
        token.report(end / max(len(content), 1))
        line += text.count("\n")


def _decoded(content: bytes, where: str) -> Iterator[tuple[str, int]]:
    """The text of a file in parts of PIECE bytes, each with the offset of its end. Raises KpguiError."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(_encoding(content, where))(), translate=True)
    for start in range(0, len(content) or 1, PIECE):
        end = min(start + PIECE, len(content))
        try:
            text = decoder.decode(content[start:end], final=end == len(content))
        except UnicodeDecodeError as error:
            raise _not_text(content, where, end - len(error.object) + error.start) from None
        if "\0" in text:
            raise _binary(where)
        yield text, end


def _check_lines(text: str, line: int, where: str) -> None:
    """Raises KpguiError when a text that begins on this line has too many or too long lines."""
    if line > MAX_LINES:
        raise KpguiError(
            _("{where} has more than {most} lines, the most that can be opened; take a part of it.").format(
                where=where, most=grouped(MAX_LINES)
            )
        )
    end = text.find("\n")  # later lines are shorter than a piece
    if (len(text) if end < 0 else end) > LONGEST_LINE:
        raise KpguiError(
            _(
                "{where}, line {line}: the line has more than {most} characters, the most that "
                "can be opened; see whether its lines end."
            ).format(where=where, line=line, most=grouped(LONGEST_LINE))
        )


def beginning(content: bytes, size: int) -> str:
    """About the first `size` bytes of a file as text; what cannot be decoded is replaced."""
    text = content[:size].decode(encoding_of(content), errors="replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_utf8(content: bytes, where: str) -> bytes:
    """The whole text of a file as UTF-8: the content itself unless it is UTF-16. Raises KpguiError when it is not text.

    The whole is never decoded: a single emoji would make each of its characters take four bytes.
    """
    texts = (text for text, __ in _decoded(content, where))
    if encoding_of(content) == "utf-16":
        return encoded(texts, where)
    for __ in texts:
        pass
    return content


def encoded(texts: Iterable[str], where: str) -> bytes:
    """The texts as UTF-8, in which they may be longer than in their file. Raises KpguiError when that is too long."""
    content = io.BytesIO()
    for text in texts:
        content.write(text.encode())
        if content.tell() > limits.MAX_BYTES:
            raise limits.too_large(f"{where} (UTF-8)")
    return content.getvalue()


def line_at(content: bytes, at: int) -> int:
    """The number of the line, from 1, in which this offset is."""
    return 1 + content.count(b"\n", 0, at) + content.count(b"\r", 0, at) - content.count(b"\r\n", 0, at)


def encoding_of(content: bytes) -> str:
    """UTF-16 for a file that begins with its byte order mark, otherwise UTF-8."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # The incremental decoder takes half a mark, which is no text, for the beginning of a whole one.
    return "utf-8-sig" if content.startswith(b"\xef\xbb\xbf") else "utf-8"


def _encoding(content: bytes, where: str) -> str:
    """The encoding of a text file. Raises KpguiError when the file is binary."""
    encoding = encoding_of(content)
    if encoding != "utf-16" and b"\0" in content:
        raise _binary(where)
    return encoding


def _binary(where: str) -> KpguiError:
    return KpguiError(_("{where} is a binary file, not a text file that holds points.").format(where=where))


def _not_text(content: bytes, where: str, at: int) -> KpguiError:
    """The error for bytes that cannot be decoded at the offset `at`."""
    if encoding_of(content) == "utf-16":
        return KpguiError(_("{where} begins like UTF-16 text but is not; save the file as UTF-8.").format(where=where))
    return KpguiError(
        _("{where}, line {line}: this is not UTF-8 text; save the file as UTF-8.").format(
            where=where, line=line_at(content, at)
        )
    )


ROWS = 1000
"""Points with two coordinates in a piece of written text, which takes a millisecond or two."""


def rows_of_piece(d: int) -> int:
    """Number of points with d coordinates in a piece of written text: about 2·ROWS numbers for any d."""
    return max(1, 2 * ROWS // d)


def written_table(
    dataset: Dataset, separator: str, columns: Sequence[str] = (), classes: Sequence[str] = ()
) -> Iterator[str]:
    """A header and one row per point, in pieces, with a column `held_out` only if any point is held out.

    columns, classes: names to write in place of x, y, … and of -1 and 1. Every number reads back bit for bit.
    """
    names = [*columns, *written_names(dataset)[len(columns) :]]
    yield separator.join(_quoted(name, separator) for name in names) + "\n"
    yield from written_lines(dataset, separator, [_quoted(name, separator) for name in classes or ("-1", "1")])


def _quoted(name: str, separator: str) -> str:
    return '"' + name.replace('"', '""') + '"' if {separator, '"', "#"} & {*name} else name


def written_names(dataset: Dataset) -> list[str]:
    """The column names of a written file: x, y or x1, x2, …, then label, then held_out if needed."""
    return [*coordinate_names(dataset.d), "label", *["held_out"] * bool(dataset.held_out.any())]


def written_lines(dataset: Dataset, separator: str, classes: Sequence[str] = ("-1", "1")) -> Iterator[str]:
    """The rows below the header of `written_names`, one line each, in pieces."""
    for rows in written_rows(dataset, ("0", "1") if dataset.held_out.any() else None, classes):
        yield "\n".join(map(separator.join, rows)) + "\n"


def written_rows(
    dataset: Dataset, marks: tuple[str, str] | None, classes: Sequence[str] = ("-1", "1"), codes: Ints | None = None
) -> Iterator[Iterator[tuple[str, ...]]]:
    """The cells of all points, piece by piece: coordinates, label, and unless `marks` is None one of these two.

    marks: for a point that is not held out, and for one that is. codes: (n,), a last cell of each, None for none.
    The pieces are small, because other threads wait while one is joined to text.
    """
    size = rows_of_piece(dataset.d)
    for start in range(0, len(dataset), size):
        some = slice(start, start + size)
        numbers = map(repr, dataset.points[some].ravel().tolist())
        labels = map(classes.__getitem__, (dataset.labels[some] > 0).tolist())
        cells = [*[numbers] * dataset.d, labels]  # each row takes the next d numbers
        if marks is not None:
            cells.append(map(marks.__getitem__, dataset.held_out[some].tolist()))
        if codes is not None:
            cells.append(map(repr, codes[some].tolist()))
        yield zip(*cells, strict=True)
