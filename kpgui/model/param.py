"""Declared parameters, and the formatting of numbers for the user."""

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from functools import cache
from typing import Any, ClassVar, Literal

from kpgui.language import _, titled
from kpgui.model.errors import KpguiError, short

MINUS = "\N{MINUS SIGN}"

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def shown(value: float, digits: int = 4) -> str:
    """A number in few digits, with a true minus sign, no −0, and powers of ten as 2×10⁻⁹.

    >>> shown(-0.25), shown(1.527e188), shown(-0.0)
    ('−0.25', '1.527×10¹⁸⁸', '0')
    """
    mantissa, __, exponent = f"{value + 0.0:.{digits}g}".partition("e")
    text = mantissa.replace("-", MINUS)
    return f"{text}×{power_of_ten(int(exponent))}" if exponent else text


def digits_apart(one: float, other: float, digits: int = 4) -> int:
    """The number of digits, at least so many, in which two different numbers look different.

    >>> digits_apart(0.99999, 1), digits_apart(1, 2)
    (5, 4)
    """
    while digits < 17 and one != other and shown(one, digits) == shown(other, digits):
        digits += 1
    return digits


def grouped(number: int) -> str:
    """An integer with its digits in groups of three.

    >>> grouped(1234567).replace(NARROW_SPACE, " ")
    '1 234 567'
    """
    return f"{number:,}".replace(",", NARROW_SPACE)


def indexed(symbol: str, number: int) -> str:
    """
    >>> indexed("α", 12)
    'α₁₂'
    """
    return symbol + str(number).translate(_SUBSCRIPTS)


def rounded_up(value: float, digits: int = 4) -> str:
    """`shown`, rounded towards +∞: for upper bounds.

    >>> rounded_up(1 / 3), rounded_up(0.1)
    ('0.3334', '0.1')
    """
    return _rounded(value, digits, ROUND_CEILING)


def rounded_down(value: float, digits: int = 4) -> str:
    """`shown`, rounded towards −∞: for lower bounds.

    >>> rounded_down(2 / 3)
    '0.6666'
    """
    return _rounded(value, digits, ROUND_FLOOR)


def _rounded(value: float, digits: int, rounding: str) -> str:
    """`value`'s shortest decimal form is what is rounded: the double 0.1 counts as 0.1, not as slightly more."""
    return shown(float(Context(prec=digits, rounding=rounding).create_decimal(repr(float(value)))), digits)


def raised(symbol: str, exponent: int) -> str:
    """
    >>> raised("x", 2)
    'x²'
    """
    return symbol + str(exponent).translate(_SUPERSCRIPTS)


def power_of_ten(exponent: int) -> str:
    """
    >>> power_of_ten(-9)
    '10⁻⁹'
    """
    return raised("10", exponent)


Scale = Literal["linear", "log", "integer", "choice", "flag", "text"]
Value = float | int | str | bool


@dataclass(frozen=True)
class Param:
    """One parameter of a kernel, learner or generator.

    `label`: its words on the screen, if not those of its name. `low` and `high` bound the valid values; `slider` is the
    part of them that a slider spans (a number field reaches the rest). `open_low`: `low` itself is not allowed, as in
    sigma > 0. `rare`: seldom changed, so forms fold it away.
    A text is valid if `check` accepts it without raising KpguiError; `syntax` describes such texts.
    """

    name: str
    default: Value
    meaning: str
    scale: Scale = "linear"
    low: float = -math.inf
    high: float = math.inf
    open_low: bool = False
    slider: tuple[float, float] | None = None
    choices: tuple[str, ...] = ()
    symbol: str = ""
    label: str = ""
    unit: str = ""
    rare: bool = False
    check: Callable[[str], object] | None = None
    syntax: str = "a text"

    def validate(self, value: object, owner: str = "") -> Value:
        """`value` converted to this parameter's type. `owner`: the kernel or learner to name in a message.

        Raises KpguiError with a sentence that names the field, the value and what is allowed.
        """
        if self.scale == "choice":
            if value not in self.choices:
                raise self._refusal(value, owner, _("one of {choices}").format(choices=", ".join(self.choices)))
            return str(value)
        if self.scale == "flag":
            if value not in (True, False):
                raise self._refusal(value, owner, _("true or false"))
            return bool(value)
        if self.scale == "text":
            return self._text(value, owner)
        number = self._number(value, owner)
        below = number <= self.low if self.open_low else number < self.low
        if below or number > self.high:
            raise self._refusal(value, owner, self.allowed)
        return int(number) if self.scale == "integer" else number

    def _text(self, value: object, owner: str) -> str:
        if not isinstance(value, str):
            raise self._refusal(value, owner, self.syntax)
        if self.check is not None:
            try:
                self.check(value)
            except KpguiError as error:
                raise KpguiError(f"{self._subject(owner)}: {error}") from error
        return value

    def _number(self, value: object, owner: str) -> float:
        if isinstance(value, str | bool):
            raise self._refusal(value, owner, self.allowed)
        try:
            number = float(value)  # type: ignore[arg-type]  # anything else is refused just below
        except (TypeError, ValueError, OverflowError):
            raise self._refusal(value, owner, self.allowed) from None
        whole = self.scale != "integer" or number.is_integer()
        if not math.isfinite(number) or not whole:
            raise self._refusal(value, owner, self.allowed)
        return number

    @property
    def allowed(self) -> str:
        """The valid values in words: "a number above 0", "a whole number from 1 to 12"."""
        if self.scale == "choice":
            return " | ".join(self.choices)
        if self.scale == "flag":
            return _("true or false")
        if self.scale == "text":
            return _(self.syntax)
        low, high = (f"{edge:.0f}" if self.scale == "integer" else shown(edge, 6) for edge in (self.low, self.high))
        allowed = self._whole_numbers() if self.scale == "integer" else self._numbers()
        return allowed.format(low=low, high=high)

    def _whole_numbers(self) -> str:
        if math.isinf(self.low):
            return _("a whole number") if math.isinf(self.high) else _("a whole number up to {high}")
        if self.open_low:
            endless = math.isinf(self.high)
            return _("a whole number above {low}") if endless else _("a whole number above {low} and up to {high}")
        return (
            _("a whole number of at least {low}") if math.isinf(self.high) else _("a whole number from {low} to {high}")
        )

    def _numbers(self) -> str:
        if math.isinf(self.low):
            return _("a number") if math.isinf(self.high) else _("a number up to {high}")
        if self.open_low:
            return _("a number above {low}") if math.isinf(self.high) else _("a number above {low} and up to {high}")
        return _("a number of at least {low}") if math.isinf(self.high) else _("a number from {low} to {high}")

    def _refusal(self, value: object, owner: str, allowed: str) -> KpguiError:
        if isinstance(value, str):
            value = short(value)
        given = text_of(value) if isinstance(value, str | float | int) else short(repr(value))
        return KpguiError(
            _("{name} must be {allowed}, not {given}.").format(name=self._subject(owner), allowed=allowed, given=given)
        )

    def _subject(self, owner: str) -> str:
        return titled(owner, self.name) if owner else self.name


def param(default: Value, meaning: str, **details: Any) -> Any:
    """A dataclass field that declares a parameter; its name is the field's."""
    return dataclasses.field(default=default, metadata={"param": (default, meaning, details)})


class Declared:
    """Base of the registered classes: kernels, learners and generators.

    A subclass is a frozen dataclass whose fields are made by `param`, with class attributes `key` (its name in
    expressions and files), `title` and `formula`. Equality is by value; `str()` is the expression that recreates it.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    formula: ClassVar[str] = ""

    @classmethod
    @cache
    def params(cls) -> tuple[Param, ...]:
        """The declared parameters, in order."""
        found = []
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]  # every subclass is a dataclass
            default, meaning, details = field.metadata["param"]
            found.append(Param(field.name, default, meaning, **details))
        return tuple(found)

    def __post_init__(self) -> None:
        for each in self.params():
            object.__setattr__(self, each.name, each.validate(getattr(self, each.name), self.key))

    def settings(self) -> dict[str, Value]:
        """The parameters' values by name, in the order of declaration."""
        return {each.name: getattr(self, each.name) for each in self.params()}

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={text_of(value)}" for name, value in self.settings().items())
        return f"{self.key}({inside})"


def text_of(value: Value) -> str:
    """A value as it is written in expressions; a number reads back bit for bit."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)
