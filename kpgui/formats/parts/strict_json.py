"""JSON as a session file has it: no field twice, finite numbers, and problems told with their line."""

import json
import re
from collections import Counter
from typing import Any, NoReturn

from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.quoting import short

CONSTANT = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(-?Infinity|NaN)')
"""Captures a non-finite constant. Strings are matched as wholes, without backtracking, to skip what is in them."""


def parsed(text: str, where: str, part: slice | None = None) -> Any:
    """The value of a JSON text, or the list of values in `part` of it. Raises KpguiError with the line of a mistake."""

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
        at = next(match.start() for match in CONSTANT.finditer(text, part.start if part else 0) if match[1])
        line = text.count("\n", 0, at) + 1
        raise KpguiError(
            _("{where}, line {line}: {constant} is not a finite number; correct it.").format(
                where=where, line=line, constant=constant
            )
        )

    json_text = text if part is None else f"[{text[part]}]"
    try:
        return json.loads(json_text, object_pairs_hook=once, parse_constant=refuse)
    except json.JSONDecodeError as error:
        if part is not None:
            error = json.JSONDecodeError(error.msg, text, part.start + error.pos - 1)
        raise KpguiError(_syntax_problem(text, error, where)) from None
    except RecursionError:
        raise KpguiError(_("{where} is nested too deep for a kpgui session.").format(where=where)) from None
    except KpguiError:
        raise
    except ValueError:
        raise KpguiError(
            _("{where} has a whole number with thousands of digits; correct it.").format(where=where)
        ) from None


def _syntax_problem(text: str, error: json.JSONDecodeError, where: str) -> str:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        line = text.rstrip().count("\n") + 1
        return _("{where} ends in the middle, on line {line}; take an earlier copy of it.").format(
            where=where, line=line
        )
    return _("{where}, line {line}: this is not valid JSON ({reason}).").format(
        where=where, line=error.lineno, reason=error.msg[:1].lower() + error.msg[1:]
    )


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
