"""What a learner says of itself: a step, its mechanism, its guarantees."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import Any, NamedTuple

import numpy as np

from kpgui.language import later
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.expansion import Expansion
from kpgui.model.param import digits_apart, indexed, shown
from kpgui.model.updates import Kind, ReplayState, Updates


class Outcome(Enum):
    CORRECT = "correct"
    MISTAKE = "mistake"
    UPDATE = "update"
    """No mistake, but a reason to change f: a point inside the margin, a pair of the SVM."""


@dataclass(frozen=True)
class Explanation:
    """One step in the learner's own terms.

    step: its number, from 1. points: indices of the points examined: one, or the pair of an SVM; labels: theirs, −1 or
    +1. score: f at the first of them just before the step. finding: that score against the learner's condition, as
    "f = 1, y·f = −1 ≤ 0: mistake". changes: what the step changed, as "α₃ 0 → 1"; empty if nothing.
    """

    step: int
    points: tuple[int, ...]
    labels: tuple[int, ...]
    score: float
    outcome: Outcome
    finding: str
    changes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Examined:
    """One step of a run, from which its learner explains it.

    step: 0-based. points, labels, score: see `Explanation`. rows: of the log, those of this step. before, after: the
    totals of the log before and after it. f, f_after: the hypothesis that scored the point, and the one after the step.
    """

    step: int
    points: tuple[int, ...]
    labels: tuple[int, ...]
    score: float
    rows: Updates
    before: ReplayState
    after: ReplayState
    f: Expansion
    f_after: Expansion

    @property
    def point(self) -> int:
        """The index of the (first) point examined."""
        return self.points[0]

    @property
    def margin(self) -> float:
        """y·f."""
        return self.labels[0] * self.score

    @property
    def kind(self) -> Kind | None:
        """Why the step was logged; None for a correct step that changed nothing but a decay."""
        return Kind(self.rows.kind[0]) if len(self.rows) else None

    @property
    def outcome(self) -> Outcome:
        if self.kind is None:
            return Outcome.CORRECT
        return Outcome.UPDATE if self.kind is Kind.UPDATE else Outcome.MISTAKE

    def compared(self, relation: str, limit: float, symbol: str = "") -> str:
        """The score and how y·f compares with a limit: "f = 1, y·f = −1 < ρ = 0.5". symbol: the limit's, if any."""
        digits = digits_apart(self.margin, limit) if relation in "<>" else 4
        f, margin, bound = (shown(number, digits) for number in (self.score, self.margin, limit))
        name = self.f.symbol
        return f"{name} = {f}, y·{name} = {margin} {relation} {f'{symbol} = ' if symbol else ''}{bound}"

    def change_of_alpha(self) -> tuple[str, ...]:
        i = self.point
        return changed(indexed("α", i + 1), float(self.before.alpha[i]), float(self.after.alpha[i]))

    def change_of_beta(self) -> tuple[str, ...]:
        i = self.point
        return changed(indexed("β", i + 1), float(self.f.beta[i]), float(self.f_after.beta[i]))

    def change_of_bias(self) -> tuple[str, ...]:
        return changed("b", self.f.bias, self.f_after.bias)

    def evicted(self) -> list[tuple[int, float, float]]:
        """Of each support vector dropped: its number from 1, its coefficient then, and the factor before that."""
        gone = self.rows.kind == Kind.EVICTED
        columns = self.rows.point[gone] + 1, -self.rows.delta[gone], self.rows.scale[gone]
        return list(zip(*(column.tolist() for column in columns), strict=True))


def changed(name: str, before: float, after: float) -> tuple[str, ...]:
    """A change in words, as a tuple of one; empty if there is none.

    >>> changed("α₃", 0, 1), changed("b", 1, 1)
    (('α₃ 0 → 1',), ())
    """
    if before == after:
        return ()
    digits = digits_apart(before, after)
    return (f"{name} {shown(before, digits)} → {shown(after, digits)}",)


ALWAYS = ""
"""The branch of lines that run in every step."""

MISTAKE, LEARNS, CORRECT, DROPS = "mistake", "learns", "correct", "drops"
"""Branches that several learners have: the point was mistaken, it was learned from, it was not, a term is dropped."""

INDENT = "    "


class CodeLine(NamedTuple):
    """One line. text: indented by INDENT. branch: it runs in the steps that take this branch."""

    text: str
    branch: str = ALWAYS

    @property
    def depth(self) -> int:
        """By how many times INDENT the line is indented."""
        return (len(self.text) - len(self.text.lstrip())) // len(INDENT)


def code(*lines: tuple[int, str, str] | None) -> tuple[CodeLine, ...]:
    """Lines from their depth, branch and text; those that are None, which the parameters rule out, are left out.

    >>> code((0, ALWAYS, "if y·f ≤ 0:"), None, (1, MISTAKE, "α += 1"))
    (CodeLine(text='if y·f ≤ 0:', branch=''), CodeLine(text='    α += 1', branch='mistake'))
    """
    return tuple(CodeLine(INDENT * line[0] + line[2], line[1]) for line in lines if line is not None)


def ran(lines: Iterable[CodeLine], branches: Iterable[str]) -> tuple[bool, ...]:
    """Whether each line ran in a step that took these branches.

    >>> ran([CodeLine("if y·f ≤ 0:"), CodeLine("    α += 1", MISTAKE)], {CORRECT})
    (True, False)
    """
    taken = {ALWAYS, *branches}
    return tuple(line.branch in taken for line in lines)


MOST = 512
"""Most bars of a list, so that its size does not grow with the run."""

_NONE: Ints = frozen((), np.int64)


@dataclass(frozen=True, eq=False)
class Bars:
    """A list of points, each with a number; arrays (k,), read-only.

    title: what the list is, and in which order. symbol: what the numbers are, as "β". rows: indices of the points, −1
    where a row stands for no point. full: the |value| of a bar of full length. count: length of the whole list, of
    which no more than MOST are in here. names: of the rows, by default the positions of the points. since: the steps,
    from 1, that each entry goes back to, 0 where that is not known; empty if that does not matter. until: the last
    steps of entries that have ended, 0 where one goes on. prototypes: the numbers from 0 of the hypotheses that entries
    stand for, whose boundaries can be looked at. Both are empty where there is no such thing. limit: the largest value
    that there can be.
    """

    title: str
    symbol: str
    rows: Ints
    values: Floats
    full: float
    count: int
    names: tuple[str, ...] = ()
    since: Ints = field(default_factory=lambda: _NONE)
    until: Ints = field(default_factory=lambda: _NONE)
    prototypes: Ints = field(default_factory=lambda: _NONE)
    limit: float = inf

    @classmethod
    def of(
        cls,
        title: str,
        symbol: str,
        rows: Ints,
        values: Floats,
        count: int | None = None,
        full: float = 0.0,
        names: tuple[str, ...] = (),
        since: Ints | None = None,
        until: Ints | None = None,
        prototypes: Ints | None = None,
        limit: float = inf,
    ) -> "Bars":
        """The first MOST of these entries. full: 0 for the largest |value|. count: by default that of the entries."""
        shown = np.asarray(values, np.float64)[:MOST]
        begun, ended, made = (
            _NONE if each is None else frozen(each[:MOST], np.int64) for each in (since, until, prototypes)
        )
        return cls(
            title,
            symbol,
            frozen(rows[:MOST], np.int64),
            frozen(shown, np.float64),
            full or float(np.abs(shown).max(initial=0.0)) or 1.0,
            len(rows) if count is None else count,
            names[:MOST],
            begun,
            ended,
            made,
            limit,
        )

    @classmethod
    def largest(cls, title: str, symbol: str, values: Floats, full: float = 0.0) -> "Bars":
        """The points with the largest |value| first; those with value 0 are left out. values: of all points, (n,)."""
        sizes = np.abs(values)
        some = np.flatnonzero(sizes)
        rows = largest(sizes, some, MOST)
        return cls.of(title, symbol, rows, values[rows], len(some), full)


@dataclass(frozen=True, eq=False)
class Plane:
    """The plane w·φ(x) + b = 0 of a learner with explicit features; arrays (D,), read-only.

    added: what the step made last added to w; None if it left w as it was, or went by too fast to be followed.
    """

    w: Floats
    bias: float
    added: Floats | None = None


@dataclass(frozen=True, eq=False)
class Mechanism:
    """sentence: what it did so far and does next. numbers: by name; None where one is known at the last step only.

    gone: indices of the points that once carried f and no longer do, (g,). plane: of a learner with explicit features.
    """

    sentence: str
    bars: Bars
    numbers: tuple[tuple[str, float | None], ...] = ()
    gone: Ints = field(default_factory=lambda: _NONE)
    plane: Plane | None = None


def largest(size: Floats, among: Any, most: int) -> Ints:
    """Those of the indices `among` with the `most` largest sizes, in descending order, equal ones in their order.

    size: (n,), of all points. Takes linear time in the number of indices, as only the result is sorted.
    """
    sizes = size[among]
    if len(among) > most:
        least = np.partition(sizes, len(sizes) - most)[len(sizes) - most]
        above = np.flatnonzero(sizes > least)
        found = np.sort(np.concatenate([above, np.flatnonzero(sizes == least)[: most - len(above)]]))
        among, sizes = among[found], sizes[found]
    return among[np.argsort(-sizes, kind="stable")]


class Circumstances(NamedTuple):
    """The facts about a problem that a guarantee may depend on.

    largest: max K(x, x) over the training points. definite: whether the kernel is known to be positive semidefinite.
    conflict: whether two points with opposite labels have the same coordinates.
    """

    largest: float
    definite: bool
    conflict: bool


class Guarantee(NamedTuple):
    """A guarantee in a sentence or two.

    holds: whether the bound it states applies to this run. converged: what to say in place of `text` after an epoch
    without a mistake, where that shows that a condition in `text` is met; "" for the same.
    """

    text: str
    holds: bool = True
    converged: str = ""

    def also(self, sentence: str) -> "Guarantee":
        """This one with a further sentence."""
        return self._replace(
            text=f"{self.text} {sentence}", converged=f"{self.converged} {sentence}" if self.converged else ""
        )


INDEFINITE = Guarantee(later("No bound here: this kernel is not known to be positive semidefinite."), False)
"""Without a positive semidefinite kernel there is no feature space, and the proofs do not apply."""

NOTHING = Guarantee(later("Nothing yet: there are no points to learn from."))
"""Without points there is no run for a bound to speak of."""
