"""On which side of f points lie, worked out piece by piece."""

from math import inf
from time import perf_counter

import numpy as np

from kpgui.engine.exact import exact_scores
from kpgui.engine.exact_votes import exact_votes
from kpgui.engine.problem import Problem
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.votes import Votes

VALUES, EXACT_VALUES = 1 << 17, 1 << 11
"""Kernel values in one piece of work, about a millisecond, and of those that may be rational."""


def decision(expansion: Expansion, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """f at each row of Z, (m,), right in its sign: 0 where it is 0 or cannot be told from 0.

    points: (n, d), those of the dataset. Raises KpguiError when f is too large for a float64 somewhere.
    """
    if isinstance(expansion, Votes):
        if not kernel.rational:
            return expansion.decision(kernel, points, Z)
        return exact_votes(expansion, kernel, points, Z)
    support = expansion.support
    terms, constant = expansion.terms[support], expansion.constant
    with np.errstate(over="ignore"):
        f = expansion.unit * exact_scores(kernel, points[support], terms, constant, Z, expansion.roundings)
    if not np.isfinite(f).all():
        raise KpguiError(f"f is too large to compute with {kernel}; scale the data or the kernel down.")
    return f


class Scoring:
    """y·f(x) of points of a problem, up to a positive factor and right in its sign, by the definition of f.

    signed: (n,) what is known already. rows: the points that are still to be scored.
    """

    def __init__(self, problem: Problem, expansion: Expansion, signed: Floats, rows: Ints) -> None:
        self.signed = signed
        self._problem, self._expansion, self._rows = problem, expansion, rows
        self._done = 0
        terms = len(expansion.points) if isinstance(expansion, Votes) else len(expansion.support)
        self._height = max(1, (EXACT_VALUES if problem.kernel.rational else VALUES) // max(1, terms))

    @property
    def done(self) -> bool:
        return self._done >= len(self._rows)

    def go_on(self, deadline: float = inf) -> bool:
        """Score further points until the deadline; whether all are scored now."""
        problem, expansion = self._problem, self._expansion
        while not self.done:
            some = self._rows[self._done : self._done + self._height]
            f = decision(expansion, problem.kernel, problem.points, problem.points[some])
            self.signed[some] = problem.labels[some] * f
            self._done += self._height
            if perf_counter() > deadline:
                break
        return self.done
