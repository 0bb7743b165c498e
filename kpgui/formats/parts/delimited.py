"""Rows of delimited cells: the base of CSV, TSV and Orange's files."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar

import numpy as np

from kpgui.formats.base import PointsFormat, TextFormat
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_columns
from kpgui.formats.tabular.sheet import Block, Sheet, block_of, is_header, names_of
from kpgui.formats.tabular.text import LONGEST_LINE, Piece, beginning, pieces
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.param import grouped

DELIMITERS = "\t;,"
SNIFFED_LINES = 20
"""Number of first lines in which the delimiter is detected."""

SAMPLE = 60
"""Number of first rows from which the header and the roles of the columns are guessed."""

_QUOTED = re.compile(r'"[^"]*"')
_DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+([eE][-+]?\d+)?")
_NAMED = re.compile(rf"sep=([{DELIMITERS}])\n")
"""The first line `sep=;`, which tells Excel the delimiter."""

Row = tuple[int, list[str]]
"""The line number on which a row begins, and its cells."""


def delimiter_in(text: str) -> str | None:
    """The delimiter of a text: that of Excel's `sep=` line, else the first that is consistent; None if there is none.

    That is the first of tab, semicolon and comma that occurs equally often in each of the first lines, quoted cells
    aside. When none does, it is the first one that the first line contains.
    """
    text = text[: 1 << 16]
    named = _NAMED.match(text)
    if named:
        return named[1]
    for part in (text, _QUOTED.sub("", text)):
        lines = [_QUOTED.sub("", line) for line in part.split("\n") if _says_something(line)][:SNIFFED_LINES]
        for delimiter in DELIMITERS:
            counts = {line.count(delimiter) for line in lines[:-1] or lines}
            if len(counts) == 1 and counts != {0}:
                return delimiter
    return next((delimiter for delimiter in DELIMITERS if lines and delimiter in lines[0]), None)


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def has_decimal_commas(text: str) -> bool:
    """Whether all commas are decimal marks of numbers separated by blanks, as in `0,5 1,5 1`."""
    rows = [line.split() for line in text[: 1 << 16].split("\n") if _says_something(line)][:SNIFFED_LINES]
    whole = rows[:-1] or rows
    numbers = [sum("," in word for word in row) for row in whole]
    return max(numbers, default=0) > 1 and all(
        "," not in word or _DECIMAL_COMMA.fullmatch(word) for row in whole for word in row
    )


def filled(row: Row) -> bool:
    """Whether any cell of a row is nonempty. Spreadsheets write empty rows where content was deleted."""
    return any(map(str.strip, row[1]))


class DelimitedFormat(TextFormat, PointsFormat):
    """Files whose rows are cells with a delimiter between them; cells may be quoted."""

    usual_delimiter: ClassVar[str] = ","

    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        delimiter = choices.delimiter or delimiter_in(beginning(content, 1 << 18)) or self.usual_delimiter
        first = list(islice(filter(filled, rows_of(content, where, delimiter)), SAMPLE))
        if not first:
            raise KpguiError(
                _("{where} is empty; it should have one row for each point, such as 0.5,-1.2,1.").format(where=where)
            )
        check_columns(where, len(first[0][1]))
        header = is_header(first[0][1]) if choices.header is None else choices.header
        return Sheet(
            where=where,
            names=names_of(first[0][1], header),
            sample=[row for __, row in first[header:]],
            blocks=self.blocks(content, where, delimiter, first[: int(header)], first[0], token),
            header=header,
            delimiter=delimiter,
            comma_decimal=delimiter != ",",
        )

    @staticmethod
    def blocks(
        content: bytes, where: str, delimiter: str, heads: Sequence[Row], first: Row, token: Token
    ) -> Iterator[Block]:
        """The rows below the header rows `heads`; `first` is the first row of the file, whose width all must have."""
        line, width = first[0], len(first[1])
        after = heads[-1][0] if heads else 0
        for piece in whole_pieces(pieces(content, where, token), delimiter, where):
            numbers = None if piece.line <= after else numbers_in(piece.text, delimiter, width)
            if numbers is not None:
                yield Block(list(numbers.T), range(piece.line, piece.line + len(numbers)))
                continue
            plain = None if piece.line <= after else plain_columns(piece.text, delimiter, width)
            if plain is not None:
                yield Block(plain, range(piece.line, piece.line + len(plain[0])))
                continue
            rows = [row for row in rows_in(piece, delimiter, where) if row[0] > after and filled(row)]
            yield block_of(rows, width, _("line {line} has {width}").format(line=line, width=width))


def numbers_in(text: str, delimiter: str | None, width: int) -> Floats | None:
    """The numbers (n, width) of a text whose n lines have `width` finite numbers each; None for any other text.

    delimiter: None for blanks. NumPy's reader gives the same float64 as float(), and is three times as fast.
    """
    if not text or text.isspace() or any(mark in text for mark in ('"_#,' if delimiter != "," else '"_#')):
        return None
    try:
        numbers = np.loadtxt(io.StringIO(text), delimiter=delimiter, comments=None, ndmin=2)
    except (ValueError, OverflowError):
        return None
    lines = text.count("\n") + (not text.endswith("\n"))
    return numbers if numbers.shape == (lines, width) and np.isfinite(numbers).all() else None


def plain_columns(text: str, delimiter: str, width: int) -> list[list[str]] | None:
    """The columns of a text without quotes, comments and empty rows, whose lines all have `width` cells; else None."""
    if width < 2 or any(mark in text for mark in '"#') or _NAMED.match(text):
        return None
    whole = text.removesuffix("\n")
    lines = whole.split("\n")
    if {line.count(delimiter) for line in lines} != {width - 1} or not all(
        line.strip(f"{delimiter} ") for line in lines
    ):
        return None
    cells = whole.replace("\n", delimiter).split(delimiter)
    return [cells[k::width] for k in range(width)]


def whole_pieces(source: Iterator[Piece], delimiter: str, where: str) -> Iterator[Piece]:
    """The same text in pieces of whole rows, as a quoted cell may contain line ends.

    Raises KpguiError for a row of more than LONGEST_LINE characters.
    """
    rest, line = "", 1
    for piece in source:
        text = rest + piece.text
        whole = _whole_rows(text, delimiter) if '"' in text and not piece.last else len(text)
        rest, text = text[whole:], text[:whole]
        following = line + text.count("\n")
        if len(rest) > LONGEST_LINE:
            raise KpguiError(
                _(
                    "{where}, line {line}: the row has more than {most} characters, the most that can be opened; see "
                    "whether the quotes are in pairs."
                ).format(where=where, line=following, most=grouped(LONGEST_LINE))
            )
        if text or piece.last:
            yield Piece(text, line, piece.last)
        line = following


def rows_in(piece: Piece, delimiter: str, where: str) -> list[Row]:
    """The rows of a piece except blank ones and comments. Raises KpguiError when quotes are not in pairs."""
    reader = csv.reader(io.StringIO(piece.text), delimiter=delimiter, strict=True)
    found, line = [], piece.line
    try:
        for row in reader:
            if (
                row
                and (len(row) > 1 or row[0].strip())
                and not row[0].startswith("#")
                and (line > 1 or not _is_separator_hint(row))
            ):
                found.append((line, row))
            line = piece.line + reader.line_num
    except csv.Error as error:
        raise _problem(error, piece, reader.line_num, line, where) from None
    return found


def _is_separator_hint(row: Sequence[str]) -> bool:
    """Whether a first row is Excel's `sep=` line, whatever delimiter it was split at."""
    return row[0] == "sep=" or (len(row) == 1 and len(row[0]) == 5 and row[0].startswith("sep="))


def rows_of(content: bytes, where: str, delimiter: str) -> Iterator[Row]:
    """The rows of a file except blank ones and comments."""
    for piece in whole_pieces(pieces(content, where), delimiter, where):
        yield from rows_in(piece, delimiter, where)


def _whole_rows(text: str, delimiter: str) -> int:
    """The length of the whole rows in a text: all of it, unless it ends inside a quoted cell."""
    lines, end = io.StringIO(text), 0
    try:
        for __ in csv.reader(lines, delimiter=delimiter, strict=True):
            end = lines.tell()
    except csv.Error as error:
        if "unexpected end" in str(error):
            return end
    return len(text)


def _problem(error: csv.Error, piece: Piece, read: int, line: int, where: str) -> KpguiError:
    """The error for a row that cannot be parsed; it begins on `line`, and `read` lines of the piece were read."""
    if "field larger" in str(error) and piece.line + read - 1 <= line:
        return KpguiError(
            _(
                "{where}, line {line}: a cell is longer than {most} characters, which no "
                "number or label is; shorten it, or see whether the file has the delimiter that it "
                "should."
            ).format(where=where, line=line, most=grouped(csv.field_size_limit()))
        )
    return KpguiError(
        _("{where}, line {line}: the quotes are not in pairs; close or remove them.").format(where=where, line=line)
    )
