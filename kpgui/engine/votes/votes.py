"""The field of a voted perceptron, f = Σ c_k·sgn(v_k) / Σ c_k (Freund and Schapire 1999).

Each hypothesis differs from the previous one by one term, so all are running sums. Only the last one may still gain
votes; so a field during training continues from the previous field.
"""

from collections.abc import Iterator

import numpy as np

from kpgui.engine.evaluators.choice import factors_are_safe
from kpgui.engine.evaluators.terms import centres
from kpgui.engine.exact.distinct_points import DistinctPoints
from kpgui.engine.votes.bounds_pruning import BoundsPruning
from kpgui.engine.votes.direct_sums import DirectSums
from kpgui.engine.votes.exact_votes import voting_kernel
from kpgui.engine.votes.hypotheses import Hypotheses
from kpgui.engine.votes.part import Part
from kpgui.engine.votes.patch_polynomials import PatchPolynomials, PolynomialsUnsuitableError
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.session import View
from kpgui.model.votes import Votes

STRIP_PIXELS = 1 << 18
"""Pixels of a strip: enough to make the overhead per batch of voters small."""

STRIP_MULTIPLE = 32
"""A divisor of the height of strips, so that they consist of whole squares and patches."""

TILE = 32
"""Pixels along each side of a tile of direct sums."""


class VoteField:
    """The vote at the pixels of a rectangle, for one kernel and the distinct points of one dataset."""

    def __init__(self, kernel: Kernel, distinct: DistinctPoints, view: View, nx: int, ny: int) -> None:
        self._kernel, self._distinct, self._view = kernel, distinct, view
        self._xs, self._ys = centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny)
        self._parts: list[Part] = []
        self._hypotheses = Hypotheses(kernel, self._distinct.points)
        self._seen: Votes | None = None

    def fill(self, votes: Votes, out: Floats) -> Iterator[None]:
        """Computes the vote into `out` (ny, nx), row 0 at ymin, pausing after each millisecond or two of work."""
        kernel = voting_kernel(votes, self._kernel)
        if not self._continues(votes):
            self._hypotheses = Hypotheses(kernel, self._distinct.points)
            yield from self._begin(self._patches(kernel) if self._has_patches(kernel) else self._parts_of(kernel))
        self._seen = votes
        which = self._distinct.of(votes.points)
        positions, new = self._distinct.points[which], slice(len(self._hypotheses), None)
        self._hypotheses.add(which[new], positions[new], votes.signs[new], float(votes.biased))
        try:
            yield from self._update(votes, positions)
        except PolynomialsUnsuitableError:
            yield from self._begin(self._parts_of(kernel))
            self._seen = votes
            yield from self._update(votes, positions)
        total, count_of_last = max(1, votes.total), float(votes.counts[-1]) if len(votes.counts) else 0.0
        for part in self._parts:
            np.divide(part.tally(count_of_last), total, out=out[part.up, part.across])
            yield

    def _update(self, votes: Votes, positions: Floats) -> Iterator[None]:
        try:
            for part in self._parts:
                yield from part.update(votes, positions)
        except GeneratorExit:  # cancelled: the next call continues from here
            raise
        except BaseException:
            self._seen = None  # no field can continue from one that failed half-way
            raise

    def _begin(self, parts: Iterator[Part]) -> Iterator[None]:
        """Starts over with these parts."""
        self._parts, self._seen, made = [], None, []
        for part in parts:
            made.append(part)
            yield
        self._parts = made

    def _has_patches(self, kernel: Kernel) -> bool:
        return min(len(self._xs), len(self._ys)) >= STRIP_MULTIPLE and PatchPolynomials.suits(kernel)

    def _patches(self, kernel: Kernel) -> Iterator[Part]:
        for rows in self._strips():
            yield PatchPolynomials(kernel, self._hypotheses, rows, slice(0, len(self._xs)), self._xs, self._ys)

    def _parts_of(self, kernel: Kernel) -> Iterator[Part]:
        """Returns parts for a kernel that is not a polynomial, or for which patch polynomials are unsuitable."""
        nx, ny, points = len(self._xs), len(self._ys), self._distinct.points
        if kernel.separable and (not len(points) or factors_are_safe(kernel, points, self._view)):
            for rows in self._strips():
                yield BoundsPruning(kernel, self._hypotheses, rows, slice(0, nx), self._xs, self._ys)
        else:
            for rows in _slices(ny, TILE):
                for columns in _slices(nx, TILE):
                    yield DirectSums(kernel, self._hypotheses, rows, columns, self._xs, self._ys)

    def _strips(self) -> list[slice]:
        return _slices(len(self._ys), max(1, STRIP_PIXELS // (STRIP_MULTIPLE * len(self._xs))) * STRIP_MULTIPLE)

    def _continues(self, votes: Votes) -> bool:
        """Returns whether these votes continue those seen last, whose last voter may have gained votes."""
        seen = self._seen
        if seen is None:
            return False
        known = len(seen.points)
        return (
            known <= len(votes.points)
            and seen.biased == votes.biased
            and np.array_equal(seen.points, votes.points[:known])
            and np.array_equal(seen.signs, votes.signs[:known])
            and np.array_equal(seen.counts[:-1], votes.counts[: max(0, known - 1)])
        )


def _slices(count: int, length: int) -> list[slice]:
    """Returns consecutive slices of range(count) of this length; the last one may be shorter."""
    return [slice(first, min(count, first + length)) for first in range(0, count, length)]
