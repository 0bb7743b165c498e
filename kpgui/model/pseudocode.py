"""Pseudocode of a learner, with the branch in which each line runs."""

from collections.abc import Iterable
from typing import NamedTuple

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
