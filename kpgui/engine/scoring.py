"""On which side of f every point lies, worked out piece by piece."""

from math import inf
from time import perf_counter

import numpy as np

from kpgui.engine.problem import Problem
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion
from kpgui.model.votes import Votes

VALUES = 1 << 17
"""Kernel values in one piece of work, about a millisecond."""


class Scoring:
    """y·f(x) of all points of a problem, by the definition of f."""

    def __init__(self, problem: Problem, expansion: Expansion) -> None:
        self.expansion = expansion
        self.signed: Floats = np.zeros(problem.n)
        self._problem = problem
        self._done = 0
        terms = len(expansion.points) if isinstance(expansion, Votes) else len(expansion.support)
        self._height = max(1, VALUES // max(1, terms))

    @property
    def done(self) -> bool:
        return self._done >= self._problem.n

    def go_on(self, deadline: float = inf) -> bool:
        """Score further points until the deadline; whether all are scored now."""
        problem = self._problem
        while self._done < problem.n:
            some = slice(self._done, self._done + self._height)
            f = self.expansion.decision(problem.kernel, problem.points, problem.points[some])
            self.signed[some] = problem.labels[some] * f
            self._done += self._height
            if perf_counter() > deadline:
                break
        return self.done
