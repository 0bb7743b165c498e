"""The words of the screen for parameters and for what can be chosen of them."""

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
