"""The answers in a session file: what was asked about the steps of its runs, and what was said."""

import re
from typing import Any

from kpgui.formats.parts.session import quoted
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.question import MOST_ANSWERS, Prediction

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
