"""Scales: ticks and labels of an axis, the grid that points snap to, and a slider's positions."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.param import MINUS, Param, Value, power_of_ten, shown

MOST_DIGITS = 6
"""Most digits of a label; longer labels are written as differences from a common offset."""


class Axis(NamedTuple):
    """Ticks in ascending order, with the factor and offset left out of their labels: label · 10^exponent + offset.

    values: inside the range, all different; empty where floats are too coarse for any. offset: as text, "" for none.
    """

    values: tuple[float, ...] = ()
    labels: tuple[str, ...] = ()
    exponent: int = 0
    offset: str = ""

    def title(self, name: str) -> str:
        """The axis name with the factor or offset that its labels leave out: "x", "x (×10⁻⁹)", "x − 100000000"."""
        shifted = self.offset.startswith(MINUS)
        if self.offset:
            name = f"{name} + {self.offset[1:]}" if shifted else f"{name} {MINUS} {self.offset}"
        return f"{name} (×{power_of_ten(self.exponent)})" if self.exponent else name


def ticks(low: float, high: float, most: int = 8) -> Axis:
    """Ticks at multiples of 1, 2 or 5 times a power of ten between two numbers, at most `most` + 1 of them.

    The order of low and high does not matter. A range of length 0 has one tick, an infinite one none. Computed with
    integer steps and exact fractions, so that no label shows a rounding error or −0.
    """
    if not (math.isfinite(low) and math.isfinite(high)):
        return Axis()
    bottom, top = Fraction(min(low, high)), Fraction(max(low, high))
    if bottom == top:
        return Axis((float(low) + 0.0,), (shown(low),))
    digit, power = _step(top - bottom, most)
    step = digit * Fraction(10) ** power
    steps = range(math.floor(bottom / step), math.ceil(top / step) + 1)
    exact = [n for n in steps if _is_inside(n * step, step, bottom, top)]
    if not exact:
        return Axis()
    base = _common_part([n * digit for n in exact])
    counts = [n * digit - base for n in exact]
    exponent = _exponent(max(map(abs, counts)), power)
    labels = tuple(_decimal(count, power - exponent) for count in counts) if any(counts) else ("0",) * len(counts)
    values = tuple(float(n * step) for n in exact)
    return Axis(values, labels, exponent, _scientific(base, power) if base else "")


def log_ticks(low: float, high: float) -> Axis:
    """Ticks of a logarithmic axis: 0 at `low`, which stands for all below it, and 1, 2 and 5 times powers of ten.

    None is so close to the 0 that their labels would touch.

    >>> log_ticks(0.5, 30).labels, log_ticks(0.5, 3e3).labels
    (('0', '1', '2', '5', '10', '20'), ('0', '10', '100', '1000'))
    """
    least = low * (high / low) ** 0.1
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    digits = (1, 2, 5) if high < 100 * low else (1,)
    found = [value for power in powers for digit in digits if least <= (value := float(f"{digit}e{power}")) <= high]
    return Axis((low, *found), ("0", *map(shown, found)))


def _is_inside(value: Fraction, step: Fraction, bottom: Fraction, top: Fraction) -> bool:
    """Whether the float nearest to the value is in the range and close enough: 0.1 is inside from 0.1 to 0.3."""
    try:
        nearest = Fraction(float(value))
    except OverflowError:
        return False
    return bottom <= nearest <= top and abs(nearest - value) <= step / 100


def _step(span: Fraction, most: int) -> tuple[int, int]:
    """The smallest (digit, power of ten) whose steps fit into the span at most `most` times."""
    magnitude = math.log10(span.numerator) - math.log10(span.denominator) - math.log10(most)
    for digit, power in _steps_from(math.floor(magnitude) - 1):
        if span <= most * digit * Fraction(10) ** power:
            return digit, power
    raise AssertionError("steps grow without end")


def _steps_from(power: int) -> Iterator[tuple[int, int]]:
    while True:
        for digit in (1, 2, 5):
            yield digit, power
        power += 1


def _common_part(counts: list[int]) -> int:
    """The offset to subtract from labels that would be long: their leading digits, or 0 if they are short."""
    if len(str(max(map(abs, counts)))) <= MOST_DIGITS:
        return 0
    unit = 10 ** len(str(counts[-1] - counts[0]))
    return counts[0] // unit * unit


def _exponent(largest: int, power: int) -> int:
    """The common power of ten to take out of labels up to largest · 10^power; 0 from 0.001 to 99999."""
    leading = len(str(largest)) - 1 + power
    return 0 if largest == 0 or -3 <= leading <= 4 else leading


def _decimal(count: int, power: int) -> str:
    """count · 10^power, all digits written out."""
    sign = MINUS if count < 0 else ""
    if power >= 0:
        return sign + str(abs(count) * 10**power)
    digits = str(abs(count)).rjust(1 - power, "0")
    return f"{sign}{digits[:power]}.{digits[power:]}"


def _scientific(count: int, power: int) -> str:
    """count · 10^power without loss: as a decimal if that is short, else in scientific notation."""
    digits = str(abs(count)).rstrip("0")
    power += len(str(abs(count))) - len(digits)
    if len(digits) + abs(power) <= 12:
        return _decimal(int(digits) * (1 if count > 0 else -1), power)
    leading = digits[0] + ("." + digits[1:] if digits[1:] else "")
    return f"{MINUS if count < 0 else ''}{leading}×{power_of_ten(power + len(digits) - 1)}"


PARTS = {1: 5, 2: 4, 5: 5}
"""The number of parts into which a tick step of 1, 2 or 5 times a power of ten is divided."""


def fine_step(values: tuple[float, ...]) -> float:
    """The grid's step for ticks at these values; 0 for fewer than two.

    >>> fine_step((-1.0, -0.5, 0.0)), fine_step((0.0, 2.0)), fine_step((10.0, 20.0)), fine_step((1.0,))
    (0.1, 0.5, 2.0, 0.0)
    """
    if len(values) < 2:
        return 0.0
    step = (values[-1] - values[0]) / (len(values) - 1)
    power = math.floor(math.log10(step) + 1e-6)
    digit = round(step / 10.0**power)
    return float(f"{digit / PARTS[digit]:g}e{power}")


def snapped(values: Floats, steps: tuple[float, float]) -> Floats:
    """The grid points nearest to the values, (..., 2), with a step for each axis; a step of 0 leaves them unchanged.

    The results are the doubles nearest to the decimals: 0.3, not 0.30000000000000004.
    """
    found = np.array(values, float)
    for axis, step in enumerate(steps):
        if step > 0:
            # A multiple of a decimal fraction is computed as a quotient of integers, which is rounded only once.
            parts = 10.0 ** max(0, 1 - math.floor(math.log10(step)))
            found[..., axis] = np.round(found[..., axis] / step) * np.round(step * parts) / parts + 0.0  # no −0
    return found


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
