"""The session file, `.kpgui`: JSON that people can read and version control can compare line by line."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from kpgui.formats.base import TextFormat
from kpgui.formats.parts.session import (
    answers_of,
    conventions_of,
    field_of,
    flag_of,
    ghosts_of,
    is_finite,
    parsed,
    parts_of,
    quoted,
    run_settings,
    scalar_of,
    text_of,
    written_answer,
    written_ghost,
)
from kpgui.formats.tabular import limits
from kpgui.formats.tabular.limits import check_points, check_size
from kpgui.formats.tabular.text import as_utf8, written_names, written_rows
from kpgui.language import _
from kpgui.model.arrays import Bools, Floats, Ints, Labels
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError, short
from kpgui.model.multiclass import MOST_CLASSES, AllPoints, all_points, parted, signs
from kpgui.model.param import grouped
from kpgui.model.registry import nearest
from kpgui.model.session import Reached, Session, View

VERSION = 5
FIELDS = ("format", "version", "kernel", "learner", "order", "seed", "view", "columns", "points")
"""The fields of version 1, in which a session is still written unless it has one of the later ones."""
LATER = ("run", "live", "shape")
"""The further fields of version 2."""
OPTIONAL = {"ghosts": 3, "classes": 3, "answers": 4, "conventions": 4, "multiclass": 5}
"""Fields that a session has only if it uses them, each with the first version that has it."""
LISTS = "ghosts", "answers"
"""Optional fields whose items have a line each."""
COUNTERS = ("step", "mistakes", "updates")
CLASSES = ("names", "positive", "negative")
EDGES = ("xmin", "xmax", "ymin", "ymax")
LONGEST_HEAD, LONGEST_CELL = 1_000_000, 200
"""Most bytes of everything but the points, and of one number with the blanks around it."""
MOST_AT_ONCE = 10_000_000
"""Most bytes that are parsed at once: as text and as Python's values they take up to thirty times the memory."""


class SessionFile(TextFormat):
    """A JSON object whose first key is `"format": "kpgui"`; one point per line, as `[x, y, label]`.

    `columns` names the entries of a row: the coordinates, `label` (−1 or 1) and, when any point is held out,
    `held_out` (true or false). With the field `multiclass`, which has the names of more than two classes, and which of
    them are +1 and −1 (null: all others), every row ends with the index of its `class`; the points of classes that take
    no part have a label too, which means nothing. Every number reads back bit for bit. Whether the kernel and the
    learner exist is not checked here.
    """

    key = "kpgui"
    title = "kpgui session"
    suffixes = (".kpgui", ".json")
    meaning = "everything: points, kernel, learner, order, seed, view and the step of the run"
    holds_session = True

    def recognises_text(self, start: str) -> bool:
        return start.lstrip()[:1] in ("{", "[")

    def read(self, content: bytes, where: str) -> Session:
        text = as_utf8(content, where)
        _check_length(text, where)
        head, parts = parts_of(text) or (text, [])
        if len(head) > MOST_AT_ONCE:
            raise KpguiError(
                _("{where} is JSON but not a kpgui session: more than {most} MB of it are not rows of points.").format(
                    where=where, most=MOST_AT_ONCE // 1_000_000
                )
            )
        fields = parsed(head, where)
        _check_names(fields, where)
        blocks = (parsed(text, where, part) for part in parts) if parts else iter([fields["points"]])
        return replace(_settings(fields, where), dataset=_dataset(fields, blocks, where))

    def check(self, session: Session, where: str) -> None:
        super().check(session, where)
        try:
            _settings(_head(session), where)
        except KpguiError as error:
            raise KpguiError(
                _("It cannot be saved so that it can be opened again: {error}").format(error=error)
            ) from None

    def texts(self, session: Session) -> Iterator[str]:
        head = _head(session)
        yield "\n".join(["{", *(_line(name, value) for name, value in head.items()), '  "points": ['])
        yield from _rows(*_all_rows(session.dataset))
        yield "]\n}\n"


def _head(session: Session) -> dict[str, Any]:
    """The fields of a file that precede its points."""
    dataset = session.dataset
    whole, codes = _all_rows(dataset)
    optional = {
        "ghosts": list(map(written_ghost, session.ghosts)),
        "classes": list(dataset.classes),
        "answers": list(map(written_answer, session.answers)),
        **session.conventions.stated,
        "multiclass": dataset.multiclass and {name: getattr(dataset.multiclass, name) for name in CLASSES},
    }
    used = {name: value for name, value in optional.items() if value}
    earliest = not used and (session.reached, session.live, session.shape) == (None, False, "")
    return {
        "format": "kpgui",
        "version": max(map(OPTIONAL.__getitem__, used), default=1 if earliest else 2),
        "kernel": session.kernel,
        "learner": session.learner,
        "order": session.order,
        "seed": session.seed,
        **({} if earliest else _later(session)),
        **used,
        "view": {edge: getattr(session.view, edge) for edge in EDGES},
        "columns": [*dataset.axes, *written_names(whole)[dataset.d :], *([] if codes is None else ["class"])],
    }


def _all_rows(dataset: Dataset) -> tuple[Dataset, Ints | None]:
    """The points that a file has, and the class of each."""
    if dataset.multiclass is None:
        return dataset, None
    every = all_points(dataset, dataset.multiclass)
    labels = np.where(dataset.multiclass.signs[every.codes] > 0, 1, -1)
    return Dataset.of(every.points, labels, every.held_out), every.codes


def _line(name: str, value: Any) -> str:
    """A field on a line of its own; of a list of objects, each."""
    items = [json.dumps(each, ensure_ascii=False) for each in (value if name in LISTS else [value])]
    text = "[\n    " + ",\n    ".join(items) + "\n  ]" if name in LISTS else items[0]
    return f"  {json.dumps(name)}: {text},"


def _later(session: Session) -> dict[str, Any]:
    """The fields that version 2 added."""
    return {
        "run": None if session.reached is None else {name: getattr(session.reached, name) for name in COUNTERS},
        "live": session.live,
        "shape": session.shape,
    }


def _settings(fields: dict[str, Any], where: str) -> Session:
    """The session that these fields describe, without its points. Raises KpguiError."""
    return Session(
        **run_settings(fields, where),
        view=_view(fields["view"], where),
        **(_later_settings(fields, where) if fields["version"] > 1 else {}),
        ghosts=ghosts_of(fields.get("ghosts", []), where),
        answers=answers_of(fields.get("answers", []), where),
        conventions=conventions_of(fields.get("conventions", {}), where),
    )


def _later_settings(fields: dict[str, Any], where: str) -> dict[str, Any]:
    """What the fields of version 2 say, by the names of the session's fields."""
    return {
        "reached": _reached(fields["run"], where),
        "live": flag_of(fields, "live", where),
        "shape": text_of(fields, "shape", where),
    }


def _reached(value: Any, where: str) -> Reached | None:
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != set(COUNTERS):
        raise KpguiError(
            _("{where}: the field 'run' must have {names} and nothing else, or be null.").format(
                where=where, names=", ".join(COUNTERS)
            )
        )
    for name in COUNTERS:
        if type(value[name]) is not int or not 0 <= value[name] <= 2**53:
            raise KpguiError(
                _("{where}: {name} in the field 'run' must be a whole number from 0 to 2**53, not {value}.").format(
                    where=where, name=name, value=quoted(value[name])
                )
            )
    return Reached(**value)


def _rows(dataset: Dataset, codes: Ints | None) -> Iterator[str]:
    start = "\n    ["
    for rows in written_rows(dataset, ("false", "true") if dataset.held_out.any() else None, codes=codes):
        yield start + "],\n    [".join(map(", ".join, rows))
        start = "],\n    ["
    if len(dataset):
        yield "]\n  "


def _check_length(text: bytes, where: str) -> None:
    """Raises KpguiError for a text that is too large to be a session, as parsing it would take long."""
    # Commas do not only separate coordinates: they follow labels and rows, and occur in the other fields.
    rows = max(map(text.count, (b"\n", b"\r", b"[", b"{"))) - 100
    check_size(where, rows, text.count(b",") - 3 * limits.MAX_ROWS)
    if text.count(b'"') > limits.MAX_ROWS + 1000:
        raise KpguiError(
            _("{where} is JSON but not a kpgui session: it has more than {most} texts.").format(
                where=where, most=grouped(limits.MAX_ROWS // 2)
            )
        )
    if len(text) > LONGEST_HEAD + LONGEST_CELL * text.count(b","):
        raise KpguiError(
            _("{where} is JSON but not a kpgui session: it is too large for the numbers that it has.").format(
                where=where
            )
        )
    if len(text) < 100 and not text.removeprefix(BOM_UTF8).strip():
        raise KpguiError(_("{where} is empty; it should hold a kpgui session.").format(where=where))


def _check_names(fields: Any, where: str) -> None:
    """Raises KpguiError unless it is an object, and its fields are all those of the file's version and no others."""
    if not isinstance(fields, dict):
        raise KpguiError(
            _("{where} is JSON but not a kpgui session, which is an object that begins with its format.").format(
                where=where
            )
        )
    if fields.get("format") != "kpgui":
        raise KpguiError(
            _('{where} is JSON but not a kpgui session: it has no field "format": "kpgui".').format(where=where)
        )
    version = scalar_of(fields, "version", where)
    if type(version) is not int or version < 1:
        raise KpguiError(
            _("{where}: the field 'version' must be from 1 to {newest}, not {value}.").format(
                where=where, newest=VERSION, value=quoted(version)
            )
        )
    if version > VERSION:
        raise KpguiError(
            _(
                "{where} was saved by a newer kpgui (session version {version}; this one reads up to "
                "{newest}); update kpgui to open it."
            ).format(where=where, version=version, newest=VERSION)
        )
    needed = FIELDS if version == 1 else FIELDS + LATER
    for name in needed:
        field_of(fields, name, where)
    known = (*needed, *(name for name, first in OPTIONAL.items() if first <= version))
    for name in fields:
        if name not in known:
            raise KpguiError(
                _("{where}: there is no field {name}; {advice}.").format(
                    where=where, name=quoted(name), advice=nearest(short(name), known)
                )
            )


def _view(value: Any, where: str) -> View:
    if not isinstance(value, dict) or set(value) != set(EDGES):
        raise KpguiError(
            _("{where}: the field 'view' must have xmin, xmax, ymin and ymax, and nothing else.").format(where=where)
        )
    for edge in EDGES:
        if not is_finite(value[edge]):
            raise KpguiError(
                _("{where}: {edge} in the field 'view' must be a finite number, not {value}.").format(
                    where=where, edge=edge, value=quoted(value[edge])
                )
            )
    view = View(**{edge: float(value[edge]) for edge in EDGES})
    if not (0 < view.xmax - view.xmin < float("inf") and 0 < view.ymax - view.ymin < float("inf")):
        raise KpguiError(
            _("{where}: the field 'view' must have xmin below xmax and ymin below ymax.").format(where=where)
        )
    return view


def _dataset(fields: dict[str, Any], blocks: Iterator[Any], where: str) -> Dataset:
    """The points in these blocks. Raises KpguiError for a block that is no list of rows, or an invalid row."""
    columns, classes = fields["columns"], fields.get("classes", ["", ""])
    chosen = _chosen_classes(fields, where)
    coordinates = _coordinates(columns, where, [] if chosen is None else ["class"])
    if not isinstance(classes, list) or len(classes) != 2 or not all(isinstance(name, str) for name in classes):
        raise KpguiError(
            _("{where}: the field 'classes' must be two texts, the names of the classes −1 and +1.").format(where=where)
        )
    points: list[Floats] = []
    labels: list[Labels] = []
    held_out: list[Bools] = []
    codes: list[Ints] = []
    d, count = len(coordinates), 0
    for rows in blocks:
        if not isinstance(rows, list):
            raise KpguiError(
                _("{where}: the field 'points' must be a list of rows, not {value}.").format(
                    where=where, value=quoted(rows)
                )
            )
        check_points(where, count + len(rows), d)
        for i, row in enumerate(rows, count):
            if type(row) is not list or len(row) != len(columns):
                raise _wrong_row(i, _("must be [{columns}]").format(columns=short(", ".join(columns), 100)), row, where)
        axes = [_axis([row[k] for row in rows], name, where, count) for k, name in enumerate(coordinates)]
        points.append(np.column_stack(axes))
        given = _chosen([row[d] for row in rows], (-1, 1), _("the label must be -1 or 1"), where, count)
        labels.append(np.array(given, np.int8))
        if chosen is not None:
            given, allowed = [row[-1] for row in rows], tuple(range(len(chosen["names"])))
            given = _chosen(given, allowed, _("the class must be the index of a name"), where, count)
            codes.append(np.array(given, np.int64))
        if columns[d + 1 : d + 2] == ["held_out"]:
            marks = [row[d + 1] for row in rows]
            held_out.append(np.array(_chosen(marks, (False, True), _("held_out must be true or false"), where, count)))
        count += len(rows)
    out = np.concatenate(held_out) if held_out else None
    dataset = Dataset.of(np.concatenate(points), np.concatenate(labels), out)
    if chosen is None:
        return dataset.named(coordinates, classes)
    every = AllPoints(dataset.points, dataset.held_out, np.concatenate(codes), dataset.ids)
    try:
        whole = parted(every, **chosen, columns=coordinates)
    except KpguiError as error:
        raise _wrong_classes(where, str(error)) from None
    due = signs(len(chosen["names"]), chosen["positive"], chosen["negative"])[every.codes]
    wrong = np.flatnonzero((due != 0) & (due != dataset.labels))
    if len(wrong):
        label = int(dataset.labels[wrong[0]])
        raise _wrong_row(int(wrong[0]), _("the label must be that of the class"), label, where)
    return whole


def _chosen_classes(fields: dict[str, Any], where: str) -> dict[str, Any] | None:
    """The names of more than two classes, and which are +1 and −1; None if there are only two."""
    value = fields.get("multiclass")
    if "multiclass" not in fields:
        return None
    if not isinstance(value, dict) or set(value) != set(CLASSES):
        raise _wrong_classes(where, _("It must have {names} and nothing else.").format(names=", ".join(CLASSES)))
    names, numbers = value["names"], [value["positive"], value["negative"]]
    few = isinstance(names, list) and len(names) <= MOST_CLASSES and all(isinstance(each, str) for each in names)
    if not few or type(numbers[0]) is not int or type(numbers[1]) not in (int, type(None)):
        raise _wrong_classes(where, _("It must have a list of texts, a whole number, and another one or null."))
    return value


def _wrong_classes(where: str, problem: str) -> KpguiError:
    return KpguiError(_("{where}, in the field 'multiclass': {error}").format(where=where, error=problem))


def _coordinates(columns: Any, where: str, further: list[str]) -> list[str]:
    """The names of the coordinates; further: those of the last columns, after the ones that every file may have."""
    names = columns if isinstance(columns, list) and all(isinstance(name, str) for name in columns) else []
    for rest in (["label", "held_out", *further], ["label", *further]):
        if names[-len(rest) :] == rest and len(names) > len(rest):
            return names[: -len(rest)]
    raise KpguiError(
        _(
            "{where}: the field 'columns' must name the coordinates, then 'label', then perhaps 'held_out'{rest}."
        ).format(where=where, rest="".join(f", '{name}'" for name in further))
    )


def _axis(values: list[Any], name: str, where: str, first: int) -> Floats:
    if set(map(type, values)) <= {float, int}:
        try:
            axis = np.fromiter(map(float, values), np.float64, len(values))
        except OverflowError:
            axis = np.array([np.nan])
        if np.isfinite(axis).all():
            return axis
    i = next(i for i, value in enumerate(values) if not is_finite(value))
    raise _wrong_row(first + i, _("{name} must be a finite number").format(name=short(name)), values[i], where)


def _chosen(values: list[Any], allowed: tuple[Any, ...], problem: str, where: str, first: int) -> list[Any]:
    """The values, if all are among those allowed and of their type. Raises KpguiError with the problem."""
    kind = type(allowed[0])
    if set(map(type, values)) <= {kind} and set(values) <= {*allowed}:
        return values
    i = next(i for i, value in enumerate(values) if type(value) is not kind or value not in allowed)
    raise _wrong_row(first + i, problem, values[i], where)


def _wrong_row(i: int, problem: str, value: Any, where: str) -> KpguiError:
    return KpguiError(
        _("{where}: in row {n} of the field 'points' {problem}, not {value}.").format(
            where=where, n=i + 1, problem=problem, value=quoted(value)
        )
    )
