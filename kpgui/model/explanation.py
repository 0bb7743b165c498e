"""The explanation of one step of a learner: what it examined and changed, and the lines of pseudocode that ran."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kpgui.model.expansion import Expansion
from kpgui.model.number import digits_apart, indexed, shown
from kpgui.model.replay_state import ReplayState
from kpgui.model.updates import Kind, Updates


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
