"""What can be asked about a step before it is shown. Wrong choices are what a wrong rule would give."""

from collections.abc import Iterable
from math import isclose, isfinite

import numpy as np

from kpgui.language import _
from kpgui.learners.base import Learner
from kpgui.model.explanation import ALWAYS, DROPS, LEARNS, Examined, Outcome
from kpgui.model.param import digits_apart, grouped, indexed, shown
from kpgui.model.question import StepQuestion

CLOSE = 1e-6
"""Relative difference up to which two numbers are no choice: rounding may be all that is between them."""

CHOICES = 3
"""Most numbers to choose from."""


def condition(chosen: Learner) -> str:
    """The line of the pseudocode that decides whether anything is learned: the last before what is not always done."""
    lines = chosen.pseudocode
    first = next(k for k, line in enumerate(lines) if line.branch != ALWAYS)
    return lines[first - 1].text.strip()


def line(chosen: Learner, branch: str) -> str:
    """The first line of the pseudocode that runs in this branch, or in its place the condition for learning."""
    return next((each.text.strip() for each in chosen.pseudocode if each.branch == branch), condition(chosen))


def mistake(chosen: Learner, examined: Examined, margin: bool = False) -> StepQuestion:
    """Whether the point is on its right side. margin: the learner also learns from points that are."""
    outcomes = {Outcome.MISTAKE: _("a mistake"), Outcome.CORRECT: _("correct")}
    if margin:
        outcomes[Outcome.UPDATE] = _("correct, but learned from")
    return StepQuestion(
        "mistake",
        _("is it a mistake?"),
        tuple(outcomes.values()),
        list(outcomes).index(examined.outcome),
        condition(chosen),
        examined.points,
    )


def number(
    kind: str, text: str, right: float, wrong: Iterable[float], hint: str, about: tuple[int, ...] = ()
) -> tuple[StepQuestion, ...]:
    """A question for a number, as a tuple of one; empty if there is nothing to choose from."""
    numbers = [right]
    for each in wrong:
        apart = not any(isclose(each, other, rel_tol=CLOSE) for other in numbers)  # else both would be right
        if len(numbers) < CHOICES and apart and isfinite(each):
            numbers.append(each)
    digits = max(digits_apart(one, other) for one in numbers for other in numbers)
    texts = dict.fromkeys(shown(each, digits) for each in sorted(numbers))
    if len(texts) < 2:
        return ()
    return (StepQuestion(kind, text, tuple(texts), list(texts).index(shown(right, digits)), hint, about),)


def coefficient(chosen: Learner, examined: Examined, move: float, text: str = "") -> tuple[StepQuestion, ...]:
    """What β of the point becomes. move: the size of a usual change. text: the question, if it is not the usual one."""
    i, y = examined.point, examined.labels[0]
    now, then = float(examined.f.beta[i]), float(examined.f_after.beta[i])
    text = (text or _("{name} is {now}. What will it be?")).format(name=indexed("β", i + 1), now=shown(now))
    wrong = (now, now - (then - now)) if then != now else (now + y * move, now - y * move)
    return number("coefficient", text, then, wrong, line(chosen, LEARNS), examined.points)


def scaling(examined: Examined, factor: float, wrong: tuple[float, float], hint: str) -> tuple[StepQuestion, ...]:
    """By what the older coefficients are multiplied. At every second step 1 is not offered, or it would always be."""
    offered = (1.0, *wrong) if examined.step % 2 else wrong
    return number("scaling", _("by what are the older β multiplied?"), factor, offered, hint, examined.points)


def dropping(chosen: Learner, examined: Examined, budget: int) -> tuple[StepQuestion, ...]:
    """Which point's term is dropped, once there are as many terms as the budget has; else nothing is asked."""
    if examined.before.updates < budget:
        return ()
    gone = [number - 1 for number, *__ in examined.evicted()]
    support = examined.f.support
    size = np.abs(examined.f.beta[support])
    others = [int(support[np.argmin(size)]), int(support[np.argmax(size)])] if len(support) else []
    points = sorted(dict.fromkeys([*gone, *others]))
    right = points.index(gone[0]) if gone else len(points)
    choices = *(_("point {number}").format(number=grouped(i + 1)) for i in points), _("none")
    text = _("of which point is a term dropped?")
    hint = f"{condition(chosen)}  {line(chosen, DROPS)}"
    return (StepQuestion("dropped", text, choices, right, hint, examined.points, (*points, -1)),)


def yes_or_no(kind: str, text: str, yes: bool, hint: str, about: tuple[int, ...]) -> StepQuestion:
    return StepQuestion(kind, text, (_("yes"), _("no")), 0 if yes else 1, hint, about)
