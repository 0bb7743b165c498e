"""Formatting of numbers for the user, the same in every sentence, table and picture."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context

MINUS = "\N{MINUS SIGN}"

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def shown(value: float, digits: int = 4) -> str:
    """A number in few digits, with a true minus sign, no −0, and powers of ten as 2×10⁻⁹.

    >>> shown(-0.25), shown(1.527e188), shown(-0.0)
    ('−0.25', '1.527×10¹⁸⁸', '0')
    """
    mantissa, _, exponent = f"{value + 0.0:.{digits}g}".partition("e")
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


def power_of_ten(exponent: int) -> str:
    """
    >>> power_of_ten(-9)
    '10⁻⁹'
    """
    return "10" + str(exponent).translate(_SUPERSCRIPTS)
