"""Votes whose signs are right: a hypothesis that is 0 at a place, or cannot be told from 0 there, does not vote."""

import numpy as np

from kpgui.engine.exact import exact_scores
from kpgui.kernels import Kernel
from kpgui.model.arrays import EPSILON, Bools, Floats, Ints
from kpgui.model.errors import KpguiError
from kpgui.model.votes import BLOCK, Votes, running_sums


def exact_votes(votes: Votes, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """Σ c_k·sgn(v_k(z)) / Σ c_k at each row of Z (m, d): float64 (m,) in [−1, 1].

    points: (n, d), those of the dataset. Raises KpguiError when a kernel value is too large for a float64.
    """
    f = np.zeros(len(Z))
    if not votes.total:
        return f
    places, voters = np.unique(votes.points, return_inverse=True)
    width = max(1, BLOCK // len(places))
    for start in range(0, len(Z), width):
        rows = slice(start, start + width)
        with np.errstate(over="ignore", invalid="ignore"):
            f[rows] = _sums(votes, kernel, points[places], voters, Z[rows])
    if not np.isfinite(f).all():
        raise KpguiError(f"f is too large to compute with {kernel.quoted}; scale the data or the kernel down.")
    return f / votes.total


def _sums(votes: Votes, kernel: Kernel, vectors: Floats, voters: Ints, Z: Floats) -> Floats:
    """Σ c_k·sgn(v_k(z)), (m,); the voters are rows of `vectors`."""
    values, errors = kernel.gram(vectors, Z), kernel.value_error(vectors, Z)
    ones, constant, sums = np.ones(len(voters)), float(votes.biased), np.zeros(len(Z))
    for (first, v), (_, size), (_, error) in zip(
        votes.hypotheses(values, voters),
        running_sums(np.abs(values), voters, ones, constant),
        running_sums(errors, voters, ones, 0.0),
        strict=True,
    ):
        added = np.arange(first + 2, first + 2 + len(v))[:, None]  # roundings of each sum, and one to spare
        signs = np.sign(v)
        _settle(votes, kernel, vectors, voters, Z, first, signs, np.abs(v) <= error + EPSILON * added * size)
        sums += votes.counts[first : first + len(v)].astype(np.float64) @ signs
    return sums


def _settle(
    votes: Votes, kernel: Kernel, vectors: Floats, voters: Ints, Z: Floats, first: int, signs: Floats, unsure: Bools
) -> None:
    """Work out anew the signs that rounding may have decided. signs, unsure: (k, m), of the voters from `first` on."""
    has_votes = votes.counts[first : first + len(signs)] > 0
    for k in np.flatnonzero(unsure.any(axis=1) & has_votes).tolist():
        some, stop = unsure[k], first + k + 1
        coefficients = np.bincount(voters[:stop], votes.signs[:stop], len(vectors)).astype(np.float64)
        bias = float(votes.signs[:stop].sum()) if votes.biased else 0.0
        signs[k, some] = np.sign(exact_scores(kernel, vectors, coefficients, bias, Z[some]))
