"""The hypotheses of a voted perceptron with exact signs, and the vote that follows.

A hypothesis that is 0 at a point does not vote. One that cannot be distinguished from 0 is undecided: where such
hypotheses could turn the sign of the vote, it is 0.
"""

from collections.abc import Iterator
from math import nan

import numpy as np

from kpgui.engine.exact import exact_scores
from kpgui.kernels import Kernel
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.expansion import BLOCK, FAINT, Votes, ballots, finite, running_sums, vote_of


class Hypotheses:
    """The hypotheses v_k = v_{k−1} + signs[k]·(K(x_k, ·) + 1 if biased), as sums over distinct points.

    vectors: the distinct points, (n, d). rows: which of them each hypothesis added, (k,). signs, biases: (k,).
    """

    def __init__(self, kernel: Kernel, vectors: Floats) -> None:
        self.kernel, self.vectors = kernel, vectors
        self.rows, self.signs, self.biases = np.zeros(0, np.int64), np.zeros(0), np.zeros(0)

    def set(self, rows: Ints, signs: Floats, biased: bool) -> None:
        self.rows, self.signs, self.biases = rows, signs, np.cumsum(signs) * biased

    def coefficients(self, k: int) -> Floats:
        """Returns the coefficient of each vector in hypothesis k, (n,)."""
        sums = np.bincount(self.rows[: k + 1], self.signs[: k + 1], len(self.vectors))
        return sums.astype(np.float64, copy=False)

    def exact_signs(self, k: int, Z: Floats) -> Floats:
        """Returns sgn(v_k(z)) at each row of Z (m, d): (m,), 0 where it is 0 and NaN where it is undecided."""
        coefficients = self.coefficients(k)
        used = np.flatnonzero(coefficients)
        if not len(used):
            return np.zeros(len(Z))
        bias = float(self.biases[k])
        return np.sign(exact_scores(self.kernel, self.vectors[used], coefficients[used], bias, Z, undecided=nan))


def exact_votes(votes: Votes, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """Returns Σ c_k·sgn(v_k(z)) / Σ c_k at each row of Z (m, d): float64 (m,) in [−1, 1].

    points: (n, d), those of the dataset. Raises KpguiError when a kernel value overflows float64.
    """
    cast = np.zeros((2, len(Z)))
    if not votes.total:
        return cast[0]
    width = max(1, BLOCK // len(np.unique(votes.points)))
    for start in range(0, len(Z), width):
        rows = slice(start, start + width)
        with np.errstate(over="ignore", invalid="ignore"):
            for first, signs in exact_signs(votes, kernel, points, Z[rows]):
                cast[:, rows] += votes.counts[first : first + len(signs)].astype(np.float64) @ ballots(signs)
    return vote_of(cast) / votes.total


def voting_kernel(votes: Votes, kernel: Kernel) -> Kernel:
    """Returns the kernel without its positive factor if there is no bias, as the factor then changes no sign."""
    terms = kernel.terms()
    return terms[0][1] if not votes.biased and len(terms) == 1 and terms[0][0] > 0 else kernel


def exact_signs(votes: Votes, kernel: Kernel, points: Floats, Z: Floats) -> Iterator[tuple[int, Floats]]:
    """Yields the number of the first hypothesis of a block and sgn(v_k(z)) of each hypothesis in it, (k, m).

    points: see `exact_votes`. A sign is NaN where it is undecided, and that of float64 if the hypothesis has no votes.
    """
    kernel = voting_kernel(votes, kernel)
    used, which = np.unique(votes.points, return_inverse=True)
    vectors, row_of = np.unique(points[used], axis=0, return_inverse=True)  # exact cancellation
    hypotheses, rows = Hypotheses(kernel, vectors), row_of.ravel()[which]
    hypotheses.set(rows, votes.signs, votes.biased)
    values, errors = kernel.gram(vectors, Z), kernel.value_error(vectors, Z)
    ones = np.ones(len(rows))
    for (first, v), (__, size), (__, error) in zip(
        running_sums(values, rows, votes.signs, 0.0),
        running_sums(np.abs(values), rows, ones, 0.0),
        running_sums(errors, rows, ones, 0.0),
        strict=True,
    ):
        some = slice(first, first + len(v))
        added = np.arange(first + 1, first + 1 + len(v))[:, None]
        faint = size <= FAINT * added
        f = finite(np.where(faint, 0.0, v) + hypotheses.biases[some, None], kernel)
        signs = np.sign(f)
        unsure = ~faint & (np.abs(f) <= error + EPSILON * (added + 1) * size)
        for k in np.flatnonzero(unsure.any(axis=1) & (votes.counts[some] > 0)).tolist():
            signs[k, unsure[k]] = hypotheses.exact_signs(first + k, Z[unsure[k]])
        yield first, signs
