"""A file of points as rows and columns, and the roles of the columns, guessed unless chosen."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kpgui.formats.tabular.choices import Choices, place_of
from kpgui.formats.tabular.labels import MISSING
from kpgui.language import _, later, ngettext
from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError, short

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
    roles of the columns where the format defines them; None leaves them to `kpgui.formats.tabular.sheet.guessed`.
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


LABEL_NAMES = ("label", "labels", "class", "classes", "target", "yc", "category", "color", "colour")
HELD_OUT_NAMES = ("held_out", "held out", "heldout")
IGNORED_NAMES = ("", "id", "index", "unnamed: 0")
COORDINATE_NAME = re.compile(r"[xyz]s?|x[ _]?\d+|f(eature)?[ _]?\d+")


def decided(sheet: Sheet, choices: Choices) -> Columns:
    """The roles of the columns: as chosen, else as the format says, else as guessed.

    Raises KpguiError when a chosen column is not there, or no column is left for the coordinates.
    """
    where, names = sheet.where, sheet.names
    label = None if choices.label is None else place_of(choices.label, names, where)
    found = sheet.guess if sheet.guess and label in (None, sheet.guess.label) else guessed(sheet, label)
    coordinates = found.coordinates
    if choices.coordinates == "numeric":
        coordinates = tuple(
            k for k, numeric in enumerate(numeric_columns(sheet)) if numeric and k not in (found.label, found.held_out)
        )
    elif choices.coordinates is not None:
        coordinates = tuple(place_of(column, names, where) for column in choices.coordinates)
        if label is None and found.label in coordinates:
            rest = [k for k in range(len(names)) if k not in coordinates]
            if rest:
                found = Columns(coordinates, rest[-1], found.held_out)
    if not coordinates:
        raise KpguiError(
            _("{where} has only one column; a row needs at least one coordinate and a label.").format(where=where)
        )
    if found.label in coordinates:
        raise KpguiError(
            _("{where}: the column {name!r} cannot be both a coordinate and the label.").format(
                where=where, name=short(names[found.label])
            )
        )
    return Columns(coordinates, found.label, None if found.held_out in coordinates else found.held_out)


def guessed(sheet: Sheet, label: int | None = None) -> Columns:
    """The roles of the columns, guessed from their names and the first rows.

    A column named label, class, target, yc, category or color (or y, when there is no x) has the labels, held_out marks
    points as held out, and x, y, z, x1, x2, … are the coordinates; other columns are ignored. Without such names the
    labels are the only column of text, else the last column, and all other numeric columns are coordinates.
    label: index of the label column if it is known.
    """
    names = [name.lower() for name in sheet.names] if sheet.header else ["?"] * len(sheet.names)
    held_out = next((k for k, name in enumerate(names) if name in HELD_OUT_NAMES and k != label), None)
    free = [k for k, name in enumerate(names) if k not in (held_out, label) and name not in IGNORED_NAMES]
    if not sheet.header:  # a delimiter at the end of each line makes an empty column
        free = [k for k in free if not sheet.sample or any(row[k].strip() for row in sheet.sample if k < len(row))]
    text = {k for k in free if all_text(sheet, k)}
    if label is None:
        if not free:
            return Columns((), 0, held_out)
        labels = [k for wanted in LABEL_NAMES for k in free if names[k] == wanted]
        if "x" not in names and "xs" not in names:
            labels += [k for k in free if names[k] == "y"]
        label = (labels or (list(text) if len(text) == 1 else free[-1:]))[0]
    others = [k for k in free if k != label]
    named = [k for k in others if COORDINATE_NAME.fullmatch(names[k])]
    numbers = [k for k in others if k not in text]
    return Columns(tuple(named if len(named) > 1 else numbers or others), label, held_out)


def ambiguity(sheet: Sheet, choices: Choices, columns: Columns) -> str:
    """The message if a column is used that was not chosen and has the same name as another; "" otherwise."""
    if not sheet.header:
        return ""
    used = () if choices.coordinates else columns.coordinates
    used += () if choices.label is not None else (columns.label,)
    counts = Counter(sheet.names)
    for name in (sheet.names[k] for k in used):
        if name and counts[name] > 1:
            return _("{where} has two columns named {name!r}; rename one, or say which to take.").format(
                where=sheet.where, name=short(name)
            )
    return ""


def numeric_columns(sheet: Sheet) -> list[bool]:
    """For each column, whether all its cells in the first rows are numbers."""
    found = []
    for k in range(len(sheet.names)):
        cells = _present(sheet, k)
        found.append(bool(cells) and all(map(is_number, cells)))
    return found


def all_text(sheet: Sheet, k: int) -> bool:
    """Whether the first rows have text and no number in column k."""
    cells = _present(sheet, k)
    return bool(cells) and not any(map(is_number, cells))


def is_header(first: Sequence[str]) -> bool:
    """Whether a first row is a header, that is, has no numbers where the coordinates would be."""
    names = [cell.strip() for cell in first]
    places = guessed(Sheet("", tuple(names), [], iter(()), header=True)).coordinates
    cells = [names[k] for k in places] or names
    return any(cell.lower() not in MISSING for cell in cells) and not any(map(is_number, cells))


def names_of(first: Sequence[str], header: bool) -> tuple[str, ...]:
    """The names of the columns: those in the header, else "column 1", "column 2", …"""
    if header:
        return tuple(cell.strip().lstrip("#").strip() for cell in first)
    return tuple(_("column {index}").format(index=k + 1) for k in range(len(first)))


def is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return False
    return True


def _present(sheet: Sheet, k: int) -> list[str]:
    """The cells of column k in the first rows, without missing values."""
    cells = [row[k].strip() for row in sheet.sample if len(row) == len(sheet.names)]
    return [cell for cell in cells if cell.lower() not in MISSING]
