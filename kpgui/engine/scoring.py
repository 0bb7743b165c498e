"""On which side of f points lie, worked out piece by piece."""

from math import inf
from time import perf_counter

import numpy as np

from kpgui.engine.problem import Problem
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion
from kpgui.model.votes import Votes

VALUES = 1 << 17
"""Kernel values in one piece of work, about a millisecond."""


class Scoring:
    """y·f(x) of points of a problem, up to a positive factor and right in its sign, by the definition of f.

    signed: (n,) what is known already. rows: the points that are still to be scored.
    """

    def __init__(self, problem: Problem, expansion: Expansion, signed: Floats, rows: Ints) -> None:
        self.signed = signed
        self._problem, self._expansion, self._rows = problem, expansion, rows
        self._done = 0
        terms = len(expansion.points) if isinstance(expansion, Votes) else len(expansion.support)
        self._height = max(1, VALUES // max(1, terms))

    @property
    def done(self) -> bool:
        return self._done >= len(self._rows)

    def go_on(self, deadline: float = inf) -> bool:
        """Score further points until the deadline; whether all are scored now."""
        problem, expansion = self._problem, self._expansion
        while not self.done:
            some = self._rows[self._done : self._done + self._height]
            if isinstance(expansion, Votes):
                f = expansion.decision(problem.kernel, problem.points, problem.points[some])
            else:
                f = problem.score(some, expansion.terms, expansion.constant, expansion.roundings)
            self.signed[some] = problem.labels[some] * f
            self._done += self._height
            if perf_counter() > deadline:
                break
        return self.done
