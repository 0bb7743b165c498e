"""The texts of lessons, what a lesson can ask of a run, and whether that holds."""

import operator
import re
from collections.abc import Callable, Sequence
from html import escape

from kpgui.language import ENGLISH, _, language, later
from kpgui.model.errors import KpguiError, short
from kpgui.model.frame import Frame, Status
from kpgui.model.lesson import LessonStep
from kpgui.model.param import grouped
from kpgui.model.registry import nearest
from kpgui.model.session import Session

_CONDITION = re.compile(r"([a-z_]+)(?: (<=|>=|==|<|>) (\d{1,9}))?$")

COMPARED: dict[str, tuple[str, Callable[[float, float], bool]]] = {
    "<=": ("≤", operator.le),
    ">=": ("≥", operator.ge),
    "==": ("=", operator.eq),
    "<": ("<", operator.lt),
    ">": (">", operator.gt),
}
"""The signs of a condition, as they are shown and what they compare."""

MEASURES: dict[str, tuple[str, Callable[[Session, Session, Frame], float]]] = {
    "converged": (later("the run has to converge"), lambda start, now, frame: frame.status is Status.CONVERGED),
    "stopped": (later("the run must not converge"), lambda start, now, frame: frame.status is not Status.CONVERGED),
    "points": (later("points"), lambda start, now, frame: len(now.dataset)),
    "added": (later("points added"), lambda start, now, frame: len(now.dataset) - len(start.dataset)),
    "moved": (later("points moved"), lambda start, now, frame: _moved(start, now)),
    "steps": (later("steps"), lambda start, now, frame: frame.counters.step),
    "epochs": (later("epochs"), lambda start, now, frame: frame.counters.epoch),
    "mistakes": (later("mistakes"), lambda start, now, frame: frame.counters.mistakes),
    "updates": (later("updates"), lambda start, now, frame: frame.counters.updates),
    "support": (later("support vectors"), lambda start, now, frame: len(frame.expansion.support)),
    "errors": (later("points on the wrong side"), lambda start, now, frame: frame.counters.errors),
    "held_out_errors": (later("held-out points on the wrong side"), lambda *of: of[2].counters.held_out_errors),
}
"""What can be asked of the end of a run: in words, and by the sessions of step and run and the last frame."""


def check_condition(condition: str) -> None:
    """Raises KpguiError if it is no condition, as `converged` or `mistakes <= 5` are."""
    match = _CONDITION.match(condition)
    if match is None:
        raise KpguiError(
            _("a condition is as 'converged' or 'mistakes <= 5', not {condition}").format(
                condition=short(repr(condition), 40)
            )
        )
    if match[1] not in MEASURES:
        raise KpguiError(
            _("there is no {name} of a run; {advice}").format(
                name=short(match[1], 40), advice=nearest(match[1], tuple(MEASURES))
            )
        )


def holds(condition: str, start: Session, now: Session, frame: Frame) -> bool:
    """Whether a run has this property at its end. start: the session of the step. now: the one of the run."""
    match = _CONDITION.match(condition)
    assert match is not None
    measured = float(MEASURES[match[1]][1](start, now, frame))
    return COMPARED[match[2]][1](measured, float(match[3])) if match[2] else bool(measured)


def _moved(start: Session, now: Session) -> int:
    """How many of the points at the start are elsewhere now, or gone."""
    places = dict(zip(now.dataset.ids.tolist(), now.dataset.points.tolist(), strict=True))
    before = zip(start.dataset.ids.tolist(), start.dataset.points.tolist(), strict=True)
    return sum(places.get(point) != place for point, place in before)


def not_yet(failed: Sequence[str], start: Session, now: Session, frame: Frame) -> str:
    """What is missing to a goal, in a sentence. failed: the conditions that do not hold."""
    return _("Not yet: {what}.").format(what=", ".join(_missing(each, start, now, frame) for each in failed))


def _missing(condition: str, start: Session, now: Session, frame: Frame) -> str:
    match = _CONDITION.match(condition)
    assert match is not None
    title, measure = MEASURES[match[1]]
    if not match[2]:
        return _(title)
    measured = grouped(int(measure(start, now, frame)))
    return _("{title} {sign} {wanted} (now {measured})").format(
        title=_(title), sign=COMPARED[match[2]][0], wanted=match[3], measured=measured
    )


CLAIM = re.compile(r"\{([^{}|]{1,40})\|([^{}|]{1,200})\}")
"""A number in a text and how it is computed, as in `{5|mistakes}`: only the number is shown."""

_MARKS = (
    (re.compile(r"`([^`\n]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*\n]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*\n]+)\*"), r"<i>\1</i>"),
)


def english_mark(step: LessonStep) -> str:
    """What stands beside the title of a step without a translation, "" beside others."""
    foreign = language() != ENGLISH and any(_(text) == text for text in (step.title, *step.paragraphs[:1]))
    return _("in English") if foreign else ""


def plain_text(text: str) -> str:
    """The text without marks, and without how its numbers are computed.

    >>> plain_text("It makes {5|mistakes} *mistakes*.")
    'It makes 5 mistakes.'
    """
    shown = CLAIM.sub(r"\1", text)
    for mark, __ in _MARKS:
        shown = mark.sub(r"\1", shown)
    return shown


def rich_text(text: str) -> str:
    """The text as HTML: *italics*, **bold**, `code`. Everything else is shown as it is, so nothing can be loaded.

    >>> rich_text("a *b* <img src=x>")
    'a <i>b</i> &lt;img src=x&gt;'
    """
    html = escape(CLAIM.sub(r"\1", text), quote=False)
    for mark, shown in _MARKS:
        html = mark.sub(shown, html)
    return html
