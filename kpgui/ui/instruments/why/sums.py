"""Sums in few digits: the largest terms, and the rest in one, so that what is shown adds up to what is shown."""

from decimal import Decimal
from math import floor, log10
from typing import NamedTuple

from kpgui.language import _
from kpgui.model.number import MINUS, power_of_ten, shown

DIGITS = 4


class SumTerm(NamedTuple):
    name: str
    value: float


class ShownSum(NamedTuple):
    """terms: (text of the number without sign, whether it is negative, name). total: the text of the sum.

    power: the exponent of a common factor of ten, 0 for none. equals: "=", or "≈" where the terms do not add up to it.
    """

    terms: list[tuple[str, bool, str]]
    total: str
    power: int
    equals: str = "="

    @property
    def numbers(self) -> list[str]:
        """The numbers of the terms."""
        common = f"×{power_of_ten(self.power)}" if self.power else ""
        return [f"{MINUS * negative}{text}{common}" for text, negative, __ in self.terms]

    @property
    def values(self) -> list[Decimal]:
        """The numbers of the terms as they are shown."""
        return [Decimal(text).scaleb(self.power) * (-1) ** negative for text, negative, __ in self.terms]

    @property
    def lines(self) -> list[str]:
        """The terms, as "β₁·K(x₁, x₂) = 0.6" and "b = −0.2", each of which does not break."""
        lines = (f"{name} = {number}" for number, (*__, name) in zip(self.numbers, self.terms, strict=True))
        return [line.replace(" ", "\N{NO-BREAK SPACE}") for line in lines]


def shown_sum(terms: list[SumTerm], total: float) -> ShownSum:
    """Terms and their total rounded to the same decimals, such that the rounded ones add up exactly.

    Each number is within one unit of its last place: those that were rounded the most give way. That is not enough
    where the total is 0 because the sign of the sum is not known.

    >>> told = shown_sum([SumTerm("x₁", 1 / 3), SumTerm("x₂", 1 / 3), SumTerm("b", -1.0)], -1 / 3)
    >>> [line.replace(chr(160), " ") for line in told.lines]
    ['x₁ = 0.3334', 'x₂ = 0.3333', 'b = −1']
    """
    largest = max((abs(number) for number in (*(term.value for term in terms), total)), default=0.0)
    if not largest:
        return ShownSum([("0", False, term.name) for term in terms], "0", 0)
    exponent = floor(log10(largest))
    power = 0 if -4 <= exponent < 6 else exponent
    least = floor(log10(abs(total))) if total else exponent
    decimals = max(0, min(DIGITS - 1 - least, DIGITS + 3 - exponent) + power)
    scaled = [Decimal(term.value).scaleb(decimals - power) for term in terms]
    units, goal = [round(each) for each in scaled], round(Decimal(total).scaleb(decimals - power))
    left = goal - sum(units)
    errors = sorted(range(len(terms)), key=lambda k: scaled[k] - units[k], reverse=left > 0)
    equal = abs(left) <= len(terms)
    for k in errors[: abs(left) * equal]:
        units[k] += 1 if left > 0 else -1
    texts = [(_plain(abs(unit), decimals), unit < 0, term.name) for unit, term in zip(units, terms, strict=True)]
    sign = MINUS if goal < 0 else ""
    whole = f"{sign}{_plain(abs(goal), decimals)}"
    if total and not goal:
        whole = _("0 (more precisely {f})").format(f=shown(total))
    whole = f"{whole}×{power_of_ten(power)}" if power and goal else whole
    return ShownSum(texts, whole, power, "=" if equal else "≈")


def _plain(units: int, decimals: int) -> str:
    """So many units of the last of so many decimals, without trailing zeros.

    >>> _plain(2500, 3), _plain(30, 0)
    ('2.5', '30')
    """
    text = f"{Decimal(units).scaleb(-decimals):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
