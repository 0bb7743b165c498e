"""Values of the fields of a session file, each checked. Raises KpguiError that names the file and the field."""

from math import isfinite
from typing import Any

from kpgui.formats.parts.strict_json import quoted
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.expression import MAX_LENGTH
from kpgui.model.session import ORDER, SEED


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
