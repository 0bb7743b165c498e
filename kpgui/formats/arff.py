"""Weka's attribute-relation files."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from kpgui.formats.base import PointsFormat, TextFormat
from kpgui.formats.parts.delimited import SAMPLE, numbers_in, plain_columns
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_columns, check_size
from kpgui.formats.tabular.sheet import HELD_OUT_NAMES, LABEL_NAMES, Block, Columns, Sheet, block_of
from kpgui.formats.tabular.text import Piece, pieces, written_lines, written_names
from kpgui.language import _
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED, KpguiError, Token, short
from kpgui.model.param import grouped
from kpgui.model.session import Session

NUMBERS = ("numeric", "real", "integer")

# Every repetition is possessive, so that a match fails in linear time.
_WORD = r"""'[^'\\]*+(?:\\.[^'\\]*+)*+'|"[^"\\]*+(?:\\.[^"\\]*+)*+\""""
_ATTRIBUTE = re.compile(rf"@attribute\s++({_WORD}|[^\s{{'\"]++)\s*+(.*+)", re.IGNORECASE)
_CELL = re.compile(rf"\s*+({_WORD}|[^,'\"]*+)\s*+(?:,|$)")
_ENTRY = re.compile(rf"\s*+(\d++)\s++({_WORD}|[^,\s'\"]++)\s*+(?:,|$)")
_COMMENTED = re.compile(rf"((?:{_WORD}|[^%'\"]++)*+)(?<=\s)%.*+")
_ESCAPED = re.compile(r"\\(.)")
MOST_ONE_BY_ONE, LARGEST_ONE_BY_ONE = 500_000, 10_000_000
"""Most rows with quotes or braces, and most characters of such rows, that are taken apart one by one, which takes ten
times as long as for plain ones."""


@dataclass(frozen=True)
class Attribute:
    """An attribute. zero: the value that a sparse row omits: 0, or the first value of a nominal attribute."""

    name: str
    numeric: bool
    zero: str


class Arff(TextFormat, PointsFormat):
    """`@relation`, `@attribute name type`, `@data`, then one row per point (Weka's ARFF, stable version).

    Reads keywords in any case, % comments, also after a row, quoted names and values, dense and sparse rows, and blanks
    instead of commas; weights of rows are ignored. The labels are the nominal attribute named label, class, …, else the
    last nominal one, else as in CSV; numeric attributes are the coordinates. Strings and dates are ignored.
    """

    key = "arff"
    title = "Weka ARFF"
    suffixes = (".arff",)
    meaning = "points with their labels and the types of the columns, as Weka has them"

    def recognises_text(self, start: str) -> bool:
        lines = (line.strip().lower() for line in start.split("\n"))
        first = next((line for line in lines if line and not line.startswith("%")), "")
        return first.split(maxsplit=1)[:1] in (["@relation"], ["@attribute"])

    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        attributes, data = _head(content, where)
        rows = chain.from_iterable(_rows(piece, attributes, data, [], where) for piece in pieces(content, where))
        return Sheet(
            where=where,
            names=tuple(each.name for each in attributes),
            sample=[row for __, row in islice(rows, SAMPLE)],
            blocks=_blocks(content, where, attributes, data, token),
            guess=_guess(attributes),
            header=True,
        )

    def texts(self, session: Session) -> Iterator[str]:
        yield _head_of(session.dataset)
        yield from written_lines(session.dataset, ",")


def _head_of(dataset: Dataset) -> str:
    types = ["numeric"] * dataset.d + ["{-1,1}"] + ["{0,1}"] * bool(dataset.held_out.any())
    head = [f"@attribute {name} {kind}" for name, kind in zip(written_names(dataset), types, strict=True)]
    return "\n".join(["@relation points", "", *head, "", "@data"]) + "\n"


def _guess(attributes: list[Attribute]) -> Columns | None:
    """The guessed label, a nominal attribute, and the coordinates; None if no attribute is nominal."""
    names = [each.name.lower() for each in attributes]
    held_out = next((k for k, name in enumerate(names) if name in HELD_OUT_NAMES), None)
    nominal = [k for k, each in enumerate(attributes) if not each.numeric and each.zero and k != held_out]
    if not nominal:
        return None
    label = next((k for wanted in LABEL_NAMES for k in nominal if names[k] == wanted), nominal[-1])
    return Columns(tuple(k for k, each in enumerate(attributes) if each.numeric and k != held_out), label, held_out)


def _head(content: bytes, where: str) -> tuple[list[Attribute], int]:
    """The attributes, and the line number of @data. Raises KpguiError."""
    attributes: list[Attribute] = []
    for piece in pieces(content, where):
        for number, line in enumerate(piece.text.split("\n"), piece.line):
            text = _without_comment(line)
            word = text.split(maxsplit=1)[0].lower() if text else "%"
            if word == "@data":
                if not attributes:
                    raise KpguiError(
                        _("{where}, line {line}: there is no @attribute before @data.").format(where=where, line=number)
                    )
                return attributes, number
            if word == "@attribute":
                attributes.append(_attribute(text, where, number))
                check_columns(where, len(attributes))
            elif not word.startswith("%") and word != "@relation":
                raise KpguiError(
                    _("{where}, line {line}: {text!r} stands before @data and is no @attribute.").format(
                        where=where, line=number, text=short(text)
                    )
                )
    if not attributes:
        raise KpguiError(
            _("{where} is empty; it should have @relation, an @attribute for each column, and @data.").format(
                where=where
            )
        )
    raise KpguiError(_("{where} has no @data; it ends before the points begin.").format(where=where))


def _attribute(text: str, where: str, line: int) -> Attribute:
    match = _ATTRIBUTE.match(text)
    if not match:
        raise KpguiError(
            _("{where}, line {line}: {text!r} is not @attribute, a name and a type.").format(
                where=where, line=line, text=short(text)
            )
        )
    kind = match[2].strip()
    if kind.startswith("{"):
        end = kind.rfind("}")
        value = _CELL.match(kind[1 : end if end > 0 else None])
        first = _plain(value[1]) if value else ""
        if not first:
            raise KpguiError(
                _("{where}, line {line}: the values in braces cannot be read; write them as {{a, b}}.").format(
                    where=where, line=line
                )
            )
        return Attribute(_plain(match[1]), False, first)
    word = kind.split(maxsplit=1)[0].lower() if kind else ""
    if word in NUMBERS:
        return Attribute(_plain(match[1]), True, "0")
    if word in ("string", "date"):
        return Attribute(_plain(match[1]), False, "")
    raise KpguiError(
        _("{where}, line {line}: the type {kind!r} is not numeric, nominal ({{a, b}}), string or date.").format(
            where=where, line=line, kind=short(kind)
        )
    )


def _blocks(content: bytes, where: str, attributes: list[Attribute], data: int, token: Token) -> Iterator[Block]:
    width, one_by_one, size = len(attributes), 0, 0
    for piece in pieces(content, where, token):
        numbers = numbers_in(piece.text, ",", width) if piece.line > data else None
        if numbers is not None:
            yield Block(list(numbers.T), range(piece.line, piece.line + len(numbers)))
            continue
        plain = _plain_columns(piece.text, width) if piece.line > data else None
        if plain is not None:
            yield Block(plain, range(piece.line, piece.line + len(plain[0])))
            continue
        wrong: list[tuple[int, str]] = []
        rows = _rows(piece, attributes, data, wrong, where)
        if _is_marked(piece.text):
            one_by_one, size = one_by_one + len(rows), size + len(piece.text)
        if one_by_one > MOST_ONE_BY_ONE or size > LARGEST_ONE_BY_ONE:
            raise KpguiError(
                _(
                    "{where} has more than {most} rows, or {size} MB of them, with braces or quotes, the most that can "
                    "be opened; take a part of it, or save it as CSV."
                ).format(where=where, most=grouped(MOST_ONE_BY_ONE), size=LARGEST_ONE_BY_ONE // 1_000_000)
            )
        block = block_of(rows, width, _("there are {width} attributes").format(width=width))
        yield Block(block.columns, block.lines, [*wrong, *block.wrong])


def _plain_columns(text: str, width: int) -> Sequence[Sequence[str]] | None:
    """The columns of a text with only dense rows, without weights, comments or quotes; None otherwise.

    Gives the same cells as `_rows` apart from blanks around them, ten times as fast.
    """
    columns = None if any(mark in text for mark in "{%'") else plain_columns(text, ",", width)
    if columns is not None:
        columns[0], columns[-1] = ([cell.strip() for cell in columns[k]] for k in (0, -1))
    return columns


def _is_marked(text: str) -> bool:
    """Whether a text has quotes or braces, so that its rows are not just divided at the commas."""
    return any(mark in text for mark in "'\"{")


def _rows(
    piece: Piece, attributes: list[Attribute], data: int, wrong: list[tuple[int, str]], where: str
) -> list[tuple[int, list[str]]]:
    """The rows of a piece after the line of @data, each with its line number; invalid rows are added to `wrong`."""
    found, cells = [], 0
    zeros = [each.zero for each in attributes]
    plain = not _is_marked(piece.text)
    for number, line in enumerate(piece.text.split("\n"), piece.line):
        text = _without_comment(line) if number > data else ""
        if not text or text.startswith("%"):
            continue
        row = text.split(",") if plain and "," in text else _row(text, zeros)
        if row is None:
            wrong.append((number, _("the row cannot be taken apart; see whether its quotes and braces are in pairs")))
        else:
            found.append((number, row))
            cells += len(row) - 2  # not counting the label and the held-out mark
            check_size(where, cells=cells)  # a sparse row of two characters has a cell for each attribute
    return found


def _row(text: str, zeros: list[str]) -> list[str] | None:
    """The cells of a dense or sparse row; None if it is invalid. zeros: the values that a sparse row omits."""
    if text.startswith("{"):
        return _sparse(text, zeros)
    if len(zeros) > 1 and not any(mark in text for mark in ",'\""):
        return text.split()
    return _cells(text)


def _without_comment(line: str) -> str:
    """A line without surrounding blanks and without a trailing comment; a line that is all comment is unchanged."""
    match = _COMMENTED.fullmatch(line) if "%" in line else None
    return (match[1].strip() or line.strip()) if match else line.strip()


def _cells(text: str) -> list[str] | None:
    """The cells of a dense row, without quotes and without the row's weight; None if it is invalid."""
    cells, at = [], 0
    while True:
        match = _CELL.match(text, at)
        if not match:
            return None
        cells.append(_plain(match[1]))
        at = match.end()
        if not match[0].endswith(","):  # also the empty cell after a comma at the end
            break
    if len(cells) > 1 and cells[-1].startswith("{") and cells[-1].endswith("}"):
        cells.pop()
    return cells


def _sparse(text: str, zeros: list[str]) -> list[str] | None:
    """The cells of a sparse row, `{index value, …}` with indices from 0; None if it is invalid."""
    quotes = "'" in text or '"' in text
    end = text.rfind("}") if quotes else text.find("}")
    if end < 0:
        return None
    row = zeros.copy()
    if text[1:end].isspace():
        return row
    at = 1
    while at < end:
        match = _ENTRY.match(text, at, end)
        if not match:
            return None
        index, value = match.groups()
        if len(index) > 9 or (k := int(index)) >= len(row):
            return None
        row[k] = _plain(value) if quotes else value
        at = match.end()
    return row


def _plain(word: str) -> str:
    """A name or value without its quotes."""
    if word[:1] in ("'", '"') and len(word) > 1:
        inside = word[1:-1]
        return _ESCAPED.sub(r"\1", inside) if "\\" in inside else inside
    return word.rstrip()
