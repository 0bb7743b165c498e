"""The field of a voted perceptron, f = Σ c_k·sgn(v_k) / Σ c_k (Freund and Schapire 1999).

Each hypothesis differs from the previous one by one term, so all are running sums. Only the last one may still gain
votes; so a field during training continues from the previous field.
"""

from collections.abc import Iterator

import numpy as np

from kpgui.engine.evaluators.choice import factors_are_safe
from kpgui.engine.evaluators.terms import centres, pixels_of
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.votes.bounds_pruning import BoundsPruning
from kpgui.engine.votes.exact_votes import voting_kernel
from kpgui.engine.votes.running_sums import DirectSums, RoundedHypotheses, RunningSums
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.expansion import Votes
from kpgui.model.session import View

STRIP_PIXELS = 1 << 18
"""Pixels of a strip on which bounds are computed: enough to make the overhead per batch of voters small."""

TILE = 48
"""Pixels along each side of a tile of direct sums."""


class VoteField:
    """The vote at the pixels of a rectangle, for one kernel and the distinct points of one dataset."""

    def __init__(self, kernel: Kernel, distinct: DistinctPoints, view: View, nx: int, ny: int) -> None:
        self._kernel, self._distinct, self._view = kernel, distinct, view
        self._xs, self._ys = centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny)
        self._seen: Votes | None = None

    def fill(self, votes: Votes, out: Floats) -> Iterator[None]:
        """Computes the vote into `out` (ny, nx), row 0 at ymin, pausing after each millisecond or two of work.

        A field that is cancelled is continued by the next one.
        """
        if not self._continues(votes):
            self._begin(voting_kernel(votes, self._kernel))
        self._seen = votes
        self._hypotheses.set(self._distinct.of(votes.points), votes.signs, votes.biased)
        counts, total = votes.counts.astype(np.float64), max(1, votes.total)
        try:
            for number, (rows, columns) in enumerate(self._rectangles):
                if number == len(self._parts):
                    self._parts.append(self._way(self._hypotheses, self._xs[columns], self._ys[rows]))
                yield from self._parts[number].update(counts)
                last = counts[-1] if len(counts) else 0.0
                np.divide(self._parts[number].tally(last), total, out=out[rows, columns])
                yield
        except GeneratorExit:
            raise
        except BaseException:
            self._seen = None  # no field can continue from one that failed half-way
            raise

    def _begin(self, kernel: Kernel) -> None:
        """Starts over, with the way to compute the signs of hypotheses that suits the kernel."""
        nx, ny, points = len(self._xs), len(self._ys), self._distinct.points
        self._parts: list[RunningSums] = []
        self._hypotheses = RoundedHypotheses(kernel, points, pixels_of(self._xs[[0, -1]], self._ys[[0, -1]]))
        self._way: type[RunningSums] = DirectSums
        height, width = TILE, TILE
        if kernel.separable and (not len(points) or factors_are_safe(kernel, points, self._view)):
            self._way, height, width = BoundsPruning, max(1, STRIP_PIXELS // nx), nx
        self._rectangles = [(rows, columns) for rows in _slices(ny, height) for columns in _slices(nx, width)]

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
