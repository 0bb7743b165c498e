"""The counters of a run as texts of steady width, for the playback bar and the progress panel."""

from typing import NamedTuple

from kpgui.model.frame import Frame
from kpgui.present.ticks import shown

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"


class Readings(NamedTuple):
    """What the playback bar shows. `errors` counts the points on the wrong side now."""

    epoch: str = "0"
    step: str = "0"
    mistakes: str = "0"
    updates: str = "0"
    errors: str = "0"


def grouped(number: int) -> str:
    """A whole number in groups of three digits.

    >>> grouped(1234567).replace(NARROW_SPACE, " ")
    '1 234 567'
    """
    return f"{number:,}".replace(",", NARROW_SPACE)


def readings(frame: Frame | None) -> Readings:
    """The counters of a frame; zeros before the first."""
    if frame is None:
        return Readings()
    counters = frame.counters
    return Readings(
        epoch=grouped(counters.epoch),
        step=grouped(counters.step),
        mistakes=grouped(counters.mistakes),
        updates=grouped(counters.updates),
        errors=grouped(counters.errors),
    )


def support_text(frame: Frame | None) -> str:
    """How many points carry f, and which was mistaken most often; points are counted from 1.

    >>> support_text(None)
    'No support vectors yet.'
    """
    if frame is None or not len(frame.expansion.support):
        return "No support vectors yet."
    alpha = frame.counters.alpha
    support, n = len(frame.expansion.support), len(alpha)
    text = f"{grouped(support)} of {grouped(n)} points are support vectors."
    top = int(alpha.argmax())
    largest = grouped(int(alpha[top])) if alpha.dtype.kind == "i" else shown(float(alpha[top]), 4)
    return f"{text} Largest α: {largest}, point {grouped(top + 1)}." if alpha[top] else text


def class_counts(positive: int, negative: int, held_out: int) -> str:
    """How many points there are of each class.

    >>> class_counts(3, 2, 0)
    '5 points: 3 of class +1, 2 of −1'
    """
    total = positive + negative
    if total == 0:
        return "No points yet"
    text = f"{plural(total, 'point')}: {grouped(positive)} of class +1, {grouped(negative)} of −1"
    return f"{text}, {grouped(held_out)} held out" if held_out else text


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "mistake"), plural(2, "mistake")
    ('1 mistake', '2 mistakes')
    """
    return f"{grouped(count)} {noun}" + ("" if count == 1 else "s")
