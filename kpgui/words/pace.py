"""The pace of a run, from one step a second to as fast as possible."""

import math

from kpgui.language import _

SLOWEST, FASTEST = 1.0, 10_000.0
POSITIONS = 100
"""Positions of the pace slider; the last one means as fast as possible."""

UNCHOSEN = -1
"""In place of a position: the user has not chosen a pace yet, and it follows the number of points."""

EPOCH = 2.0
"""Seconds that an epoch takes at a pace that was not chosen, …"""

LONGEST_EPOCH = 10.0
"""… and longest time that it may take, in seconds; with more points the run goes as fast as it can."""

FIRST = (15, 25, 32, 42, 50, 57, 67, 74, 82, 92, 99)
"""Positions of paces that are not chosen, from 4 steps a second on, each about twice as fast as the one before: adding
a point seldom changes the pace."""

NOTCH = 8
"""Positions by which a key changes the pace: twice as fast, or half."""


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
        return _("as fast as it goes")
    return _("1 step/s") if pace == 1 else _("{pace:g} steps/s").format(pace=pace)


def spoken_pace(pace: float) -> str:
    """
    >>> spoken_pace(4.0)
    'Pace: 4 steps/s'
    """
    return _("Pace: {pace}").format(pace=pace_text(pace))


def first_position(points: int) -> int:
    """The position of the slider for this many training points while the user has not chosen one.

    >>> [pace_at(first_position(points)) for points in (4, 40, 200, 5000, 1_000_000)]
    [4.0, 20.0, 100.0, 5200.0, inf]
    """
    if points > LONGEST_EPOCH * FASTEST:
        return POSITIONS
    return next((position for position in FIRST if pace_at(position) >= points / EPOCH), FIRST[-1])


def pace_hint(pace: float) -> str:
    """How to change the pace, while a run goes on at one that was not chosen.

    >>> pace_hint(20.0)
    'Pace: 20 steps/s. Drag its slider or press > to go faster, < to go slower; End goes to the end at once.'
    """
    if math.isinf(pace):
        return ""
    change = _("Drag its slider or press > to go faster, < to go slower")
    return _("Pace: {pace}. {change}; End goes to the end at once.").format(pace=pace_text(pace), change=change)
