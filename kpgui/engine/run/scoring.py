"""Decision values with correct signs, for all rows at once or in short pieces."""

from functools import singledispatch
from math import inf
from time import perf_counter

import numpy as np

from kpgui.engine.exact import TINY, exact_scores
from kpgui.engine.run.problem import Problem
from kpgui.engine.votes.exact_votes import exact_votes
from kpgui.kernels import Kernel
from kpgui.learners.base import bound
from kpgui.model.arrays import EPSILON, Bools, Floats, Ints
from kpgui.model.expansion import Expansion, Votes, finite

VALUES, EXACT_VALUES = 1 << 17, 1 << 11
"""Kernel values in one piece of work of about a millisecond, in float64 and where they are summed exactly."""

BLOCK = 1 << 20
"""Kernel values held at once: 8 MB."""


def decision(expansion: Expansion, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """Returns f at each row of Z, (m,), correct in sign: 0 where it is 0 or cannot be distinguished from 0.

    points: (n, d), those of the dataset. Raises KpguiError when f overflows float64 at some row.
    """
    terms, unsure = _by_definition(expansion, kernel, points, Z)
    if unsure.any():
        terms[unsure] = _exactly(expansion, kernel, points, Z[unsure])
    with np.errstate(over="ignore", under="ignore"):
        f = expansion.unit * terms
    return finite(np.where((f == 0) & (terms != 0), np.copysign(TINY, terms), f), kernel)


@singledispatch
def _by_definition(expansion: Expansion, kernel: Kernel, points: Floats, Z: Floats) -> tuple[Floats, Bools]:
    """Returns f / unit at each row of Z, (m,), in float64, and where rounding may have decided its sign, (m,)."""
    vectors, terms = points[expansion.support], expansion.terms[expansion.support]
    f = np.full(len(Z), expansion.constant)
    height = max(1, BLOCK // max(1, len(vectors)))
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(Z) if len(vectors) else 0, height):
            f[start : start + height] += kernel.gram(Z[start : start + height], vectors) @ terms
        size, error = kernel.magnitude(np.vstack([vectors, Z])) if len(f) else (0.0, 0.0)
        roundings = (len(terms) + 3 + expansion.roundings) * EPSILON
        doubt = float(np.abs(terms).sum()) * (error + roundings * size) + roundings * abs(expansion.constant)
        doubt += expansion.slack
    return f, ~(np.abs(f) > bound(doubt))


@_by_definition.register(Votes)
def _votes_by_definition(votes: Votes, kernel: Kernel, points: Floats, Z: Floats) -> tuple[Floats, Bools]:
    return exact_votes(votes, kernel, points, Z), np.zeros(len(Z), bool)


def _exactly(expansion: Expansion, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """Returns Σ terms·K + constant at each row of Z, (m,), correct in sign."""
    vectors, terms = points[expansion.support], expansion.terms[expansion.support]
    if not expansion.roundings:  # then opposite terms of coinciding points cancel exactly
        vectors, index = np.unique(vectors, axis=0, return_inverse=True)
        terms = np.bincount(index, terms, len(vectors)).astype(np.float64, copy=False)
        vectors, terms = vectors[terms != 0], terms[terms != 0]
    f = exact_scores(kernel, vectors, terms, expansion.constant, Z, expansion.roundings)
    f[np.abs(f) <= expansion.slack] = 0.0
    return f


class Scoring:
    """Computes y·f(x) for points of a problem by the definition of f, up to a positive factor, correct in sign.

    signed: (n,), the values so far, completed in place. rows: the points that are still to be scored.
    """

    def __init__(self, problem: Problem, expansion: Expansion, signed: Floats, rows: Ints) -> None:
        self.signed = signed
        self._problem, self._expansion, self._rows = problem, expansion, rows
        self._done, self._unsure = 0, np.zeros(problem.n, bool)
        terms = expansion.kernel_values
        self._height = max(1, VALUES // max(1, terms))
        self._exact_height = max(1, EXACT_VALUES // max(1, terms))

    @property
    def done(self) -> bool:
        return self._done >= len(self._rows) and not self._unsure.any()

    def go_on(self, deadline: float = inf) -> bool:
        """Scores further points until the deadline. Returns whether all are scored."""
        problem, expansion = self._problem, self._expansion
        while not self.done:
            exactly = self._done >= len(self._rows)
            if exactly:
                some = np.flatnonzero(self._unsure)[: self._exact_height]
                f = problem.score(some, expansion.terms, expansion.constant, expansion.roundings, expansion.slack)
                self._unsure[some] = False
            else:
                some = self._rows[self._done : self._done + self._height]
                f = self._first(problem.points[some], some)
                self._done += len(some)
            self.signed[some] = problem.labels[some] * f
            if perf_counter() > deadline:
                break
        return self.done

    def _first(self, Z: Floats, some: Ints) -> Floats:
        problem, expansion = self._problem, self._expansion
        f, self._unsure[some] = _by_definition(expansion, problem.kernel, problem.points, Z)
        return f
