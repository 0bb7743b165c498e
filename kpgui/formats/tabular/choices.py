"""The user's choices about a file of points, its encoding among them: all text is read as UTF-8."""

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kpgui.formats.tabular.text import PIECE, encoded, encoding_of
from kpgui.language import _, later
from kpgui.model.errors import KpguiError, short
from kpgui.model.registry import nearest

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "windows-1252": later("Western European (Windows-1252)"),
    "windows-1250": later("Central European (Windows-1250)"),
    "windows-1251": later("Cyrillic (Windows-1251)"),
    "gb18030": later("Chinese (GB 18030)"),
}
"""Those that can be chosen, with their titles."""

USUAL = "windows-1252"
"""The encoding of a file that is not Unicode: that of Excel in the west of Europe."""


def in_unicode(content: bytes, where: str, encoding: str | None) -> tuple[bytes, str]:
    """The content of a text file in an encoding that `pieces` reads, and the encoding that it had.

    encoding: None for UTF-16 with a byte order mark, else UTF-8, else USUAL. Raises KpguiError when it is not in the
    chosen one, or is too long in UTF-8.
    """
    found = encoding or encoding_of(content).removesuffix("-sig")
    if not encoding and found == "utf-8" and not content.isascii():
        try:
            for __ in _decoded(content, found):
                pass
        except UnicodeDecodeError:
            found = USUAL
    if found in ("utf-8", encoding_of(content)):  # `pieces` names the line where it is not
        return content, found
    try:
        if found in ENCODINGS:
            return encoded(_decoded(content, found), where), found
    except UnicodeError:
        if not encoding:
            return content, "utf-8"
    raise KpguiError(
        _("{where} is not {encoding} text; choose another encoding: {names}.").format(
            where=where, encoding=short(found), names=", ".join(ENCODINGS)
        )
    )


def _decoded(content: bytes, encoding: str) -> Iterator[str]:
    """Piece by piece: at once, one rare character would make the text four times as large."""
    return codecs.iterdecode((content[start : start + PIECE] for start in range(0, len(content), PIECE)), encoding)


Column = int | str
"""A column: its index from 0, its name, or as text its number from 1."""


@dataclass(frozen=True)
class Choices:
    """The user's choices about a file; None lets the content of the file decide.

    delimiter, decimal_comma, header: how a CSV, TSV or blank-separated file is parsed; other formats define these.
    coordinates: the columns of x, y, …, or "numeric" for all numeric columns except the label's. label: the
    column of the classes. positive: the class with label +1; all others get −1. negative: the same for −1. With both,
    points of other classes are left out. standardise: subtract the mean of each coordinate and divide by its standard
    deviation, see `kpgui.formats.tabular.report`. skip_bad_rows: skip rows that cannot be read instead of refusing
    the whole file. encoding: of a text file, one of `kpgui.formats.tabular.choices.ENCODINGS`.
    """

    delimiter: str | None = None
    decimal_comma: bool | None = None
    header: bool | None = None
    coordinates: tuple[Column, ...] | Literal["numeric"] | None = None
    label: Column | None = None
    positive: str | None = None
    negative: str | None = None
    standardise: bool = False
    skip_bad_rows: bool = False
    encoding: str | None = None

    def __post_init__(self) -> None:
        if self.delimiter is not None and (len(self.delimiter) != 1 or self.delimiter in '"\r\n'):
            raise KpguiError(
                _("What separates cells must be one character, such as ';', not {delimiter!r}.").format(
                    delimiter=short(self.delimiter)
                )
            )


def place_of(column: Column, names: Sequence[str], where: str) -> int:
    """The index of a column among those with these names. Raises KpguiError that lists names."""
    if isinstance(column, int):
        if 0 <= column < len(names):
            return column
        raise KpguiError(
            _("{where} has no column {column}; it has {n}.").format(where=where, column=column + 1, n=len(names))
        )
    for wanted, there in ((column, list(names)), (column.lower(), [name.lower() for name in names])):
        if there.count(wanted) > 1:
            raise KpguiError(
                _("{where} has {n} columns named {column!r}; choose one by its number.").format(
                    where=where, n=there.count(wanted), column=short(column)
                )
            )
        if wanted in there:
            return there.index(wanted)
    if column.isdecimal() and 1 <= int(column[:9]) <= len(names):
        return int(column) - 1
    known = tuple(short(name, 20) for name in names[:20])
    raise KpguiError(
        _("{where} has no column {column!r}; {advice}.").format(
            where=where, column=short(column), advice=nearest(short(column), known)
        )
    )
