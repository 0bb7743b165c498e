"""The mapping between the positions of a slider and the values of a parameter."""

import math

from kpgui.model.param import Param, Value

POSITIONS = 1000
"""The last position of a slider; the first is 0."""

WIDE_RANGE = 200
"""Integers over a range longer than this get a logarithmic slider."""


def has_slider(param: Param) -> bool:
    return param.slider is not None and param.scale in ("linear", "log", "integer")


def position_of(param: Param, value: Value) -> int:
    """The slider's position for a value, 0 to POSITIONS; values beyond its range are at its ends.

    >>> sigma = Param("sigma", 1.0, "Width.", scale="log", low=0, slider=(0.01, 100))
    >>> position_of(sigma, 1.0), position_of(sigma, 1e9)
    (500, 1000)
    """
    low, high = _span(param)
    number = min(max(float(value), low), high)
    return round(POSITIONS * _unstretched(param, number, low, high))


def value_at(param: Param, position: int) -> Value:
    """The value at a slider's position, with few digits; an int for integer parameters.

    >>> sigma = Param("sigma", 1.0, "Width.", scale="log", low=0, slider=(0.01, 100))
    >>> value_at(sigma, 500), value_at(sigma, 575), value_at(sigma, 0)
    (1.0, 2.0, 0.01)
    """
    low, high = _span(param)
    number = _stretched(param, position / POSITIONS, low, high)
    if param.scale == "integer":
        return round(number)
    digits = _digits(number if param.scale == "log" else (high - low) / 10)
    return min(max(round(number, digits), low), high)


def stepped(param: Param, value: Value, steps: int) -> Value:
    """The value after so many presses of an arrow key, within what is allowed.

    >>> count = Param("n", 5, "Points.", scale="integer", low=1, high=6)
    >>> stepped(count, 5, 1), stepped(count, 5, 3)
    (6, 6)
    """
    number = float(value)
    if param.scale == "integer":
        further: float = round(number) + steps
    elif param.scale == "log" and number > 0:
        further = number * 10 ** (steps / 10)
        further = round(further, _digits(further))
    else:
        span = 10.0 if param.slider is None else param.slider[1] - param.slider[0]
        further = round(number + steps * span / 100, 10)
    inside = min(max(further, param.low), param.high)
    if param.open_low and inside <= param.low:
        return value
    return int(inside) if param.scale == "integer" else inside


def _span(param: Param) -> tuple[float, float]:
    assert param.slider is not None
    return param.slider


def _digits(number: float) -> int:
    """Decimals that keep three significant digits."""
    return 2 - math.floor(math.log10(number)) if number > 0 else 2


def _logarithmic(param: Param, low: float, high: float) -> bool:
    return param.scale == "log" or (param.scale == "integer" and high - low > WIDE_RANGE)


def _stretched(param: Param, share: float, low: float, high: float) -> float:
    if not _logarithmic(param, low, high):
        return low + share * (high - low)
    if param.scale == "log":
        return float(low * (high / low) ** share)
    return float(low - 1 + (high - low + 1) ** share)


def _unstretched(param: Param, number: float, low: float, high: float) -> float:
    if not _logarithmic(param, low, high):
        return (number - low) / (high - low)
    if param.scale == "log":
        return math.log(number / low) / math.log(high / low)
    return math.log(number - low + 1) / math.log(high - low + 1)
