"""The pace of a run, from one step a second to as fast as possible."""

import math

SLOWEST, FASTEST = 1.0, 10_000.0
POSITIONS = 100
"""Positions of the pace slider; the last one means as fast as possible."""

USUAL = POSITIONS
"""Initial position of the slider: Run shows the result at once; to watch how it is learned, one slows it down."""


def pace_at(position: int) -> float:
    """Steps a second, with few digits; infinite at the end of the slider.

    >>> pace_at(0), pace_at(POSITIONS)
    (1.0, inf)
    """
    if position >= POSITIONS:
        return math.inf
    pace = SLOWEST * (FASTEST / SLOWEST) ** (position / (POSITIONS - 1))
    digits = 1 - math.floor(math.log10(pace))
    return float(round(pace, digits))


def pace_text(pace: float) -> str:
    """
    >>> pace_text(1.0), pace_text(2.5), pace_text(math.inf)
    ('1 step/s', '2.5 steps/s', 'as fast as it goes')
    """
    if math.isinf(pace):
        return "as fast as it goes"
    return "1 step/s" if pace == 1 else f"{pace:g} steps/s"
