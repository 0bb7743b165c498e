"""The words of the screen for parameters and their choices, and the place where an expression is wrong."""

import re

from kpgui.language import _
from kpgui.model.param import Param


def label_text(param: Param) -> str:
    """
    >>> label_text(Param("decay_on", "step", "")), label_text(Param("sigma", 1.0, "", symbol="σ"))
    ('Decay on', 'Sigma σ')
    """
    shown = _(label_words(param))
    return f"{shown} {param.symbol}" if param.symbol else shown


def choice_text(value: str) -> str:
    """
    >>> choice_text("shuffled_each_epoch"), choice_text("PA-I")
    ('Shuffled each epoch', 'PA-I')
    """
    return _(choice_words(value))


def label_words(param: Param) -> str:
    """A parameter's name as English words, which are translated for its label.

    >>> label_words(Param("decay_on", "step", ""))
    'Decay on'
    """
    return param.label or (choice_words(param.name) if len(param.name) > 1 else param.name)


def choice_words(value: str) -> str:
    """A value to choose as English words, which are translated for the screen."""
    words = value.replace("_", " ")
    return words[0].upper() + words[1:]


_WORD = re.compile(r"\w+|\S")


def wrong_span(text: str, at: int) -> tuple[int, int]:
    """Start and end of the word or sign at a position; an empty span if something is missing there.

    >>> wrong_span("rbf + lin()", 6), wrong_span("rbf +", 5), wrong_span("rbf $", 4)
    ((6, 9), (5, 5), (4, 5))
    """
    match = _WORD.match(text, at)
    return (at, match.end()) if match else (at, at)
