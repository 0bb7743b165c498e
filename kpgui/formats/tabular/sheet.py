"""A file of points as rows and columns, before the columns have roles."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kpgui.model.arrays import Floats

Cells = Sequence[str] | Floats
"""One column's part of a block: as text, or as numbers where the format has them."""


@dataclass(frozen=True)
class Columns:
    """The roles of the columns, by index."""

    coordinates: tuple[int, ...]
    label: int
    held_out: int | None = None


@dataclass(frozen=True)
class Block:
    """Some rows of a sheet, column by column; lines[i] is the line on which row i begins.

    wrong: rows that are no rows, as (line, what is wrong).
    """

    columns: Sequence[Cells]
    lines: Sequence[int]
    wrong: Iterable[tuple[int, str]] = ()


@dataclass(frozen=True)
class Sheet:
    """A file as rows and columns.

    names: of the columns, or "column 3". sample: the first rows as text. blocks: all rows, to be read once. guess:
    which column is what, as far as the format says; None asks `kpgui.formats.tabular.columns.guessed`. header: the
    names stand in the file. comma_decimal: a comma may be the decimal mark, because it does not separate the cells.
    row: what a row is called in messages. complete: the blocks have all rows of the file.
    """

    where: str
    names: tuple[str, ...]
    sample: Sequence[Sequence[str]]
    blocks: Iterator[Block]
    guess: Columns | None = None
    header: bool = False
    delimiter: str = ""
    comma_decimal: bool = False
    row: str = "line"
    complete: bool = True


def block_of(rows: list[list[str]], lines: Sequence[int], width: int, because: str) -> Block:
    """A block of rows of cells, those that have not `width` cells being wrong; because: why so many are wanted."""
    if set(map(len, rows)) <= {width}:
        return Block(list(zip(*rows, strict=True)) if rows else [()] * width, lines)
    wrong = [
        (line, f"{_cells(len(row))} where {because}; a cell is missing or one too many")
        for row, line in zip(rows, lines, strict=True)
        if len(row) != width
    ]
    kept = [(row, line) for row, line in zip(rows, lines, strict=True) if len(row) == width]
    columns = list(zip(*(row for row, _ in kept), strict=True)) if kept else [()] * width
    return Block(columns, [line for _, line in kept], wrong)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
