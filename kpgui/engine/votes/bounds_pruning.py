"""The field of a vote of a separable kernel."""

from collections.abc import Generator, Iterator
from functools import partial
from itertools import pairwise

import numpy as np

from kpgui.engine.votes.hypotheses import Hypotheses
from kpgui.engine.votes.part import Part, Voters
from kpgui.engine.votes.sign_sum import SignSum
from kpgui.engine.votes.squares import Bounds, Screen, VoterRun, along, in_squares
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints
from kpgui.model.votes import FAINT

FINE = 8
"""Pixels across and up a small square."""

COARSE = 2 * FINE
"""And a large one."""

PIXELS = FINE * FINE

BYTES = 1 << 20
"""Of hypotheses at pixels that are worked out at once; they then stay in the cache."""

ROWS = 64
"""Of pixels that are advanced at once, for the same reason."""


TOGETHER = 128
"""Runs whose sizes are added up together."""

FEW = 256
"""At fewer than one of so many pixels, sizes are rather added up by themselves."""


class BoundsPruning(Part):
    """Squares of pixels; those on which every voter of a run has one sign by its bounds are decided as a whole.

    The others are tried again in quarters; what then is left, a tenth of all, is worked out at the pixels.
    """

    VOTERS = 8

    def __init__(
        self, kernel: Kernel, hypotheses: Hypotheses, up: slice, across: slice, xs: Floats, ys: Floats
    ) -> None:
        super().__init__(kernel, hypotheses, up, across, xs, ys)
        self._whole = _whole_squares(self.xs), _whole_squares(self.ys)
        nx, ny = (len(pixels) for pixels in self._whole)
        self._accuracy = hypotheses.accuracy(self.xs, self.ys)
        self._first = self._count = 0
        self._screen = Screen(ny // FINE, nx // FINE, self._doubt)
        self._at_pixels = np.zeros((ny // FINE * (nx // FINE), PIXELS))
        self._last = np.zeros_like(self._at_pixels)
        self._values, self._change = np.zeros((ny, nx)), np.empty((ROWS, nx))
        self._extremes = np.empty((2, ny // FINE, nx))
        self._bounds = Bounds(np.zeros((ny // FINE, nx // FINE)), np.zeros((ny // FINE, nx // FINE)))
        self._sizes = _Sizes(ny, nx)
        numbers = BYTES // self._values.itemsize
        self._room, self._signs = np.empty(numbers), SignSum(numbers)

    def batch_size(self, known: int) -> int:
        # Few at first: far from the first points, those that follow would be far larger, and so what they may be off.
        return min(self.VOTERS, max(1, known))

    def close_last(self, count: float) -> None:
        self._at_pixels += count * self._last

    def tally(self, count: float) -> Floats:
        ny, nx = self._values.shape
        votes = self._at_pixels + count * self._last + self._screen.votes().reshape(-1, 1)
        image = votes.reshape(ny // FINE, nx // FINE, FINE, FINE).transpose(0, 2, 1, 3).reshape(ny, nx)
        return image[: len(self.ys), : len(self.xs)]

    def add(self, voters: Voters) -> Iterator[None]:
        self._first, self._count = voters.first, voters.first + len(voters.signs)
        run = VoterRun(voters.first, voters.signs, voters.biases, voters.weights)
        across, up = (self.kernel.factor(voters.places[:, axis], pixels) for axis, pixels in enumerate(self._whole))
        crossed = self._screen.crossed(run, self._bounds, along(up, up, FINE), along(across, across, FINE))
        self._sizes.add(up, across)
        yield
        yield from self._work_out(crossed, voters, up, across)

    def _doubt(self, sizes: Floats) -> Floats:
        """Up to which size a sum of such terms may be rounding, or be taken to be 0."""
        return self._accuracy.doubt(sizes, self._count) + self._count * FAINT

    def _work_out(self, squares: Ints, voters: Voters, up: Floats, across: Floats) -> Iterator[None]:
        """Count the votes at the pixels of these squares, and take the values to the end of the run."""
        count = len(voters.signs)
        by_row, by_column = _by_square(up * voters.signs[:, None]), _by_square(across)
        step = max(1, len(self._room) // (count * PIXELS))
        squares = squares[np.argsort(self._screen.sizes[squares])]  # those that are taken together are then alike
        for first in range(0, len(squares), step):
            some = squares[first : first + step]
            rows, columns = self._screen.at(some)
            sums = self._room[: count * PIXELS * len(some)].reshape(count, FINE, FINE, len(some))
            np.multiply(
                np.take(by_row, rows, axis=2)[:, :, None], np.take(by_column, columns, axis=2)[:, None], out=sums
            )
            sums[0] += in_squares(self._values, FINE)[rows, :, columns, :].transpose(1, 2, 0)
            for before, after in pairwise(sums):
                after += before
            margins, fine = self._doubt(self._screen.sizes[some]), partial(self._fine, some)
            votes, doubts = self._signs.of(
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
            doubt = self._doubt(self._screen.sizes)
            low, high = (bound.ravel() + voters.biases[-1] for bound in self._bounds)
            near = np.flatnonzero((low <= doubt) & (high >= -doubt))
            spots = (near[:, None] * PIXELS + np.arange(PIXELS)).ravel()
            last = np.full(len(spots), self._count - 1)
            self._last.reshape(-1)[spots] = yield from self._signs_at(spots, last, values[near].ravel())

    def _signs_at(self, spots: Ints, voters: Ints, values: Floats) -> Generator[None, None, Floats]:
        """The signs of voters of a run at a spot each, (d,): of their values if these are not within rounding of 0."""
        signs = np.sign(values)
        unsure = np.flatnonzero(np.abs(values) <= self._doubt(self._screen.sizes[spots // PIXELS]))
        if len(unsure):
            there, which = np.unique(spots[unsure], return_inverse=True)
            sizes = self._sizes.at(*self._pixels_of(there))[voters[unsure] - self._first, which]
            faint = sizes <= FAINT * (voters[unsure] + 1)
            signs[unsure[faint]] = np.sign(self.hypotheses.biases[voters[unsure[faint]]])
            unsure = unsure[~faint & (np.abs(values[unsure]) <= self._accuracy.doubt(sizes, self._count))]
        if len(unsure):
            found = yield from self.hypotheses.signs_of(voters[unsure], spots[unsure], self._places_of)
            signs[unsure] = np.where(np.isnan(found), signs[unsure], found)
        return signs

    def _fine(self, squares: Ints) -> Floats:
        """`_doubt` at each pixel of some squares, (PIXELS·squares,).

        In a square a kernel may fall steeply: what is rounding at one pixel of it may be a value at another.
        """
        return self._doubt(self._sizes.on_squares(*self._screen.at(squares)).ravel())

    def _places_of(self, spots: Ints) -> Floats:
        """Where pixels lie that are counted square by square, (m, 2)."""
        rows, columns = self._pixels_of(spots)
        xs, ys = self._whole
        return np.column_stack([xs[columns], ys[rows]])

    def _pixels_of(self, spots: Ints) -> tuple[Ints, Ints]:
        """Their rows and columns."""
        squares, pixels = np.divmod(spots, PIXELS)
        rows, columns = self._screen.at(squares)
        up, across = np.divmod(pixels, FINE)
        return rows * FINE + up, columns * FINE + across

    def _advance(self, signs: Floats, up: Floats, across: Floats) -> None:
        """Take the values to the end of a run, and with them their bounds on the small squares."""
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


class _Sizes:
    """What the sizes of all terms add up to at each pixel, for several runs at once or when it is asked for."""

    def __init__(self, ny: int, nx: int) -> None:
        self._image = np.zeros((ny, nx))
        self._runs: list[tuple[Floats, Floats]] = []

    def add(self, up: Floats, across: Floats) -> None:
        """Take in a run, of which these are the factors."""
        if len(self._runs) > TOGETHER:
            self._add_up()
        self._runs.append((np.abs(up), np.abs(across)))

    def _add_up(self) -> None:
        """All runs but the last."""
        *earlier, last = self._runs
        if earlier:
            up, across = (np.concatenate(factors) for factors in zip(*earlier, strict=True))
            self._image += up.T @ across
            self._runs = [last]

    def at(self, rows: Ints, columns: Ints) -> Floats:
        """At some pixels, up to each voter of the last run, (k, m)."""
        if len(rows) > self._image.size // FEW:
            self._add_up()
        before = self._image[rows, columns]
        *earlier, last = (np.take(up, rows, axis=1) * np.take(across, columns, axis=1) for up, across in self._runs)
        for sizes in earlier:
            before += np.add.reduce(sizes)
        last[0] += before
        return np.cumsum(last, axis=0, out=last)

    def on_squares(self, rows: Ints, columns: Ints) -> Floats:
        """At all pixels of some squares, (FINE, FINE, squares), after the last run."""
        self._add_up()
        up, across = (factors.reshape(len(factors), -1, FINE) for factors in self._runs[-1])
        sizes = np.matmul(up[:, rows].transpose(1, 2, 0), across[:, columns].transpose(1, 0, 2))
        sizes += in_squares(self._image, FINE)[rows, :, columns, :]
        return sizes.transpose(1, 2, 0)


def _whole_squares(centres: Floats) -> Floats:
    """The centres of pixels along a side, the last one again and again until the last large square is whole."""
    return np.pad(centres, (0, -len(centres) % COARSE), "edge")


def _by_square(factors: Floats) -> Floats:
    """(k, FINE, squares)."""
    return np.ascontiguousarray(factors.reshape(len(factors), -1, FINE).transpose(0, 2, 1))
