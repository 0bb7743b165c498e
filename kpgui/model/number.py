"""Numbers for the reader: written alike in every sentence, table and picture."""

MINUS = "\N{MINUS SIGN}"

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def shown(value: float, digits: int = 4) -> str:
    """A number in few digits, with a true minus sign, no −0, and powers of ten as 2×10⁻⁹.

    >>> shown(-0.25), shown(1.527e188), shown(-0.0)
    ('−0.25', '1.527×10¹⁸⁸', '0')
    """
    mantissa, _, exponent = f"{value + 0.0:.{digits}g}".partition("e")
    text = mantissa.replace("-", MINUS)
    return f"{text}×{power_of_ten(int(exponent))}" if exponent else text


def power_of_ten(exponent: int) -> str:
    """
    >>> power_of_ten(-9)
    '10⁻⁹'
    """
    return "10" + str(exponent).translate(_SUPERSCRIPTS)
