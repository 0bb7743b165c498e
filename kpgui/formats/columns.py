"""From rows of cells to a dataset and back: what CSV, TSV and whitespace tables share."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from kpgui.formats.base import MAX_CELLS, MAX_ROWS, too_long
from kpgui.formats.labels import MISSING, signs
from kpgui.model.arrays import Bools, Floats
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError

LABEL_NAMES = ("label", "labels", "class", "classes", "target", "yc", "category", "color", "colour")
HELD_OUT_NAMES = ("held_out", "held out", "heldout")
IGNORED_NAMES = ("", "id", "index", "unnamed: 0")
COORDINATE_NAME = re.compile(r"[xyz]s?|x[ _]?\d+|f(eature)?[ _]?\d+")
YES, NO = frozenset({"1", "true", "yes"}), frozenset({"0", "false", "no", ""})


@dataclass(frozen=True)
class Rows:
    """Rows of cells as they stand in a file; lines[i] is the 1-based line on which row i begins.

    comma_decimal: a comma may be the decimal mark, because it does not separate the cells.
    """

    where: str
    cells: list[list[str]]
    lines: list[int]
    comma_decimal: bool = False


@dataclass(frozen=True)
class Columns:
    """Which column is what, and what to call the columns in messages."""

    names: list[str]
    coordinates: list[int]
    label: int
    held_out: int | None = None


def read_rows(rows: Rows) -> Dataset:
    """The dataset that rows of cells describe.

    The first row is a header when none of its cells is a number. Then a column named label, class, target,
    yc, category or color (or y, when there is no x) has the labels, held_out marks points as held out, and
    x, y, z, x1, x2, … are the coordinates; other columns are left aside. Without such names, or without a
    header, the last column has the labels and all others are coordinates.

    Raises KpguiError that names the file and the line.
    """
    if not rows.cells:
        raise KpguiError(f"{rows.where} is empty; it should have one row for each point, such as 0.5,-1.2,1.")
    first = rows.cells[0]
    header = any(cell.strip() for cell in first) and not any(_is_number(cell) for cell in first)
    columns = _by_name(first) if header else _by_place(len(first))
    if not columns.coordinates:
        raise KpguiError(f"{rows.where} has only one column; a row needs at least one coordinate and a label.")
    _check_widths(rows)
    body = Rows(rows.where, rows.cells[header:], rows.lines[header:], rows.comma_decimal)
    if len(body.cells) > MAX_ROWS or len(body.cells) * len(first) > MAX_CELLS:
        raise too_long(rows.where)
    if not body.cells:
        raise KpguiError(f"{rows.where} has a header but no rows with points.")
    points = _points(body, columns)
    labels = signs([row[columns.label] for row in body.cells], body.where, body.lines)
    return Dataset.of(points, labels, _held_out(body, columns))


def write_rows(dataset: Dataset, separator: str) -> str:
    """Rows of cells with a header, `held_out` only when a point is; every number reads back bit for bit."""
    coordinates = ("x", "y")[: dataset.d] if dataset.d <= 2 else tuple(f"x{k + 1}" for k in range(dataset.d))
    names = [*coordinates, "label"]
    cells = [map(repr, axis.tolist()) for axis in dataset.points.T]
    cells.append(map(str, dataset.labels.tolist()))
    if dataset.held_out.any():
        names.append("held_out")
        cells.append(map(str, dataset.held_out.astype(int).tolist()))
    lines = [separator.join(names), *map(separator.join, zip(*cells, strict=True))]
    return "\n".join(lines) + "\n"


def _by_name(header: Sequence[str]) -> Columns:
    shown = [cell.strip().lstrip("#").strip() for cell in header]
    names = [name.lower() for name in shown]
    held_out = next((k for k, name in enumerate(names) if name in HELD_OUT_NAMES), None)
    free = [k for k, name in enumerate(names) if k != held_out and name not in IGNORED_NAMES]
    if not free:
        return Columns(shown, [], 0)
    labels = [k for wanted in LABEL_NAMES for k in free if names[k] == wanted]
    if "x" not in names and "xs" not in names:
        labels += [k for k in free if names[k] == "y"]
    label = (labels or free[-1:])[0]
    others = [k for k in free if k != label]
    named = [k for k in others if COORDINATE_NAME.fullmatch(names[k])]
    return Columns(shown, named if len(named) > 1 else others, label, held_out)


def _by_place(width: int) -> Columns:
    return Columns([f"column {k + 1}" for k in range(width)], list(range(width - 1)), width - 1)


def _check_widths(rows: Rows) -> None:
    width = len(rows.cells[0])
    if set(map(len, rows.cells)) == {width}:
        return
    i = next(i for i, row in enumerate(rows.cells) if len(row) != width)
    raise KpguiError(
        f"{rows.where}, line {rows.lines[i]}: {_cells(len(rows.cells[i]))} where line {rows.lines[0]} "
        f"has {width}; a cell is missing or one too many."
    )


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _points(rows: Rows, columns: Columns) -> Floats:
    """The coordinates, (n, d). Whole columns at once; row by row only to find what is wrong."""
    axes = [[row[k] for row in rows.cells] for k in columns.coordinates]
    text = "".join(map("".join, axes))
    commas = rows.comma_decimal and "," in text
    if "_" not in text and not (commas and "." in text):  # float() takes 1_000, which no file means
        if commas:
            axes = [[cell.replace(",", ".") for cell in axis] for axis in axes]
        try:
            points = np.column_stack([np.fromiter(map(float, axis), np.float64, len(axis)) for axis in axes])
        except ValueError:
            raise _wrong_cell(rows, columns, commas) from None
        if np.isfinite(points).all():
            return points
    raise _wrong_cell(rows, columns, commas)


def _wrong_cell(rows: Rows, columns: Columns, commas: bool) -> KpguiError:
    """What to say about the first coordinate, in the order of the file, that is not a finite number."""
    for row, line in zip(rows.cells, rows.lines, strict=True):
        for k in columns.coordinates:
            problem = _problem(row[k].strip(), commas)
            if problem:
                return KpguiError(f"{rows.where}, line {line}: {columns.names[k]} is {problem}.")
    raise AssertionError("every cell is a number")


def _problem(cell: str, commas: bool) -> str:
    if cell.lower() in MISSING:
        return "missing; fill it in or delete the row"
    shown = repr(cell if len(cell) <= 40 else cell[:40] + "…")
    if commas and "." in cell:
        return f"{shown}, but elsewhere the file has decimal commas; use one of the two"
    try:
        number = float(cell.replace(",", ".") if commas else cell)
    except ValueError:
        return f"{shown}, which is not a number"
    if "_" in cell:
        return f"{shown}, which is not a number"
    return "" if isfinite(number) else f"{shown}; a coordinate must be a finite number"


def _held_out(rows: Rows, columns: Columns) -> Bools | None:
    if columns.held_out is None:
        return None
    cells = [row[columns.held_out].strip().lower() for row in rows.cells]
    wrong = set(cells) - YES - NO
    if wrong:
        i = next(i for i, cell in enumerate(cells) if cell in wrong)
        name = columns.names[columns.held_out]
        raise KpguiError(f"{rows.where}, line {rows.lines[i]}: {name} must be 0 or 1, not {cells[i][:40]!r}.")
    return np.fromiter((cell in YES for cell in cells), bool, len(cells))


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return False
    return True
