"""The voted field of a separable kernel: bounds on the hypotheses decide their signs on whole squares of pixels."""

from collections.abc import Generator, Iterator
from functools import partial
from itertools import pairwise

import numpy as np

from kpgui.engine.votes.hypotheses import Hypotheses
from kpgui.engine.votes.part import Part, Voters
from kpgui.engine.votes.sign_sum import SignSum
from kpgui.engine.votes.square_tree import Batch, Bounds, SquareTree, along, in_squares
from kpgui.kernels import Kernel
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.votes import FAINT

FINE = 8
"""Pixels along each side of a small square."""

COARSE = 2 * FINE
"""Pixels along each side of a large square."""

PIXELS = FINE * FINE

BYTES = 1 << 20
"""Bytes of hypotheses at pixels that are computed at once: few enough to stay in the cache."""

ROWS = 64
"""Rows of pixels that are updated at once, for the same reason."""

BATCHES_PER_PRODUCT = 128
"""Batches whose absolute terms are summed in one matrix product."""

PIXELS_PER_SPOT = 256
"""If fewer than one in this many pixels is asked for, summing pixel by pixel is cheaper than a matrix product."""


RESIDUE = 8 * EPSILON
"""Where float64 has the last word: a hypothesis of k terms that is √k times this small beside its
last term is taken to be 0."""


class BoundsPruning(Part):
    """Counts votes per square of pixels where bounds show that each voter of a batch has one sign on all of it.

    Squares that the bounds do not decide are tried again in quarters: a quadtree of two levels. On the rest, a tenth to
    a quarter of all, hypotheses are computed pixel by pixel; values within rounding error of 0 are recomputed.
    """

    VOTERS = 8

    def __init__(
        self, kernel: Kernel, hypotheses: Hypotheses, up: slice, across: slice, xs: Floats, ys: Floats
    ) -> None:
        super().__init__(kernel, hypotheses, up, across, xs, ys)
        self._centres = _padded(self.xs), _padded(self.ys)
        nx, ny = (len(pixels) for pixels in self._centres)
        self._accuracy = hypotheses.accuracy(self.xs, self.ys)
        self._first = self._count = 0
        self._squares = SquareTree(ny // FINE, nx // FINE, self._doubt)
        self._at_pixels = np.zeros((ny // FINE * (nx // FINE), PIXELS))
        self._last = np.zeros_like(self._at_pixels)
        self._values, self._change = np.zeros((ny, nx)), np.empty((ROWS, nx))
        self._extremes = np.empty((2, ny // FINE, nx))
        self._bounds = Bounds(np.zeros((ny // FINE, nx // FINE)), np.zeros((ny // FINE, nx // FINE)))
        self._size_image = _SizeImage(ny, nx)
        numbers = BYTES // self._values.itemsize
        self._room, self._signs = np.empty(numbers), SignSum(numbers)

    def batch_size(self, known: int) -> int:
        # Small at first: far from the first points, later terms and their error bounds exceed the first hypotheses.
        return min(self.VOTERS, max(1, known))

    def close_last(self, count: float) -> None:
        self._at_pixels += count * self._last

    def tally(self, count: float) -> Floats:
        ny, nx = self._values.shape
        votes = self._at_pixels + count * self._last + self._squares.votes().reshape(-1, 1)
        image = votes.reshape(ny // FINE, nx // FINE, FINE, FINE).transpose(0, 2, 1, 3).reshape(ny, nx)
        return image[: len(self.ys), : len(self.xs)]

    def add(self, voters: Voters) -> Iterator[None]:
        self._first, self._count = voters.first, voters.first + len(voters.signs)
        batch = Batch(voters.first, voters.signs, voters.biases, voters.weights)
        xs, ys = self._centres
        across, up = self.kernel.factor(voters.positions[:, 0], xs), self.kernel.factor(voters.positions[:, 1], ys)
        undecided = self._squares.undecided(batch, self._bounds, along(up, up, FINE), along(across, across, FINE))
        self._size_image.add(up, across)
        yield
        yield from self._count_at_pixels(undecided, voters, up, across)

    def _doubt(self, sizes: Floats) -> Floats:
        """Returns a bound on rounding and underflow in sums, from the sums of the absolute values of their terms."""
        return self._accuracy.doubt(sizes, self._count) + self._count * FAINT

    def _count_at_pixels(self, squares: Ints, voters: Voters, up: Floats, across: Floats) -> Iterator[None]:
        """Counts the votes of a batch at the pixels of these squares, and adds its terms to the values."""
        count = len(voters.signs)
        by_row, by_column = _by_square(up * voters.signs[:, None]), _by_square(across)
        step = max(1, len(self._room) // (count * PIXELS))
        squares = squares[np.argsort(self._squares.sizes[squares])]  # so that squares of one block have similar margins
        for first in range(0, len(squares), step):
            some = squares[first : first + step]
            rows, columns = self._squares.at(some)
            sums = self._room[: count * PIXELS * len(some)].reshape(count, FINE, FINE, len(some))
            np.multiply(
                np.take(by_row, rows, axis=2)[:, :, None], np.take(by_column, columns, axis=2)[:, None], out=sums
            )
            exhausted = self.hypotheses.exhausted
            residues = RESIDUE * self._count**0.5 * np.abs(sums) if exhausted else sums
            sums[0] += in_squares(self._values, FINE)[rows, :, columns, :].transpose(1, 2, 0)
            for before, after in pairwise(sums):
                after += before
            if exhausted:
                sums += voters.biases[:, None, None, None]
                sums[np.abs(sums) <= residues] = 0.0
                self._at_pixels[some] += (voters.weights @ np.sign(sums).reshape(count, -1)).reshape(PIXELS, -1).T
                yield
                continue
            margins, fine = self._doubt(self._squares.sizes[some]), partial(self._fine_margins, some)
            votes, doubts = self._signs.add_up(
                sums.reshape(count, PIXELS, -1), voters.biases, voters.weights, margins, fine
            )
            self._at_pixels[some] += votes.reshape(PIXELS, -1).T
            yield
            if len(doubts.voters):
                pixels, which = np.divmod(doubts.columns, len(some))
                spots = some[which] * PIXELS + pixels
                signs = yield from self._signs_at(spots, voters.first + doubts.voters, doubts.values)
                np.add.at(self._at_pixels.reshape(-1), spots, voters.weights[doubts.voters] * signs)
        self._advance(voters.signs, up, across)
        yield
        if voters.pending:
            values = in_squares(self._values, FINE).transpose(0, 2, 1, 3).reshape(-1, PIXELS) + voters.biases[-1]
            self._last = np.sign(values)
            yield
            doubt = self._doubt(self._squares.sizes)
            low, high = (bound.ravel() + voters.biases[-1] for bound in self._bounds)
            near = np.flatnonzero((low <= doubt) & (high >= -doubt))
            spots = (near[:, None] * PIXELS + np.arange(PIXELS)).ravel()
            last = np.full(len(spots), self._count - 1)
            self._last.reshape(-1)[spots] = yield from self._signs_at(spots, last, values[near].ravel())

    def _signs_at(self, spots: Ints, voters: Ints, values: Floats) -> Generator[None, None, Floats]:
        """Returns the signs of pairs of a voter of the batch and a pixel, (d,), recomputed where rounding leaves doubt.

        spots: the pixels, numbered square by square.
        """
        signs = np.sign(values)
        if self.hypotheses.exhausted:
            return signs
        unsure = np.flatnonzero(np.abs(values) <= self._doubt(self._squares.sizes[spots // PIXELS]))
        if len(unsure):
            there, which = np.unique(spots[unsure], return_inverse=True)
            sizes = self._size_image.at(*self._pixels_of(there))[voters[unsure] - self._first, which]
            faint = sizes <= FAINT * (voters[unsure] + 1)
            signs[unsure[faint]] = np.sign(self.hypotheses.biases[voters[unsure[faint]]])
            unsure = unsure[~faint & (np.abs(values[unsure]) <= self._accuracy.doubt(sizes, self._count))]
        if len(unsure):
            found = yield from self.hypotheses.signs_of(voters[unsure], spots[unsure], self._centres_of)
            signs[unsure] = np.where(np.isnan(found), signs[unsure], found)
        return signs

    def _fine_margins(self, squares: Ints) -> Floats:
        """Returns `_doubt` at each pixel of some squares, (PIXELS·squares,).

        Where a kernel falls steeply, the bound for a whole square may exceed the values at some of its pixels.
        """
        return self._doubt(self._size_image.on_squares(*self._squares.at(squares)).ravel())

    def _centres_of(self, spots: Ints) -> Floats:
        """Returns the centres of pixels that are numbered square by square, (m, 2)."""
        rows, columns = self._pixels_of(spots)
        xs, ys = self._centres
        return np.column_stack([xs[columns], ys[rows]])

    def _pixels_of(self, spots: Ints) -> tuple[Ints, Ints]:
        """Returns the rows and columns of pixels that are numbered square by square."""
        squares, pixels = np.divmod(spots, PIXELS)
        rows, columns = self._squares.at(squares)
        up, across = np.divmod(pixels, FINE)
        return rows * FINE + up, columns * FINE + across

    def _advance(self, signs: Floats, up: Floats, across: Floats) -> None:
        """Adds a batch to the values, and computes their bounds on the small squares."""
        ny, nx = self._values.shape
        signed = (up * signs[:, None]).T
        low, high = self._extremes
        for first in range(0, ny, ROWS):
            values = self._values[first : first + ROWS]
            values += np.matmul(signed[first : first + ROWS], across, out=self._change[: len(values)])
            lines, squares = slice(first // FINE, (first + len(values)) // FINE), values.reshape(-1, FINE, nx)
            np.minimum.reduce(squares, axis=1, out=low[lines])
            np.maximum.reduce(squares, axis=1, out=high[lines])
        self._bounds = along(low, high, FINE)


class _SizeImage:
    """Sums of the absolute values of all terms at every pixel, computed lazily for several batches at once."""

    def __init__(self, ny: int, nx: int) -> None:
        self._image = np.zeros((ny, nx))
        self._batches: list[tuple[Floats, Floats]] = []

    def add(self, up: Floats, across: Floats) -> None:
        """Adds a batch with these factors, (k, ny) and (k, nx)."""
        if len(self._batches) > BATCHES_PER_PRODUCT:
            self._add_up()
        self._batches.append((np.abs(up), np.abs(across)))

    def _add_up(self) -> None:
        """Adds all batches but the last to the image."""
        *earlier, last = self._batches
        if earlier:
            up, across = (np.concatenate(factors) for factors in zip(*earlier, strict=True))
            self._image += up.T @ across
            self._batches = [last]

    def at(self, rows: Ints, columns: Ints) -> Floats:
        """Returns the sums at some pixels up to each voter of the last batch, (k, m)."""
        if len(rows) > self._image.size // PIXELS_PER_SPOT:
            self._add_up()
        before = self._image[rows, columns]
        *earlier, last = (np.take(up, rows, axis=1) * np.take(across, columns, axis=1) for up, across in self._batches)
        for sizes in earlier:
            before += np.add.reduce(sizes)
        last[0] += before
        return np.cumsum(last, axis=0, out=last)

    def on_squares(self, rows: Ints, columns: Ints) -> Floats:
        """Returns the sums at all pixels of some squares after the last batch, (FINE, FINE, squares)."""
        self._add_up()
        up, across = (factors.reshape(len(factors), -1, FINE) for factors in self._batches[-1])
        sizes = np.matmul(up[:, rows].transpose(1, 2, 0), across[:, columns].transpose(1, 0, 2))
        sizes += in_squares(self._image, FINE)[rows, :, columns, :]
        return sizes.transpose(1, 2, 0)


def _padded(centres: Floats) -> Floats:
    """Returns pixel centres along an axis, with the last one repeated until the last large square is full."""
    return np.pad(centres, (0, -len(centres) % COARSE), "edge")


def _by_square(factors: Floats) -> Floats:
    """Returns factors (k, pixels) grouped by square: (k, FINE, squares)."""
    return np.ascontiguousarray(factors.reshape(len(factors), -1, FINE).transpose(0, 2, 1))
