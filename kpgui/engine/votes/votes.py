"""The field of a voted perceptron, f = Σ c_k·sgn(v_k) / Σ c_k (Freund and Schapire 1999).

Each hypothesis differs from the previous one by one term, so all are running sums. Only the last one may still gain
votes; so a field during training continues from the previous field.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kpgui.engine.evaluators.terms import centres, pixels_of
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.votes.exact_votes import voting_kernel
from kpgui.engine.votes.running_sums import DirectSums, RoundedHypotheses, RunningSums, Voters
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import FAINT, Votes
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
        if kernel.separable:
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


SIDE = 8
"""Pixels along each side of a square, a power of 2."""

VALUES = 1 << 17
"""Hypotheses at pixels that are computed at once: few enough to stay in the cache."""

ROWS = 64
"""Rows of pixels to which a batch is added at once, for the same reason; a multiple of `SIDE`."""


class Bounds(NamedTuple):
    """The least and the largest of some values, element by element."""

    low: Floats
    high: Floats

    @classmethod
    def along(cls, low: Floats, high: Floats) -> "Bounds":
        """Returns bounds on each `SIDE` neighbours along the last axis, from bounds on each element."""
        side = SIDE
        while side > 1:  # by pairs, ten times as fast as a minimum over so short an axis
            low = np.minimum(low[..., ::2], low[..., 1::2])
            high = np.maximum(high[..., ::2], high[..., 1::2])
            side //= 2
        return cls(low, high)

    @property
    def size(self) -> Floats:
        """The largest absolute value."""
        return np.maximum(np.abs(self.low), np.abs(self.high))


class BoundsPruning(RunningSums):
    """Counts votes per square of pixels where bounds show that each voter of a batch has one sign on all of it.

    A term is a product of one factor for each axis. From bounds on the sum before a batch, and on the factors, follow
    bounds on each hypothesis of the batch. On the other squares, a tenth to a quarter of all, hypotheses are computed
    pixel by pixel.
    """

    VOTERS = 8
    MULTIPLE = SIDE

    def __init__(self, hypotheses: RoundedHypotheses, xs: Floats, ys: Floats) -> None:
        super().__init__(hypotheses, xs, ys)
        __, ny, nx = self._ballots.shape
        self._values, self._sizes = np.zeros((2, ny, nx))
        squares = ny // SIDE, nx // SIDE
        self._votes_of_squares, self._sizes_of_squares = np.zeros((2, *squares))
        self._bounds = Bounds(np.zeros(squares), np.zeros(squares))

    def batch_size(self, known: int) -> int:
        # Small at first: far from the first points, later terms and their error bounds exceed the first hypotheses.
        return min(self.VOTERS, max(1, known))

    def ballots(self) -> Floats:
        cast = super().ballots()
        cast[0] += self._votes_of_squares.repeat(SIDE, axis=0).repeat(SIDE, axis=1)
        return cast

    def add(self, voters: Voters) -> Iterator[None]:
        positions, kernel = self.hypotheses.vectors[voters.rows], self.hypotheses.kernel
        across, up = kernel.factor(positions[:, 0], self.xs), kernel.factor(positions[:, 1], self.ys)
        undecided = self._count_on_squares(voters, Bounds.along(up, up), Bounds.along(across, across))
        yield
        step = max(1, VALUES // (len(voters.rows) * SIDE**2))
        for first in range(0, len(undecided), step):
            yield from self._count_at_pixels(undecided[first : first + step], voters, up, across)
        self._advance(voters.signs, up, across)
        yield

    def _margins(self, sizes: Floats, voters: Voters) -> Floats:
        """Returns how near 0 the hypotheses of a batch must be to be in doubt. sizes: the sums of |terms|."""
        errors = voters.stop * self.hypotheses.absolute
        return 2 * self.hypotheses.doubt(sizes, voters.stop, errors) + FAINT * voters.stop

    def _count_on_squares(self, voters: Voters, up: Bounds, across: Bounds) -> Ints:
        """Counts the votes of a batch on squares where each voter has one sign; returns the other squares.

        up, across: bounds on the factors of its terms along the squares, (k, rows) and (k, columns).
        """
        self._sizes_of_squares += up.size.T @ across.size
        if min(up.low.min(), across.low.min()) < 0:  # the product is then bounded by ± that of the absolute values
            up, across = Bounds(-up.size, up.size), Bounds(across.size, across.size)
        adds, biases = voters.signs[:, None] > 0, voters.biases[:, None, None]
        least = _products(np.where(adds, up.low, -up.high), np.where(adds, across.low, across.high))
        most = _products(np.where(adds, up.high, -up.low), np.where(adds, across.high, across.low))
        margins = self._margins(self._sizes_of_squares, voters)
        above = _running(self._bounds.low, least) + biases > margins
        below = _running(self._bounds.high, most) + biases < -margins
        decided = (above | below).all(axis=0) | (self._sizes_of_squares <= FAINT * (voters.first + 1))
        votes = np.tensordot(voters.weights, np.subtract(above, below, dtype=np.float64), 1)
        self._votes_of_squares += np.where(decided, votes, 0.0)
        return np.flatnonzero(~decided)

    def _count_at_pixels(self, squares: Ints, voters: Voters, up: Floats, across: Floats) -> Iterator[None]:
        """Counts the votes of a batch at the pixels of some squares, which are numbered row by row."""
        rows, columns = np.divmod(squares, self._votes_of_squares.shape[1])
        terms = np.take(_by_square(up * voters.signs[:, None]), rows, axis=2)[:, :, None]
        terms = terms * np.take(_by_square(across), columns, axis=2)[:, None]
        if self.hypotheses.exhausted:
            margins = self.hypotheses.residue(voters.stop, terms)
        else:
            margins = self._margins(np.abs(terms).sum(axis=0) + _on(self._sizes, rows, columns), voters)[None]
        values = _running(_on(self._values, rows, columns), terms)
        if voters.biases.any():
            values += voters.biases[:, None, None, None]
        flat = values.reshape(len(values), -1)
        votes, which, places = self._count(flat, margins.reshape(len(margins), -1), voters.weights)
        _in_squares(self._ballots[0])[rows, :, columns, :] += votes.reshape(SIDE, SIDE, -1).transpose(2, 0, 1)
        yield
        if len(which):
            y, x, square = np.unravel_index(places, (SIDE, SIDE, len(squares)))
            found, rows, columns = flat[which, places], rows[square] * SIDE + y, columns[square] * SIDE + x
            sizes = np.cumsum(np.abs(up[:, rows] * across[:, columns]), axis=0)[which, np.arange(len(which))]
            sizes += self._sizes[rows, columns]
            positions = np.column_stack([self.xs[columns], self.ys[rows]])
            errors = voters.stop * self.hypotheses.absolute
            signs = yield from self.hypotheses.signs_of(voters.first + which, found, sizes, errors, positions)
            self._add_signs(voters, signs, which, rows * len(self.xs) + columns)

    def _advance(self, signs: Floats, up: Floats, across: Floats) -> None:
        """Adds the terms of a batch to the values and sizes, and computes the bounds of the values on the squares."""
        low, high = np.empty((2, len(self.ys) // SIDE, len(self.xs)))
        for first in range(0, len(self.ys), ROWS):
            some = slice(first, first + ROWS)
            values = self._values[some]
            values += (up[:, some] * signs[:, None]).T @ across
            self._sizes[some] += np.abs(up[:, some]).T @ np.abs(across)
            lines, by_line = slice(first // SIDE, (first + ROWS) // SIDE), values.reshape(-1, SIDE, len(self.xs))
            by_line.min(axis=1, out=low[lines])
            by_line.max(axis=1, out=high[lines])
        self._bounds = Bounds.along(low, high)


def _products(up: Floats, across: Floats) -> Floats:
    """Returns the product of each row's and each column's factor, (k, rows, columns)."""
    return up[:, :, None] * across[:, None, :]


def _running(before: Floats, terms: Floats) -> Floats:
    """Returns the running sums of terms (k, …) in place, beginning with `before` (…)."""
    terms[0] += before
    for sums, following in pairwise(terms):
        following += sums
    return terms


def _by_square(factors: Floats) -> Floats:
    """Returns factors (k, pixels) grouped by square: (k, SIDE, squares)."""
    return factors.reshape(len(factors), -1, SIDE).transpose(0, 2, 1)


def _in_squares(image: Floats) -> Floats:
    """Returns a view of an image by squares: (rows of squares, SIDE, columns of squares, SIDE)."""
    ny, nx = image.shape
    return image.reshape(ny // SIDE, SIDE, nx // SIDE, SIDE)


def _on(image: Floats, rows: Ints, columns: Ints) -> Floats:
    """Returns the pixels of some squares of an image, (SIDE, SIDE, squares)."""
    return _in_squares(image)[rows, :, columns, :].transpose(1, 2, 0)
