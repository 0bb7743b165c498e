"""What sentences of learners are made of: numbers in formulas, terms of the log, losses, proved bounds."""

from typing import Any, NamedTuple

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Floats, Ints
from kpgui.model.conventions import USUAL, Conventions
from kpgui.model.explanation import Bars, Circumstances, Guarantee
from kpgui.model.param import MINUS, indexed, rounded_up, shown
from kpgui.model.reading import Moment
from kpgui.model.updates import CHANGES, Kind


def novikoff(circumstances: Circumstances, bias: bool, conventions: Conventions = USUAL) -> Guarantee:
    """The bound of (R/γ)² mistakes if a hyperplane through the origin of feature space has margin γ, or why none holds.

    A bias stands for the kernel K + 1, so R² is larger by one. Proof in docs/theory.md.
    """
    if conventions.starts:
        return Guarantee(_("No bound here: it is proved for runs that start from f = 0."), False)
    if circumstances.conflict:
        return Guarantee(
            _(
                "No bound here: two points of opposite labels lie on one place, so no boundary gets all "
                "points right and no epoch is without a mistake."
            ),
            False,
        )
    if not circumstances.definite:
        return Guarantee(
            _("No bound here: this kernel is not known to be positive semidefinite, so there may be no feature space."),
            False,
        )
    text = _("{largest} the largest K(x, x) + 1") if bias else _("{largest} the largest K(x, x)")
    largest = text.format(largest=rounded_up(circumstances.largest + bias))
    bound = _("At most (R/γ)² mistakes in all (Novikoff 1962), with R² = {largest}").format(largest=largest)
    if conventions.tie != "mistake":  # then f = 0 can be right, and an epoch without a mistake shows no margin
        return Guarantee(
            _(
                "{bound}, if a hyperplane through the origin of feature space has every point on its right side, "
                "γ or more away."
            ).format(bound=bound)
        )
    return Guarantee(
        _(
            "{bound}, if a hyperplane through the origin of feature space has every point on its "
            "right side, γ or more away. If none has, no epoch is without a mistake."
        ).format(bound=bound),
        converged=_(
            "{bound} and γ the largest distance from all points that a hyperplane through the origin "
            "of feature space has with every point on its right side. The epoch without a mistake "
            "shows that there is one."
        ).format(bound=bound),
    )


def too_large(largest: float) -> Guarantee:
    """The answer when a bound that needs K(x, x) ≤ 1 does not apply. largest: max K(x, x), above 1."""
    return Guarantee(
        _(
            "No bound here: it is proved for K(x, x) ≤ 1, and here K(x, x) reaches {largest}. "
            "normalized(…) around the kernel brings it to 1."
        ).format(largest=shown(largest)),
        False,
    )


def factor(number: float) -> str:
    """A number as a factor or after a minus sign: in parentheses if it is negative.

    >>> factor(0.5), factor(-1)
    ('0.5', '(−1)')
    """
    text = shown(number)
    return f"({text})" if text.startswith(MINUS) else text


def x(i: int) -> str:
    """
    >>> x(2)
    'x₃'
    """
    return indexed("x", i + 1)


def similarity(state: Any, i: int, j: int) -> float:
    """K of two points, by their indices."""
    return float(state.problem.block(np.array([i]), np.array([j]))[0, 0])


def growth(state: Any, i: int, eta: float | None = None, bias: bool = False, f: str = "f") -> str:
    """By how much a perceptron's update raises y·f at its own point: η·K(x, x), or η·(K(x, x) + 1) with a bias.

    eta: None for a learner without one.
    """
    name, value = f"K({x(i)}, {x(i)})", similarity(state, i, i)
    symbol, number = ("", "") if eta is None else ("η·", f"{shown(eta)}·")
    rule, numbers = (f"{name} + 1", f"{shown(value)} + 1") if bias else (name, shown(value))
    if bias and eta is not None:
        rule, numbers = f"({rule})", f"({numbers})"
    total = shown((1.0 if eta is None else eta) * (value + bias))
    middle = f" = {number}{numbers}" if bias or eta is not None else ""
    return f"{indexed('y', i + 1)}·{f}({x(i)}) += {symbol}{rule}{middle} = {total}"


MOST_ROWS = 1 << 16
"""Most rows of the log that are read to find terms: a millisecond's work."""


class Terms(NamedTuple):
    """Terms in the order in which they were added; arrays (k,).

    points: indices. values: coefficients as they are after the last update of the log. steps: when each was added,
    from 1.
    """

    points: Ints
    values: Floats
    steps: Ints


def last_terms(moment: Moment, count: int) -> Terms:
    """The last `count` terms that were added up to this moment, or as many as are found in MOST_ROWS rows.

    Each has been multiplied by the scales of all rows after its own.
    """
    rows = moment.trace.latest(min(2 * count, MOST_ROWS))  # enough where one eviction at most follows each addition
    added = np.flatnonzero(np.isin(rows.kind, CHANGES))
    if len(added) < count:
        rows = moment.trace.latest(MOST_ROWS)
        added = np.flatnonzero(np.isin(rows.kind, CHANGES))
    added = added[max(0, len(added) - count) :]
    later = np.append(np.cumprod(rows.scale[::-1])[::-1], 1.0)[1:]
    return Terms(rows.point[added], rows.delta[added] * later[added], rows.step[added] + 1)


def last_dropped(moment: Moment) -> tuple[int, float] | None:
    """The number from 1 of the point whose term was dropped last, and the scale before that; None if there is none."""
    rows = moment.trace.latest(2)
    dropped = np.flatnonzero(rows.kind == Kind.EVICTED)
    return (int(rows.point[dropped[-1]]) + 1, float(rows.scale[dropped[-1]])) if len(dropped) else None


def gone(moment: Moment) -> Ints:
    """Indices of the points that were mistaken and carry nothing of f now."""
    return np.flatnonzero((moment.frame.counters.alpha > 0) & (moment.frame.expansion.beta == 0))


def losses(moment: Moment, margins: Floats) -> Floats:
    """max(0, 1 − y·f(x)) of each point, (n,); 0 for points that are held out. margins: y·f(x), (n,)."""
    return np.where(moment.session.dataset.held_out, 0.0, np.maximum(0.0, 1.0 - margins))


def loss_bars(moment: Moment, found: Floats | None) -> Bars:
    """The points with the largest losses; where they are not known, those with the largest |β|."""
    if found is None:
        beta = moment.frame.expansion.beta
        return Bars.largest(_("|β|, the largest first: no losses, behind the last step"), "β", beta)
    return Bars.largest(_("Loss ℓ = max(0, 1 − y·f) now, the largest first"), "ℓ", found)


def mean_loss(moment: Moment, found: Floats | None) -> float | None:
    """The mean over the points trained on."""
    return None if found is None else float(found.sum()) / max(1, len(moment.session.dataset.training))


def compared(moment: Moment, answer: str) -> tuple[tuple[str, float | None], ...]:
    """The points on the wrong side of the last f alone, and of `answer`, which is made of all of them; of those trained
    on. The former is known at the last step only."""
    if not moment.frame.counters.step:
        return ()
    training, state = ~moment.session.dataset.held_out, moment.trace.state
    last = None
    if state is not None:
        signs, labels = np.nan_to_num(state.signs_of_margins(), nan=-1.0), moment.session.dataset.labels
        last = float(np.count_nonzero(moment.session.conventions.wrong(signs, labels)[training]))
    return (
        (_("mistakes so far"), float(moment.frame.counters.mistakes)),
        (_("wrong now by the last f"), last),
        (_("wrong now by {answer}").format(answer=answer), float(moment.frame.counters.errors)),
    )
