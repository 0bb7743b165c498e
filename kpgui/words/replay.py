"""What the screen says of a run's pace, of its replay, and of settings that changed since."""

import math
from typing import TYPE_CHECKING

from kpgui.language import _, later
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame, Status
from kpgui.model.session import Reached, Session
from kpgui.words.counters import grouped, plural
from kpgui.words.enablement import ENDED

if TYPE_CHECKING:
    from kpgui.api import Model


def under_way(saved: Reached, frame: Frame) -> bool:
    """Whether the replay has further steps to make."""
    return frame.counters.step < saved.step and frame.status not in ENDED


def progress_text(saved: Reached, frame: Frame) -> str:
    """How far the replay is, and how to leave it."""
    step = _("step {step} of {saved}").format(step=grouped(frame.counters.step), saved=grouped(saved.step))
    return _("Replaying the saved run: {step}. R stops here, End goes on to the end.").format(step=step)


def difference_text(saved: Reached, frame: "Frame | Model") -> str:
    """In which way the replayed run is not the one that was saved; "" if it is, as far as its counters tell."""
    counters = frame.counters
    if frame.status is Status.FAILED:
        return ""  # it says itself what went wrong
    if counters.step < saved.step:
        return _(
            "The run ends at step {step} now; it was saved at step {saved}, perhaps by another version of kpgui."
        ).format(step=grouped(counters.step), saved=grouped(saved.step))
    if (counters.mistakes, counters.updates) != (saved.mistakes, saved.updates):
        now, then = (
            _("{mistakes} and {updates}").format(
                mistakes=plural(each.mistakes, "{n} mistake", "{n} mistakes"),
                updates=plural(each.updates, "{n} update", "{n} updates"),
            )
            for each in (counters, saved)
        )
        return _("The run differs from the one that was saved: {now} at this step, then {then}.").format(
            now=now, then=then
        )
    return ""


SETTINGS = ("kernel", "learner", "order", "seed")

AND = " and "

WORDS = {
    "kernel": later("kernel"),
    "learner": later("learner"),
    "order": later("order"),
    "seed": later("seed"),
    "conventions": later("conventions"),
    "points": later("points"),
    "settings": later("settings"),
}
"""What `old_parts` is made of, besides AND."""


def old_parts(run: Session, now: Session) -> str:
    """The parts in which the session of a run differs from the present one; "" if both give the same run.

    >>> old_parts(Session(), Session(kernel="linear()", seed=3))
    'kernel and seed'
    """
    parts = _changed_settings(run, now)
    if not _same_points(run.dataset, now.dataset):
        parts.append("points")
    return "settings" if len(parts) > 2 else AND.join(parts)


def may_differ(before: Session, after: Session) -> bool:
    """Whether an edit between these sessions may change the run: of equal points only the same object counts."""
    return before.dataset is not after.dataset or bool(_changed_settings(before, after))


def badge(old: str) -> tuple[str, str]:
    """The title and the advice of the badge on the canvas.

    >>> badge("kernel")
    ('Boundary of the old kernel', 'Run (R) starts with the new one')
    """
    several = old.endswith("s") or AND in old
    advice = _("Run (R) starts with the new ones") if several else _("Run (R) starts with the new one")
    return _("Boundary of the old {old}").format(old=old_text(old)), advice


def old_text(old: str) -> str:
    """What `old_parts` returned in the language that was set."""
    return _(" and ").join(_(WORDS[part]) for part in old.split(AND)) if old else ""


def status_text(old: str) -> str:
    """
    >>> status_text("kernel")
    'Boundary and counters are of the old kernel. Run (R) starts with the new one.'
    """
    if not old:
        return ""
    return _("Boundary and counters are of the old {old}. {advice}.").format(old=old_text(old), advice=badge(old)[1])


def _changed_settings(before: Session, after: Session) -> list[str]:
    return [name for name in (*SETTINGS, "conventions") if getattr(before, name) != getattr(after, name)]


def _same_points(one: Dataset, other: Dataset) -> bool:
    """Whether two datasets are the same points, in the same order, under the same ids."""
    if one is other:
        return True
    names = one.ids is other.ids or (len(one) == len(other) and bool((one.ids == other.ids).all()))
    return names and one == other


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
