"""The import dialog's questions, proposals and texts about a file of points, computed from its preview."""

import json
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.labels import classes_of
from kpgui.formats.tabular.report import ClassCount, ColumnFound, FilePreview
from kpgui.language import _, later
from kpgui.model.dataset import Dataset
from kpgui.model.errors import short
from kpgui.model.param import grouped
from kpgui.words.counters import plural

DELIMITERS = ((",", later("Comma")), (";", later("Semicolon")), ("\t", later("Tab")), (" ", later("Blanks")))
OTHERS = later("All other classes")

ROLES = {"x": "x", "y": "y", "coordinate": "", "label": later("label"), "held_out": later("held out"), "": ""}


def coordinates_of(preview: FilePreview) -> tuple[int, ...]:
    """The indices of the columns that are coordinates: x, y, and further ones."""
    columns = {role: [k for k, each in enumerate(preview.columns) if each.role == role] for role in ROLES}
    return (*columns["x"], *columns["y"], *columns["coordinate"])


def label_of(preview: FilePreview) -> int | None:
    """The index of the label column; None if there is none."""
    return next((k for k, each in enumerate(preview.columns) if each.role == "label"), None)


def needs_asking(preview: FilePreview) -> bool:
    """Whether the file leaves something open that the user has to decide: coordinates, classes, or the first row.

    That no row can be read, or the label column has very many values, may mean that other columns are intended; of a
    file that is not Unicode the encoding is guessed.
    """
    if preview.holds_session or not preview.columns:
        return False
    odd_header = not preview.header and any(each.line == 1 for each in preview.skipped)
    many_classes = len(preview.classes) > 2 and preview.choices.positive is None
    nothing_read = bool(preview.rows) and not preview.classes
    guessed = not preview.choices.encoding and preview.encoding not in ("", "utf-8", "utf-16")
    return guessed or len(coordinates_of(preview)) > 2 or many_classes or odd_header or nothing_read


def settled(preview: FilePreview) -> Choices:
    """The preview's choices, completed by proposals: the first two coordinates, the first class against all others.

    A choice that is no longer possible, after another separator or label column was chosen, is replaced.
    """
    choices = preview.choices
    coordinates = coordinates_of(preview)
    if len(coordinates) > 2:
        choices = replace(choices, coordinates=coordinates[:2])
    names = [each.name for each in preview.classes]
    if len(names) > 2:
        if choices.positive not in names:
            choices = replace(choices, positive=names[0], negative=None)
        if choices.negative is not None and (choices.negative not in names or choices.negative == choices.positive):
            choices = replace(choices, negative=None)
    return choices


def problem_of(preview: FilePreview) -> str:
    """Why the file cannot be shown on the canvas with the current choices; "" if it can."""
    if preview.problem:
        return preview.problem
    count = len(coordinates_of(preview))
    if not preview.holds_session and count != 2:
        return _("The canvas shows points with 2 coordinates; {columns} of numbers can be one.").format(
            columns=plural(count, "{n} column", "{n} columns")
        )
    return ""


def heading(preview: FilePreview) -> str:
    """The file's format and size in a line."""
    about = _("at least ") if not preview.complete else ""
    rows = plural(preview.looked_at, "{n} row", "{n} rows")
    return f"{_(preview.title)}, {about}{rows}"


def column_titles(preview: FilePreview) -> list[str]:
    """Each column's name and, below it, its role."""
    return [f"{short(each.name)}\n{_(ROLES[each.role]) or '–'}" for each in preview.columns]


def column_text(column: ColumnFound, index: int) -> str:
    """A column as an entry of a list: its name, or its number from 1.

    >>> column_text(ColumnFound("width", "x", True), 2)
    'width'
    >>> column_text(ColumnFound("", "", True), 2)
    'column 3'
    """
    return short(column.name) or _("column {index}").format(index=index + 1)


def class_text(each: ClassCount) -> str:
    """A class with its number of rows.

    >>> class_text(ClassCount("setosa", 50))
    'setosa (50)'
    """
    return f"{short(each.name)} ({grouped(each.count)})"


def skipped_title(preview: FilePreview) -> str:
    """The label of the option to leave out rows that cannot be read, with their number."""
    return _("Leave out {rows} that cannot be read").format(rows=plural(preview.skipped_count, "{n} row", "{n} rows"))


def skipped_lines(preview: FilePreview) -> str:
    """The rows that cannot be read and why, one line each."""
    lines = [_("Line {line}: {reason}").format(line=each.line, reason=each.reason) for each in preview.skipped]
    more = preview.skipped_count - len(lines)
    return "\n".join(lines + ([_("… and {more} more").format(more=grouped(more))] if more > 0 else []))


def shown_points(preview: FilePreview) -> Dataset:
    """The points of the preview's rows, as far as they can be read, labelled by the current choices."""
    coordinates, label = coordinates_of(preview)[:2], label_of(preview)
    points, labels = [], []
    if len(coordinates) == 2 and label is not None:
        signs = signs_of(preview)
        for row in preview.rows:
            sign = _sign(row[label].strip(), signs) if label < len(row) else 0
            point = [_number(row[k], preview.decimal_comma) if k < len(row) else None for k in coordinates]
            if sign and None not in point:
                points.append(point)
                labels.append(sign)
    return Dataset.of(np.array(points, float).reshape(-1, 2), labels)


def signs_of(preview: FilePreview) -> dict[str, int]:
    """The label of each class: −1 or +1, or 0 if its rows are left out."""
    choices, names = preview.choices, [each.name for each in preview.classes]
    if choices.positive is None and choices.negative is None:
        given = {each.name: each.sign for each in preview.classes}
        return given if any(given.values()) or len(names) > 2 else dict(zip(names, (-1, 1), strict=False))
    rest = -1 if choices.negative is None else 1 if choices.positive is None else 0
    return {name: 1 if name == choices.positive else -1 if name == choices.negative else rest for name in names}


def by_name(choices: Choices, preview: FilePreview) -> Choices:
    """The choices with column names in place of indices, so that they also fit a file with further columns.

    preview: that of the file with these choices. Indices are kept if the columns have no names, or not distinct ones.
    """
    names = [each.name for each in preview.columns]
    if not preview.header or preview.choices != choices or len(set(map(str.lower, names))) < len(names):
        return choices
    coordinates = tuple(names[k] for k in coordinates_of(preview))
    label = label_of(preview)
    if label is None or not all((*coordinates, names[label])):
        return choices
    return replace(choices, coordinates=coordinates, label=names[label])


def choices_text(choices: Choices) -> str:
    """The choices as JSON, for the settings.

    >>> choices_from(choices_text(Choices(coordinates=(0, 2), positive="setosa"))).coordinates
    (0, 2)
    """
    return json.dumps({name: value for name, value in asdict(choices).items() if value is not None})


def choices_from(text: str) -> Choices | None:
    """The inverse of `choices_text`; None for any other text."""
    try:
        given = json.loads(text)
        coordinates = given.pop("coordinates", None)
        fits = all(isinstance(value, _TYPES[name]) for name, value in given.items())
        valid = coordinates is None or all(isinstance(each, int | str) for each in coordinates)
        if not fits or not valid:
            return None
        return Choices(coordinates=None if coordinates is None else tuple(coordinates), **given)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None


_TYPES: dict[str, Any] = {
    "delimiter": str,
    "decimal_comma": bool,
    "header": bool,
    "label": int | str,
    "positive": str,
    "negative": str,
    "standardise": bool,
    "skip_bad_rows": bool,
    "encoding": str,
}


def _sign(cell: str, signs: dict[str, int]) -> int:
    """The label of a cell's class, also if that is a number written differently; 0 if it has none."""
    spelt = classes_of([cell], [1])[0][0].name
    return signs.get(cell, signs.get(spelt, 0))


def _number(cell: str, decimal_comma: bool) -> float | None:
    try:
        number = float(cell.replace(",", ".") if decimal_comma else cell)
    except ValueError:
        return None
    return number if np.isfinite(number) else None
