"""What the dialog of small multiples offers to vary, in words, and which values it proposes."""

from typing import NamedTuple

from kpgui.language import _, later, titled
from kpgui.model.param import Param, Value, text_of
from kpgui.model.session import Session
from kpgui.words.overrides import NamedSetting, settings
from kpgui.words.variation import AT

PLACES = "epoch:1, epoch:3, end"
"""The places in the run that are proposed."""

_WHOLE = {"kernel": (later("Kernel"), "{}, linear(), poly(degree=3)"), "learner": (later("Learner"), "{}, svm(C=1)")}


GROUPS = {"kernel": later("Kernel"), "learner": later("Learner"), "run": later("Run")}


class Variable(NamedTuple):
    """Something that can vary: its name on the command line, its words on the screen, and values, as they are typed."""

    name: str
    title: str
    values: str


def variables(session: Session) -> tuple[Variable, ...]:
    """Everything that can vary in a session, first what varies most often.

    >>> variables(Session())[0]
    Variable(name='kernel.sigma', title='Kernel: sigma (σ)', values='0.3, 1, 3')
    """
    found = [Variable(each.name, _title(each), _proposed(each)) for each in settings(session)]
    return (*sorted(found, key=lambda each: "." not in each.name), Variable(AT, _("Place in the run"), PLACES))


def _title(setting: NamedSetting) -> str:
    group, __, rest = setting.name.partition(".")
    if not rest:
        return _(_WHOLE[group][0])
    place, __, __ = rest.rpartition(".")
    symbol = f" ({setting.param.symbol})" if setting.param.symbol else ""
    name = setting.param.name.replace("_", " ")
    words = name[0].upper() + name[1:] if len(name) > 1 else name
    shown = name if _(words) == words else _(words)
    return titled(" ".join(filter(None, (_(GROUPS[group]), place))), f"{shown}{symbol}")


def _proposed(setting: NamedSetting) -> str:
    if setting.name in _WHOLE:
        return _WHOLE[setting.name][1].format(setting.value)
    param = setting.param
    if param.scale == "flag":
        return "false, true"
    if param.scale in ("choice", "text"):
        return ", ".join(param.choices) or str(setting.value)
    found = [each for each in _around(param, setting.value) if param.low <= each <= param.high]
    return ", ".join(text_of(each) for each in found if each > param.low or not param.open_low)


def _around(param: Param, value: Value) -> list[float]:
    """Three values, the one there is among them."""
    number = float(value)
    if param.scale == "integer" and number < 10:
        first = max(param.low, number - 1)
        return [first, first + 1, first + 2]
    if param.scale == "integer":
        return [number // 10, number // 2, number]
    if param.scale == "log":
        return [float(f"{number / 3:.1g}"), number, float(f"{3 * number:.1g}")]
    return [number / 2, number, 2 * number] if number else [0.0, 0.5, 1.0]
