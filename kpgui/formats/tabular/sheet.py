"""A file of points as rows and columns, before the columns are assigned roles."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kpgui.language import _, later, ngettext
from kpgui.model.arrays import Floats

Cells = Sequence[str] | Floats
"""The cells of one column in a block: text, or numbers (n,) where the format has these."""


@dataclass(frozen=True)
class Columns:
    """The roles of the columns, by index."""

    coordinates: tuple[int, ...]
    label: int
    held_out: int | None = None


@dataclass(frozen=True)
class Block:
    """Some rows of a sheet, column by column; lines[i] is the line on which row i begins.

    wrong: invalid rows, which `columns` do not contain, as (line, reason).
    """

    columns: Sequence[Cells]
    lines: Sequence[int]
    wrong: Iterable[tuple[int, str]] = ()


@dataclass(frozen=True)
class Sheet:
    """A file as rows and columns.

    names: of the columns, or "column 3". sample: the first rows as text. blocks: all rows, an iterator. guess: the
    roles of the columns where the format defines them; None leaves them to `kpgui.formats.tabular.columns.guessed`.
    header: whether the names are from the file. comma_decimal: whether a comma may be the decimal mark, because it is
    not the delimiter. place: what messages call the nth line or row. complete: whether the blocks
    contain all rows of the file.
    """

    where: str
    names: tuple[str, ...]
    sample: Sequence[Sequence[str]]
    blocks: Iterator[Block]
    guess: Columns | None = None
    header: bool = False
    delimiter: str = ""
    comma_decimal: bool = False
    place: str = later("line {n}")
    complete: bool = True

    def place_of(self, line: int) -> str:
        """The line or row on which a point begins, in words."""
        return _(self.place).format(n=line)

    def refusal(self, line: int, reason: str) -> str:
        """The sentence that says why a point cannot be read."""
        return _("{where}, {place}: {reason}.").format(where=self.where, place=self.place_of(line), reason=reason)


def block_of(rows: list[tuple[int, list[str]]], width: int, because: str) -> Block:
    """The block of these rows with their lines, of which those without `width` cells are invalid; because: why."""
    wrong = [
        (
            line,
            _("{cells} where {because}; a cell is missing or one too many").format(
                cells=_cells(len(row)), because=because
            ),
        )
        for line, row in rows
        if len(row) != width
    ]
    kept = [(line, row) for line, row in rows if len(row) == width]
    columns = list(zip(*(row for __, row in kept), strict=True)) if kept else [()] * width
    return Block(columns, [line for line, __ in kept], wrong)


def _cells(count: int) -> str:
    return ngettext("{n} cell", "{n} cells", count).format(n=count)
