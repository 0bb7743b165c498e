"""The key of a sheet as CSV: a row for each variant, with its points and settings, and the right answers."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kpgui.formats.storage import read_bytes
from kpgui.formats.tabular.text import pieces
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError, short
from kpgui.model.session import ORDER, SEED, Session
from kpgui.words.exercise_sheet.band import MOST_VARIANTS
from kpgui.words.exercise_sheet.questions import Question, questions
from kpgui.words.exercise_sheet.setting import PLACES, Setting
from kpgui.words.exercise_sheet.variants import Variant

Key = dict[int, tuple[Variant, tuple[Question, ...]]]
"""Variants by their numbers, with their questions."""

SETTINGS = "variant", "points", "kernel", "learner", "order", "seed", "conventions"

LARGEST, MOST_ROWS = 5_000_000, 10_000
"""Most bytes and rows of a file of answers or of a key."""


def key_csv(sheet: Sequence[Variant]) -> bytes:
    """The key; its columns are SETTINGS and the names of the questions."""
    asked = [questions(each) for each in sheet]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*SETTINGS, *(each.name for each in asked[0])])
    for variant, found in zip(sheet, asked, strict=True):
        session = variant.setting.session
        rows = (f"{x} {y} {label:+d}" for (x, y), label in zip(variant.points, variant.labels, strict=True))
        settings = [session.kernel, session.learner, session.order, session.seed]
        conventions = json.dumps(session.conventions.changed)
        writer.writerow([variant.number, "; ".join(rows), *settings, conventions, *(each.key for each in found)])
    return text.getvalue().encode()


def rows_of(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV with a header, each with its number in the file, from 2. Raises KpguiError."""
    content = read_bytes(path)
    if len(content) > LARGEST:
        raise KpguiError(f"{path} has more than {LARGEST} bytes, too many for a sheet.")
    text = "".join(piece.text for piece in pieces(content, str(path)))
    head = text.partition("\n")[0]
    try:
        rows = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=head.count), strict=True)
        for number, row in enumerate(rows, 2):
            if number > MOST_ROWS:
                raise KpguiError(f"{path} has more than {MOST_ROWS} rows, too many for a sheet.")
            yield number, {str(name).strip().casefold(): str(value or "") for name, value in row.items()}
    except csv.Error as error:
        raise KpguiError(f"{path} is no table with commas: {error}.") from error


def read_key(path: Path) -> Key:
    """The variants of a key by their numbers, with their questions. Raises KpguiError that names the row.

    Answers are computed anew; where the file has others it is refused.
    """
    found: Key = {}
    settings: dict[tuple[Any, ...], Setting] = {}
    for number, row in rows_of(path):
        try:
            variant = _variant(row, settings)
            asked = questions(variant)
            wrong = [each.name for each in asked if not each.agrees(row.get(each.name, ""))]
            if wrong:
                raise KpguiError(f"{wrong[0]} is not what its points give")
            if variant.number in found:
                raise KpguiError(f"there are two variants {variant.number}")
        except KpguiError as error:
            raise KpguiError(f"{path}, row {number}, is no key of `kpgui exercises`: {error}") from error
        found[variant.number] = variant, asked
        if len(found) > MOST_VARIANTS:
            raise KpguiError(f"{path} has more than {MOST_VARIANTS} variants.")
    if not found:
        raise KpguiError(f"{path} has no variants; the key is the CSV of `kpgui exercises`.")
    return found


def _variant(row: dict[str, str], settings: dict[tuple[Any, ...], Setting]) -> Variant:
    """settings: of earlier rows, to which a new one is added. Raises KpguiError."""
    missing = [name for name in SETTINGS if not row.get(name)]
    if missing:
        raise KpguiError(f"it has no {missing[0]}")
    try:
        number, seed = (int(row[name][:18]) for name in ("variant", "seed"))
        rows = [tuple(map(int, each.split())) for each in row["points"].split(";")]
        given = json.loads(row["conventions"])
        points, labels = tuple((x, y) for x, y, _ in rows), tuple(label for *_, label in rows)
    except (ValueError, RecursionError):
        raise KpguiError(f"{short(row['points'])!r} or its numbers cannot be read") from None
    if not {*points} <= {*PLACES} or len({*points}) < len(points) or not {*labels} <= {1, -1}:
        raise KpguiError(f"{short(row['points'])!r} are no points of a sheet")
    texts = tuple(row[name] for name in SETTINGS[2:])
    if (*texts, len(points)) not in settings:
        order = str(ORDER.validate(row["order"]))
        session = Session(Dataset.of(points, labels), row["kernel"], row["learner"], order, int(SEED.validate(seed)))
        settings[(*texts, len(points))] = Setting.of(replace(session, conventions=Conventions.of(given)))
    setting = settings[(*texts, len(points))]
    if setting.count != len(points):
        raise KpguiError(f"it has {len(points)} points")
    return Variant(number, setting, points, labels)
