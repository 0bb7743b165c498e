"""What the import dialog asks, offers and says about a file of points; pure, from its preview."""

import json
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.labels import classes_of
from kpgui.formats.tabular.report import ClassCount, ColumnFound, FilePreview
from kpgui.model.dataset import Dataset
from kpgui.model.quoting import short
from kpgui.present.counters import grouped, plural

DELIMITERS = ((",", "Comma"), (";", "Semicolon"), ("\t", "Tab"), (" ", "Blanks"))
OTHERS = "All other classes"

ROLES = {"x": "x", "y": "y", "coordinate": "", "label": "label", "held_out": "held out", "": ""}


def coordinates_of(preview: FilePreview) -> tuple[int, ...]:
    """The places of the columns that are coordinates: x, y, and the further ones."""
    places = {role: [k for k, each in enumerate(preview.columns) if each.role == role] for role in ROLES}
    return (*places["x"], *places["y"], *places["coordinate"])


def label_of(preview: FilePreview) -> int | None:
    """The place of the column of the classes."""
    return next((k for k, each in enumerate(preview.columns) if each.role == "label"), None)


def needs_asking(preview: FilePreview) -> bool:
    """Whether the file leaves open what only a person can say: coordinates, classes, or what the first row is.

    That no row can be read, or the label has very many values, may be because other columns are meant.
    """
    if preview.holds_session or not preview.columns:
        return False
    odd_header = not preview.header and any(each.line == 1 for each in preview.skipped)
    many_classes = len(preview.classes) > 2 and preview.choices.positive is None
    nothing_read = bool(preview.rows) and not preview.classes
    return len(coordinates_of(preview)) > 2 or many_classes or odd_header or nothing_read


def settled(preview: FilePreview) -> Choices:
    """The preview's choices with a proposal for what is open: the first two coordinates, the first class against all.

    A choice that the file does not allow any more, after another separator or label, is made anew.
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
    """Why the file cannot be put on the canvas under the present choices, "" when it can."""
    if preview.problem:
        return preview.problem
    count = len(coordinates_of(preview))
    if not preview.holds_session and count != 2:
        return f"The canvas shows points with 2 coordinates; {plural(count, 'column')} of numbers can be one."
    return ""


def heading(preview: FilePreview) -> str:
    """What the file is, in a line."""
    about = "at least " if not preview.complete else ""
    return f"{preview.title}, {about}{plural(preview.looked_at, 'row')}"


def column_titles(preview: FilePreview) -> list[str]:
    """For each column its name and, below, what it is taken for."""
    return [f"{short(each.name)}\n{ROLES[each.role] or '–'}" for each in preview.columns]


def column_text(column: ColumnFound, place: int) -> str:
    """A column in a list of them.

    >>> column_text(ColumnFound("width", "x", True), 2)
    'width'
    >>> column_text(ColumnFound("", "", True), 2)
    'column 3'
    """
    return short(column.name) or f"column {place + 1}"


def class_text(each: ClassCount) -> str:
    """A class with how many rows have it.

    >>> class_text(ClassCount("setosa", 50))
    'setosa (50)'
    """
    return f"{short(each.name)} ({grouped(each.count)})"


def skipped_title(preview: FilePreview) -> str:
    """What to do about rows that cannot be read, and how many there are."""
    return f"Leave out {plural(preview.skipped_count, 'row')} that cannot be read"


def skipped_lines(preview: FilePreview) -> str:
    """Which rows these are and why, a line each."""
    lines = [f"Line {each.line}: {each.reason}" for each in preview.skipped]
    more = preview.skipped_count - len(lines)
    return "\n".join(lines + ([f"… and {grouped(more)} more"] if more > 0 else []))


def shown_points(preview: FilePreview) -> Dataset:
    """The points of the first rows, as far as they can be read, in the classes that the choices make."""
    coordinates, label = coordinates_of(preview)[:2], label_of(preview)
    points, labels = [], []
    if len(coordinates) == 2 and label is not None:
        signs = signs_of(preview)
        for row in preview.rows:
            sign = _sign(row[label].strip(), signs) if label < len(row) else 0
            place = [_number(row[k], preview.decimal_comma) if k < len(row) else None for k in coordinates]
            if sign and None not in place:
                points.append(place)
                labels.append(sign)
    return Dataset.of(np.array(points, float).reshape(-1, 2), labels)


def signs_of(preview: FilePreview) -> dict[str, int]:
    """The label that each class gets: −1 or +1, or 0 when its rows are left out."""
    choices, names = preview.choices, [each.name for each in preview.classes]
    if choices.positive is None and choices.negative is None:
        given = {each.name: each.sign for each in preview.classes}
        return given if any(given.values()) or len(names) > 2 else dict(zip(names, (-1, 1), strict=False))
    rest = -1 if choices.negative is None else 1 if choices.positive is None else 0
    return {name: 1 if name == choices.positive else -1 if name == choices.negative else rest for name in names}


def by_name(choices: Choices, preview: FilePreview) -> Choices:
    """The same choices with the names of columns for their places, so that they are found where others come between.

    preview: how the file looks under these choices; where it has no names, or one of them twice, places stay.
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
    """Choices as JSON, to be remembered.

    >>> choices_from(choices_text(Choices(coordinates=(0, 2), positive="setosa"))).coordinates
    (0, 2)
    """
    return json.dumps({name: value for name, value in asdict(choices).items() if value is not None})


def choices_from(text: str) -> Choices | None:
    """The inverse of `choices_text`; None for what is no such text."""
    try:
        given = json.loads(text)
        coordinates = given.pop("coordinates", None)
        fits = all(isinstance(value, _TYPES[name]) for name, value in given.items())
        places = coordinates is None or all(isinstance(each, int | str) for each in coordinates)
        if not fits or not places:
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
}


def _sign(cell: str, signs: dict[str, int]) -> int:
    """The label of a cell, also where its class is a number that is spelt in another way."""
    spelt = classes_of([cell], [1])[0][0].name
    return signs.get(cell, signs.get(spelt, 0))


def _number(cell: str, decimal_comma: bool) -> float | None:
    try:
        number = float(cell.replace(",", ".") if decimal_comma else cell)
    except ValueError:
        return None
    return number if np.isfinite(number) else None
