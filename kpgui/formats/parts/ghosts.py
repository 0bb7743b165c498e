"""The field `ghosts` of a session file: an object for each kept moment."""

from dataclasses import asdict, fields
from typing import Any

from kpgui.formats.parts.fields import is_finite, run_settings, text_of
from kpgui.formats.parts.strict_json import quoted
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.ghost import LARGEST, LONGEST_NAME, MOST, Ghost, KeptMoment
from kpgui.model.quoting import clean_name

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
