"""The parts of a session file: its answers and ghosts, and rows that are parsed one part after the other."""

import json
import re
from collections import Counter
from dataclasses import asdict, fields
from itertools import islice
from math import isfinite
from typing import Any, NoReturn

from kpgui.formats.tabular.text import line_at
from kpgui.language import _
from kpgui.model.conventions import Conventions
from kpgui.model.errors import KpguiError, clean_name, short
from kpgui.model.expression import MAX_LENGTH
from kpgui.model.question import MOST_ANSWERS, Prediction
from kpgui.model.session import LARGEST, LONGEST_NAME, MOST, ORDER, SEED, Ghost, KeptMoment

LONGEST = 1000
"""Most characters of a text."""

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no text on the screen has."""


def written_answer(answer: Prediction) -> dict[str, Any]:
    """An answer as a JSON object."""
    return answer._asdict()


def answers_of(values: Any, where: str) -> tuple[Prediction, ...]:
    """The answers that the field describes. Raises KpguiError."""
    if not isinstance(values, list) or len(values) > MOST_ANSWERS:
        raise KpguiError(
            _("{where}: the field 'answers' must be a list of at most {most} objects, not {value}.").format(
                where=where, most=MOST_ANSWERS, value=quoted(values)
            )
        )
    return tuple(_answer(value, _("{where}, answer {n}").format(where=where, n=n)) for n, value in enumerate(values, 1))


def _answer(value: Any, where: str) -> Prediction:
    if not isinstance(value, dict) or set(value) != set(Prediction._fields):
        raise KpguiError(
            _("{where}: it must have {names} and nothing else.").format(
                where=where, names=", ".join(Prediction._fields)
            )
        )
    for name, each in value.items():
        if name == "step":
            good = type(each) is int and 0 <= each <= 2**53
        else:
            good = isinstance(each, str) and len(each) <= LONGEST and not CONTROL.search(each)
        if not good:
            raise KpguiError(
                _("{where}: the field {name} is not as it should be; correct it, or remove the answer.").format(
                    where=where, name=quoted(name)
                )
            )
    return Prediction(**value)


_WHOLE = ("style", "errors", "held_out_errors", "step", "mistakes", "dimensions", "total", "voters", "signs", "counts")
_REALS = ("constant", "unit", "roundings", "slack")
_FLAGS = ("visible", "biased")
_LISTS = ("coordinates", "terms", "voters", "signs", "counts")


def conventions_of(value: Any, where: str) -> Conventions:
    """The conventions that the field describes. Raises KpguiError."""
    try:
        return Conventions.of(value)
    except KpguiError as error:
        raise KpguiError(_("{where}, in the field 'conventions': {error}").format(where=where, error=error)) from None


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


MOST_DIGITS = 1000
"""Of a whole number; the largest float64 has 309."""

CONSTANT = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(-?Infinity|NaN)')
"""Captures a non-finite constant. Strings are matched as wholes, without backtracking, to skip what is in them."""


def parsed(content: bytes, where: str, part: slice | None = None) -> Any:
    """The value of a JSON text, or the list of values in `part` of it. Raises KpguiError with the line of a mistake."""
    text = content.decode("utf-8-sig") if part is None else f"[{content[part].decode()}]"

    def line_of(at: int) -> int:
        return line_at(content, len(text[:at].encode()) + (0 if part is None else part.start - 1))

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            counts = Counter(name for name, __ in pairs)
            twice = next(name for name, count in counts.items() if count > 1)
            raise KpguiError(
                _("{where}: the field {name} is there twice; keep one of them.").format(where=where, name=quoted(twice))
            )
        return fields

    def refuse(constant: str) -> NoReturn:
        at = next(match.start() for match in CONSTANT.finditer(text) if match[1])
        raise KpguiError(
            _("{where}, line {line}: {constant} is not a finite number; correct it.").format(
                where=where, line=line_of(at), constant=constant
            )
        )

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse, parse_int=_integer)
    except json.JSONDecodeError as error:
        end = len(text.rstrip())
        if error.pos >= end or error.msg.startswith("Unterminated string"):
            problem = _("{where} ends in the middle, on line {line}; take an earlier copy of it.").format(
                where=where, line=line_of(end)
            )
        else:
            problem = _("{where}, line {line}: this is not valid JSON ({reason}).").format(
                where=where, line=line_of(error.pos), reason=error.msg[:1].lower() + error.msg[1:]
            )
        raise KpguiError(problem) from None
    except RecursionError:
        raise KpguiError(_("{where} is nested too deep for a kpgui session.").format(where=where)) from None
    except KpguiError:
        raise
    except ValueError:
        raise KpguiError(
            _("{where} has a whole number with more than {most} digits; correct it.").format(
                where=where, most=MOST_DIGITS
            )
        ) from None


def _integer(digits: str) -> int:
    """A whole number. Raises ValueError for one of more than MOST_DIGITS, which takes long and is no finite float64."""
    if len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


def quoted(value: Any) -> str:
    """A value as messages show it: as JSON, shortened."""
    if isinstance(value, list) and (len(value) > 10 or any(isinstance(each, list | dict) for each in value)):
        return _("a list of {n}").format(n=len(value))
    if isinstance(value, dict):
        return _("an object")
    value = [_beginning(each) for each in value] if isinstance(value, list) else _beginning(value)
    return short(json.dumps(value, ensure_ascii=False), 60)


def _beginning(value: Any) -> Any:
    """The beginning of a text, long enough for a message; any other value unchanged."""
    return value[:80] if isinstance(value, str) else value


def run_settings(fields: dict[str, Any], where: str) -> dict[str, Any]:
    """Kernel, learner, order and seed. Whether the kernel and the learner exist is not checked here."""
    return {
        "kernel": text_of(fields, "kernel", where),
        "learner": text_of(fields, "learner", where),
        "order": ORDER.validate(text_of(fields, "order", where), where),
        "seed": SEED.validate(scalar_of(fields, "seed", where), where),
    }


def text_of(fields: dict[str, Any], name: str, where: str) -> str:
    value = fields[name]
    if not isinstance(value, str) or len(value) > MAX_LENGTH:
        raise KpguiError(
            _("{where}: the field {name!r} must be a text of at most {most} characters, in quotes.").format(
                where=where, name=name, most=MAX_LENGTH
            )
        )
    if any("\ud800" <= each <= "\udfff" for each in value):  # JSON can escape it as \ud800, but UTF-8 cannot encode it
        raise KpguiError(
            _("{where}: the field {name!r} has half of a character (a surrogate); correct it.").format(
                where=where, name=name
            )
        )
    return value


def scalar_of(fields: dict[str, Any], name: str, where: str) -> Any:
    value = field_of(fields, name, where)
    if isinstance(value, list | dict) or len(str(value)) > 400:
        raise KpguiError(
            _("{where}: the field {name!r} must be one number, not {value}.").format(
                where=where, name=name, value=quoted(value)
            )
        )
    return value


def field_of(fields: dict[str, Any], name: str, where: str) -> Any:
    if name not in fields:
        raise KpguiError(_("{where}: the field {name!r} is missing.").format(where=where, name=name))
    return fields[name]


def flag_of(fields: dict[str, Any], name: str, where: str) -> bool:
    if type(fields[name]) is not bool:
        raise KpguiError(
            _("{where}: the field {name!r} must be true or false, not {value}.").format(
                where=where, name=name, value=quoted(fields[name])
            )
        )
    return bool(fields[name])


def is_finite(value: Any) -> bool:
    if type(value) not in (int, float):
        return False
    try:
        return isfinite(value)
    except OverflowError:
        return False
