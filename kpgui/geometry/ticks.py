"""Tick positions and labels of an axis, and the grid between the ticks that points snap to."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.number import MINUS, power_of_ten, shown

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
