"""The vote with exact signs: a hypothesis that is 0 at a point, or cannot be distinguished from 0, does not vote."""

from collections.abc import Iterator

import numpy as np

from kpgui.engine.exact.scores import exact_scores
from kpgui.kernels import Kernel
from kpgui.model.arrays import EPSILON, Bools, Floats, Ints
from kpgui.model.expansion import finite
from kpgui.model.votes import BLOCK, FAINT, Votes, running_sums


def exact_votes(votes: Votes, kernel: Kernel, points: Floats, Z: Floats) -> Floats:
    """Returns Σ c_k·sgn(v_k(z)) / Σ c_k at each row of Z (m, d): float64 (m,) in [−1, 1].

    points: (n, d), those of the dataset. Raises KpguiError when a kernel value overflows float64.
    """
    f = np.zeros(len(Z))
    if not votes.total:
        return f
    width = max(1, BLOCK // len(np.unique(votes.points)))
    for start in range(0, len(Z), width):
        rows = slice(start, start + width)
        with np.errstate(over="ignore", invalid="ignore"):
            for first, signs in exact_signs(votes, kernel, points, Z[rows]):
                f[rows] += votes.counts[first : first + len(signs)].astype(np.float64) @ signs
    return finite(f, kernel) / votes.total


def voting_kernel(votes: Votes, kernel: Kernel) -> Kernel:
    """Returns the kernel without its positive factor if there is no bias, as the factor then changes no sign."""
    terms = kernel.terms()
    return terms[0][1] if not votes.biased and len(terms) == 1 and terms[0][0] > 0 else kernel


def exact_signs(votes: Votes, kernel: Kernel, points: Floats, Z: Floats) -> Iterator[tuple[int, Floats]]:
    """Yields the number of the first hypothesis of a block and sgn(v_k(z)) of each hypothesis in it, (k, m).

    points: see `exact_votes`. Of hypotheses without votes the signs are those of float64.
    """
    kernel = voting_kernel(votes, kernel)
    used, which = np.unique(votes.points, return_inverse=True)
    vectors, row_of = np.unique(points[used], axis=0, return_inverse=True)  # exact cancellation
    voters = row_of.ravel()[which]
    values, errors = kernel.gram(vectors, Z), kernel.value_error(vectors, Z)
    ones, biases = np.ones(len(voters)), np.cumsum(votes.signs) * votes.biased
    for (first, v), (__, size), (__, error) in zip(
        running_sums(values, voters, votes.signs, 0.0),
        running_sums(np.abs(values), voters, ones, 0.0),
        running_sums(errors, voters, ones, 0.0),
        strict=True,
    ):
        added = np.arange(first + 1, first + 1 + len(v))[:, None]
        faint = size <= FAINT * added
        f = np.where(faint, 0.0, v) + biases[first : first + len(v), None]
        signs = np.sign(f)
        unsure = ~faint & (np.abs(f) <= error + EPSILON * (added + 1) * size)
        _recompute(votes, kernel, vectors, voters, Z, first, signs, unsure)
        yield first, signs


def _recompute(
    votes: Votes, kernel: Kernel, vectors: Floats, voters: Ints, Z: Floats, first: int, signs: Floats, unsure: Bools
) -> None:
    """Recomputes, in place, the signs that rounding may have decided. signs, unsure: (k, m), from voter `first` on."""
    has_votes = votes.counts[first : first + len(signs)] > 0
    for k in np.flatnonzero(unsure.any(axis=1) & has_votes).tolist():
        some, stop = unsure[k], first + k + 1
        coefficients = np.bincount(voters[:stop], votes.signs[:stop], len(vectors)).astype(np.float64)
        bias = float(votes.signs[:stop].sum()) if votes.biased else 0.0
        signs[k, some] = np.sign(exact_scores(kernel, vectors, coefficients, bias, Z[some]))
