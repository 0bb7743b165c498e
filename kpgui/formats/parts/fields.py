"""JSON as a session file has it: no field twice, finite numbers, and fields that are checked one by one."""

import json
import re
from collections import Counter
from math import isfinite
from typing import Any, NoReturn

from kpgui.formats.tabular.text import line_at
from kpgui.language import _
from kpgui.model.errors import KpguiError, short
from kpgui.model.expression import MAX_LENGTH
from kpgui.model.session import ORDER, SEED

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
