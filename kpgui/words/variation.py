"""What varies from case to case: in small multiples, over a curve, among kept moments; and what is offered to vary."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from math import isfinite, prod
from typing import Any, NamedTuple

import numpy as np

from kpgui.kernels import kernel
from kpgui.language import _, later, titled
from kpgui.learners import learner
from kpgui.model.errors import KpguiError, short
from kpgui.model.param import Param, Value, text_of
from kpgui.model.session import Session
from kpgui.model.stopping import END, StoppingPoint
from kpgui.words.overrides import NamedSetting, overridden, setting, settings

AT = "at"
"""Name of the place in the run, among those of settings."""

PLACES = "epoch:1, epoch:3, end"
"""The places in the run that are proposed."""

SEVERAL = "settings"
"""Name of several settings that differ together; a value is as in "kernel=linear(); learner=svm(C=1)"."""

ONLY_DRAWN = AT, "class"
"""What differs in figures alone: the place at which a run is drawn, and which points are class +1."""

_WHOLE = {
    "kernel": (later("Kernel"), kernel, ("rbf()", "linear()", "poly(degree=3)")),
    "learner": (later("Learner"), learner, ("kernel_perceptron()", "svm(C=1)")),
}
"""Of settings that are a whole expression: the words, what reads it, and what is proposed beside the present one."""

_CLASS = later("Class +1, against the rest")


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
    if setting.name == "class":
        return _(_CLASS)
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
        __, read, usual = _WHOLE[setting.name]
        others = [each for each in usual if type(read(each)) is not type(read(str(setting.value)))]
        return ", ".join([str(setting.value), *others[-2:]])
    param = setting.param
    if param.scale == "flag":
        return "false, true"
    if param.scale in ("choice", "text"):
        return ", ".join(map(_quoted, param.choices)) or str(setting.value)
    found = [each for each in _around(param, setting.value) if param.low <= each <= param.high]
    return ", ".join(text_of(each) for each in found if each > param.low or not param.open_low)


def _quoted(name: str) -> str:
    """A value as it is typed: in quotes if it has a comma, a bracket or a quote."""
    quote = "'" if '"' in name else '"'
    return f"{quote}{name}{quote}" if set(name) & set(_OPENING + _CLOSING + _QUOTES + ",") else name


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in _QUOTES else text


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


_RANGE = re.compile(r"([-+.\de]+) to ([-+.\de]+) in ([1-9]\d{0,2})( log)?")


def spaced(text: str) -> tuple[str, ...]:
    """The values of a range, in three digits; any other text is a value itself.

    >>> spaced("0.1 to 10 in 5 log"), spaced("1 to 2 in 3"), spaced("linear()")
    (('0.1', '0.316', '1', '3.16', '10'), ('1', '1.5', '2'), ('linear()',))
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        return (text,)
    try:
        low, high, count = float(found[1]), float(found[2]), int(found[3])
    except ValueError:
        return (text,)
    if not (isfinite(low) and isfinite(high)):
        return (text,)
    log = bool(found[4]) and low > 0 and high > 0
    values = (np.geomspace if log else np.linspace)(low, high, count).tolist()
    return tuple(dict.fromkeys(text_of(float(f"{each:.3g}")) for each in values))


def many_values(session: Session, offered: Variable, count: int) -> Variable:
    """What can vary with as many values as a curve needs: a range around the present one, if it is a number.

    >>> many_values(Session(), variables(Session())[0], 21).values
    '0.1 to 10 in 21 log'
    """
    if offered.name in (AT, SEVERAL):
        return offered
    if offered.name == "run.seed":
        return offered._replace(values="0 to 99 in 100")
    found = setting(session, offered.name)
    param = found.param
    if param.scale not in ("log", "linear", "integer"):
        return offered
    number = float(found.value)
    low, high = param.slider or (number / 2, 2 * number or 1.0)
    log = param.scale == "log" and number > 0
    if log:
        low, high = number / 10, number * 10
    low, high = max(low, param.low), min(high, param.high)
    if param.scale == "integer":
        steps = np.geomspace(max(low, 1), high, count) if param.slider else number + np.arange(count)
        return offered._replace(values=", ".join(dict.fromkeys(str(round(each)) for each in steps.tolist())))
    ends = (text_of(float(f"{each:.3g}")) for each in (low, high))
    return offered._replace(values=" to ".join(ends) + f" in {count}" + " log" * log)


def thinned(values: tuple[Any, ...], most: int) -> tuple[Any, ...]:
    """The values, or so many of them, evenly chosen with the first and the last.

    >>> thinned((1, 2, 3, 4, 5), 3), thinned((1, 2), 0)
    ((1, 3, 5), ())
    """
    if len(values) <= most:
        return values
    return tuple(values[round(k * (len(values) - 1) / max(1, most - 1))] for k in range(most))


MOST_PANELS = 36
_OPENING, _CLOSING, _QUOTES = "([{", ")]}", "\"'"


@dataclass(frozen=True)
class Variation:
    """A setting by name, as in `kernel.sigma`, or `at` for the place in the run, and its values as texts."""

    name: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, name: str, text: str) -> "Variation":
        """The values, or ranges of them, are separated by commas outside brackets and quotes.

        >>> Variation.parse("kernel", "linear(), poly(degree=2, c=1)").values
        ('linear()', 'poly(degree=2, c=1)')
        >>> Variation.parse("class", "ham, 'eggs, boiled'").values
        ('ham', 'eggs, boiled')
        """
        parts = [part.strip() for part in _parts(text)]
        values = map(_unquoted, parts) if name == "class" else chain.from_iterable(map(spaced, parts))
        return cls(name, tuple(values))


@dataclass(frozen=True)
class Case:
    """The content of a panel: a session, where its run is stopped, and what is different here, as (name, value)."""

    session: Session
    stop: StoppingPoint
    chosen: tuple[tuple[str, str], ...]


def cases(
    session: Session, variations: tuple[Variation, ...], stop: StoppingPoint = END, most: int = MOST_PANELS
) -> tuple[Case, ...]:
    """A case for each value, or for each pair of values, those of the first variation changing most slowly.

    Raises KpguiError for more than two variations or too many cases, and for a name or value that is not allowed.
    """
    if not 1 <= len(variations) <= 2:
        raise KpguiError(
            _("One or two settings can vary, in rows and columns, not {count}.").format(count=len(variations))
        )
    if variations[0].name == variations[-1].name and len(variations) == 2:
        raise KpguiError(
            _("{name} varies already; let something else vary in the other direction.").format(
                name=short(variations[0].name)
            )
        )
    count = prod(len(each.values) for each in variations)
    if count > most:
        what = _("A figure has at most {most} panels, not {count}; leave some values out.")
        if most != MOST_PANELS:
            what = _("At most {most} runs are compared, not {count}; leave some values out.")
        raise KpguiError(what.format(most=most, count=count))
    combinations = [
        tuple(zip([each.name for each in variations], values, strict=True))
        for values in product(*(each.values for each in variations))
    ]
    return tuple(_case(session, stop, chosen) for chosen in combinations)


def _case(session: Session, stop: StoppingPoint, chosen: tuple[tuple[str, str], ...]) -> Case:
    for name, text in sorted(singles(chosen), key=lambda pair: "." in pair[0]):  # the whole before its parts
        if name == AT:
            stop = StoppingPoint.parse(text)
        else:
            session = overridden(session, name, text)
    return Case(session, stop, chosen)


def singles(chosen: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    """Names and values, each of several settings for itself.

    >>> list(singles((("settings", "kernel=rbf(sigma=2); run.seed=3"),)))
    [('kernel', 'rbf(sigma=2)'), ('run.seed', '3')]
    """
    for name, text in chosen:
        if name != SEVERAL:
            yield name, text
            continue
        for part in _parts(text, ";"):
            single, __, value = part.partition("=")
            yield single.strip(), value.strip()


def only_drawn(variations: tuple[Variation, ...]) -> bool:
    """Whether something varies that differs in figures alone, also among several settings.

    >>> only_drawn((Variation("settings", ("at=epoch:1; run.seed=1",)),))
    True
    """
    chosen = (pair for each in variations for text in each.values for pair in singles(((each.name, text),)))
    return any(name in ONLY_DRAWN for name, __ in chosen)


def several(settings: Mapping[str, str]) -> str:
    """A value of `SEVERAL`."""
    return "; ".join(f"{name}={text}" for name, text in settings.items())


def _parts(text: str, separator: str = ",") -> Iterator[str]:
    start = depth = 0
    quote = ""
    for at, each in enumerate(text):
        if quote:
            quote = "" if each == quote else quote
        elif each in _QUOTES:
            quote = each
        elif each in _OPENING:
            depth += 1
        elif each in _CLOSING:
            depth -= 1
        elif each == separator and depth <= 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]
