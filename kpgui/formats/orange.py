"""Orange's tab-delimited files."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar

from kpgui.formats.base import RECOGNISED_BYTES
from kpgui.formats.parts.delimited import SAMPLE, DelimitedFormat, Row, delimiter_in, filled, rows_of
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_columns
from kpgui.formats.tabular.sheet import HELD_OUT_NAMES, Columns, Sheet
from kpgui.formats.tabular.text import beginning, written_lines, written_names
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.session import Session

TYPES = frozenset(
    {"", "c", "continuous", "numeric", "n", "d", "discrete", "categorical", "s", "string", "text", "t", "time"}
)
NUMBERS = frozenset({"c", "continuous", "numeric", "n"})
FLAGS = frozenset({"", "class", "c", "meta", "m", "ignore", "i", "weight", "w"})

_PREFIX = re.compile(r"([cmiw]{0,2})([CDSTN]?)#(.*)", re.DOTALL)


class OrangeTab(DelimitedFormat):
    """Three header rows of names, types and flags, or one of names with prefixes such as cD# and C# (Orange's docs).

    The column flagged as class has the labels, and continuous columns are the coordinates. Columns flagged as meta,
    ignore or weight are ignored, except held_out, which marks points as held out. Commas between the cells are read
    too. Written with three header rows and tabs.
    """

    key = "orange"
    title = "Orange table"
    suffixes = (".tab",)
    meaning = "points with their labels and the roles of the columns, as Orange has them"
    usual_delimiter: ClassVar[str] = "\t"

    def recognises_text(self, start: str) -> bool:
        delimiter = delimiter_in(start)
        if delimiter is None:
            return False
        rows = [line.split(delimiter) for line in start.split("\n", 3)[:3]]
        return _three_rows(rows) or bool(rows and _prefixed(rows[0]))

    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        delimiter = choices.delimiter or delimiter_in(beginning(content, RECOGNISED_BYTES)) or self.usual_delimiter
        first: list[Row] = list(islice(rows_of(content, where, delimiter), SAMPLE))
        rows = [row for _, row in first]
        check_columns(where, max(map(len, rows), default=0))
        if _three_rows(rows):
            names, types, flags, heads = *([cell.strip() for cell in row] for row in rows[:3]), 3
        elif rows and _prefixed(rows[0]):
            names, types, flags = _taken_apart(rows[0])
            heads = 1
        else:
            return super().sheet(content, where, choices, token, limit)
        return Sheet(
            where=where,
            names=tuple(names),
            sample=[row for _, row in filter(filled, first[heads:])],
            blocks=self.blocks(content, where, delimiter, first[:heads], first[0], token),
            guess=_roles(names, types, flags),
            header=True,
            delimiter=delimiter,
            comma_decimal=delimiter != ",",
        )

    def texts(self, session: Session) -> Iterator[str]:
        dataset = session.dataset
        out = bool(dataset.held_out.any())
        heads = [
            written_names(dataset),
            ["continuous"] * dataset.d + ["-1 1"] + ["0 1"] * out,
            [""] * dataset.d + ["class"] + ["meta"] * out,
        ]
        yield "\n".join(map("\t".join, heads)) + "\n"
        yield from written_lines(dataset, "\t")


def _three_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first three rows are names, types and flags; a type may also be given as the list of its values."""
    if len(rows) < 3 or not len(rows[0]) == len(rows[1]) == len(rows[2]):
        return False
    types, flags = ([cell.strip().lower() for cell in row] for row in rows[1:3])
    if not any(flags) and not any(kind in TYPES - {""} for kind in types):
        return False
    return all(flag.split(" ")[0] in FLAGS or "=" in flag for flag in flags) and all(
        kind in TYPES or " " in kind for kind in types
    )


def _prefixed(names: Sequence[str]) -> bool:
    """Whether any name has a prefix of role or type; # without one begins a comment."""
    return any((match := _PREFIX.fullmatch(name.strip())) and (match[1] or match[2]) for name in names)


def _taken_apart(cells: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The names, types and flags of a header row whose names have prefixes."""
    found = [(_PREFIX.fullmatch(cell.strip()), cell.strip()) for cell in cells]
    names = [match[3] if match else cell for match, cell in found]
    return names, [match[2] if match else "" for match, _ in found], [match[1] if match else "" for match, _ in found]


def _roles(names: Sequence[str], types: Sequence[str], flags: Sequence[str]) -> Columns | None:
    """The roles that types and flags give to the columns; None when no column is flagged as class."""
    first = [flag.lower()[:1] for flag in flags]
    label = next((k for k, flag in enumerate(first) if flag == "c"), None)
    if label is None:
        return None
    kinds = [kind.lower() for kind in types]
    typed = any(kind in NUMBERS for kind in kinds)
    coordinates = tuple(
        k
        for k, kind in enumerate(kinds)
        if not first[k] and (kind in NUMBERS if typed else kind == "" or kind in NUMBERS)
    )
    held_out = next((k for k, name in enumerate(names) if name.lower() in HELD_OUT_NAMES and k != label), None)
    return Columns(tuple(k for k in coordinates if k != held_out), label, held_out)
