"""The counters of a run as texts, for the playback bar and the progress panel."""

from typing import NamedTuple

import numpy as np

from kpgui.language import _, ngettext
from kpgui.learners import learner
from kpgui.model.arrays import Floats, Ints
from kpgui.model.dataset import Dataset
from kpgui.model.errors import short
from kpgui.model.frame import Frame
from kpgui.model.param import MINUS, grouped, shown
from kpgui.model.session import Session

NOTHING_YET = "–"
"""In place of a count of points on the wrong side before the first step, when there is no f yet."""


def shown_counters(session: Session) -> frozenset[str]:
    """The names of the counters that the session's learner and points have, as in `CounterTexts`."""
    absent = set() if learner(session.learner).by_epochs else {"epoch", "mistakes"}
    return frozenset(CounterTexts._fields) - absent - (set() if session.dataset.held_out.any() else {"held_out"})


class CounterTexts(NamedTuple):
    """The texts of the playback bar. `errors` and `held_out` count the points on the wrong side now."""

    epoch: str = "0"
    step: str = "0"
    mistakes: str = "0"
    updates: str = "0"
    errors: str = NOTHING_YET
    held_out: str = NOTHING_YET


def counter_texts(frame: Frame | None) -> CounterTexts:
    """The counters of a frame; zeros before the first."""
    if frame is None:
        return CounterTexts()
    counters = frame.counters
    return CounterTexts(
        epoch=grouped(counters.epoch),
        step=grouped(counters.step),
        mistakes=grouped(counters.mistakes),
        updates=grouped(counters.updates),
        errors=grouped(counters.errors) if counters.step else NOTHING_YET,
        held_out=grouped(counters.held_out_errors) if counters.step else NOTHING_YET,
    )


def share_text(count: int, of: int) -> str:
    """How many of how many.

    >>> share_text(3, 40), share_text(0, 0)
    ('3 of 40 (7.5 %)', '0 of 0')
    """
    return _("{count} of {of}").format(count=grouped(count), of=grouped(of)) + (
        f" ({shown(100 * count / of, 3)} %)" if of else ""
    )


def support_text(frame: Frame | None) -> str:
    """The number of support vectors, and the point with the most mistakes, or how many have as many.

    Points are numbered from 1. Where the mistakes do not tell the coefficients, it is that with the largest of these.

    >>> support_text(None)
    'No support vectors yet.'
    """
    if frame is None or not len(frame.expansion.support):
        return _("No support vectors yet.")
    alpha = frame.counters.alpha
    support, n = len(frame.expansion.support), len(alpha)
    text = _("{support} of {n} points are support vectors.").format(support=grouped(support), n=grouped(n))
    if not frame.expansion.follows(alpha):
        sizes = np.abs(frame.expansion.beta)
        return _("{text} Largest |β|: {sizes}, {where}.").format(
            text=text, sizes=shown(float(sizes.max()), 4), where=_where_largest(sizes)
        )
    largest = grouped(int(alpha.max())) if alpha.dtype.kind == "i" else shown(float(alpha.max()), 4)
    return (
        _("{text} Largest α: {largest}, {where}.").format(text=text, largest=largest, where=_where_largest(alpha))
        if alpha.any()
        else text
    )


def _where_largest(values: Floats | Ints) -> str:
    """The point with the largest value, or the number of those that share it."""
    largest = np.flatnonzero(values == values.max())
    if len(largest) > 1:
        return plural(len(largest), "{n} point", "{n} points")
    return _("point {top}").format(top=grouped(int(largest[0]) + 1))


def quantities_text(frame: Frame | None) -> str:
    """The learner's own quantities, one line each; "" if it has none."""
    return "" if frame is None else "\n".join(f"{name} {shown(value, 5)}" for name, value in frame.quantities)


def class_text(dataset: Dataset, label: int) -> str:
    """What a class is called: "class +1", or with its name in the file "setosa (+1)"."""
    if dataset.classes:
        return f"{short(dataset.classes[int(label > 0)], 30)} ({'+1' if label > 0 else MINUS + '1'})"
    return _("class +1") if label > 0 else _("class −1")


def class_counts(positive: int, negative: int, held_out: int) -> str:
    """The number of points of each class.

    >>> class_counts(3, 2, 0)
    '5 points: 3 of class +1, 2 of −1'
    """
    total = positive + negative
    if total == 0:
        return _("No points yet")
    text = _("{points}: {positive} of class +1, {negative} of −1").format(
        points=plural(total, "{n} point", "{n} points"), positive=grouped(positive), negative=grouped(negative)
    )
    return _("{text}, {held_out} held out").format(text=text, held_out=grouped(held_out)) if held_out else text


def plural(count: int, one: str, many: str) -> str:
    """A count with its noun, in the language that was set.

    >>> plural(1, "{n} mistake", "{n} mistakes"), plural(2, "{n} mistake", "{n} mistakes")
    ('1 mistake', '2 mistakes')
    """
    return ngettext(one, many, count).format(n=grouped(count))
