"""The parts of a session file: its ghosts, and rows that are parsed one part after the other."""

import re
from dataclasses import asdict, fields
from itertools import islice
from typing import Any

from kpgui.formats.parts.fields import is_finite, quoted, run_settings, text_of
from kpgui.language import _
from kpgui.model.errors import KpguiError, clean_name
from kpgui.model.session import LARGEST, LONGEST_NAME, MOST, Ghost, KeptMoment

_WHOLE = ("style", "errors", "held_out_errors", "step", "mistakes", "dimensions", "total", "voters", "signs", "counts")
_REALS = ("constant", "unit", "roundings", "slack")
_FLAGS = ("visible", "biased")
_LISTS = ("coordinates", "terms", "voters", "signs", "counts")


def written_ghost(ghost: Ghost) -> dict[str, Any]:
    """A ghost as a JSON object."""
    looks = asdict(ghost)
    moment = looks.pop("moment")
    return looks | moment


def ghosts_of(values: Any, where: str) -> tuple[Ghost, ...]:
    """The ghosts that the field describes. Raises KpguiError."""
    if not isinstance(values, list) or len(values) > MOST or not all(isinstance(each, dict) for each in values):
        raise KpguiError(
            _("{where}: the field 'ghosts' must be a list of at most {most} objects, not {value}.").format(
                where=where, most=MOST, value=quoted(values)
            )
        )
    ghosts = tuple(_ghost(value, _("{where}, ghost {n}").format(where=where, n=n)) for n, value in enumerate(values, 1))
    if len({each.style for each in ghosts}) < len(ghosts):
        raise KpguiError(_("{where}: two ghosts have the same style; give each its own.").format(where=where))
    return ghosts


def _ghost(given: dict[str, Any], where: str) -> Ghost:
    inner = [field.name for field in fields(KeptMoment)]
    outer = [field.name for field in fields(Ghost) if field.name != "moment"]
    wrong = sorted(given.keys() ^ {*inner, *outer}) or [name for name, value in given.items() if not _fits(name, value)]
    if not wrong:
        values: dict[str, Any] = given | {name: tuple(given[name]) for name in _LISTS} | run_settings(given, where)
        values["name"] = clean_name(text_of(given, "name", where))[:LONGEST_NAME]
        moment = KeptMoment(**{name: values[name] for name in inner})
        if _is_whole(moment):
            return Ghost(moment=moment, **{name: values[name] for name in outer})
    raise KpguiError(
        _("{where}: the field {name} is not as it should be; correct it, or remove the ghost.").format(
            where=where, name=quoted((wrong or ["coordinates"])[0])
        )
    )


def _fits(name: str, value: Any) -> bool:
    """Whether a field by itself has a value that is possible. Settings and the name are checked elsewhere."""
    if name in _LISTS:
        kinds = {int} if name in _WHOLE else {int, float}
        return isinstance(value, list | tuple) and set(map(type, value)) <= kinds and all(map(is_finite, value))
    if name in _FLAGS:
        return type(value) is bool
    if name in _WHOLE:
        missing = value is None and name.endswith("errors")
        return missing or (type(value) is int and 0 <= value <= (MOST - 1 if name == "style" else 2**53))
    return name not in _REALS or (is_finite(value) and (value >= 0 or name == "constant"))


def _is_whole(moment: KeptMoment) -> bool:
    """Whether the lists have the sizes and the numbers that f over these points has."""
    d, voters, counts = moment.dimensions, moment.voters, moment.counts
    n, rest = divmod(len(moment.coordinates), max(d, 1))
    votes = len(voters) == len(moment.signs) == len(counts) and set(moment.signs) <= {-1, 1}
    counted = min(counts, default=0) >= 0 and sum(counts) <= moment.total
    complete = set(voters) == set(range(n)) and not moment.terms if voters else len(moment.terms) == n
    return 0 < d <= LARGEST and not rest and moment.size <= LARGEST and votes and counted and complete


PARSED_WHOLE = 1 << 22
"""Bytes above which a file is parsed in parts."""

PART = 1 << 20
"""Bytes of a part, which extends to the end of a row."""

_BEGIN = re.compile(rb'"points"\s*:\s*\[')
_END = re.compile(rb"\]\s*\]")
_BETWEEN = re.compile(rb"\s*,\s*")


def parts_of(text: bytes) -> tuple[bytes, list[slice]] | None:
    """The text of a session without its rows, and the slices of `text` that contain whole rows, in order.

    None for a small file, and for one whose rows cannot be found without parsing because they are not just numbers, or
    are too long to be rows.
    """
    found = list(islice(_BEGIN.finditer(text), 2)) if len(text) > PARSED_WHOLE else []
    end = _END.search(text, found[0].end()) if len(found) == 1 else None
    if end is None:
        return None
    start, stop = found[0].end(), end.start() + 1
    has_texts, nested = text.find(b'"', start, stop) >= 0, text.find(b"[", stop) >= 0
    if has_texts or nested:  # then not every bracket ends a row
        return None
    parts, first = [], start
    while first < stop:
        last = text.index(b"]", min(first + PART, stop - 1)) + 1
        if last - first > PART + PARSED_WHOLE:
            return None
        parts.append(slice(first, last))
        between = _BETWEEN.match(text, last)
        if last < stop and between is None:
            return None
        first = between.end() if between and last < stop else stop
    return text[:start] + text[stop:], parts
