"""The field of a vote of a separable kernel."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from kpgui.engine.sign_sum import SignSum
from kpgui.engine.squares import ROUNDING, Bounds, Run, Screen, along, in_squares
from kpgui.engine.vote_part import Part, Voters
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints

FINE = 8
"""Pixels across and up a small square."""

COARSE = 2 * FINE
"""And a large one."""

PIXELS = FINE * FINE

BYTES = 1 << 20
"""Of hypotheses at pixels that are worked out at once; they then stay in the cache."""

ROWS = 64
"""Of pixels that are advanced at once, for the same reason."""


class Sieve(Part):
    """Squares of pixels; those on which every voter of a run has one sign by its bounds are decided as a whole.

    The others are tried again in quarters; what then is left, a tenth of all, is worked out at the pixels.
    """

    VOTERS = 16

    def __init__(self, kernel: Kernel, up: slice, across: slice, xs: Floats, ys: Floats) -> None:
        super().__init__(kernel, up, across, xs, ys)
        self._whole = _whole_squares(self.xs), _whole_squares(self.ys)
        nx, ny = (len(pixels) for pixels in self._whole)
        self._screen = Screen(ny // FINE, nx // FINE)
        self._at_pixels = np.zeros((ny // FINE * (nx // FINE), PIXELS))
        self._values, self._change = np.zeros((ny, nx)), np.empty((ROWS, nx))
        self._extremes = np.empty((2, ny // FINE, nx))
        self._bounds = Bounds(np.zeros((ny // FINE, nx // FINE)), np.zeros((ny // FINE, nx // FINE)))
        numbers = BYTES // self._values.itemsize
        self._room, self._flags = np.empty(numbers), np.empty((2, numbers), np.bool_)
        self._signs = SignSum(numbers)

    def retire(self, count: float) -> None:
        self._at_pixels += count * in_squares(np.sign(self._values), FINE).transpose(0, 2, 1, 3).reshape(-1, PIXELS)

    def ballots(self, count: float) -> Floats:
        shape = self._values.shape
        votes = count * np.sign(self._values)
        in_squares(votes, FINE)[...] += self._at_pixels.reshape(shape[0] // FINE, -1, FINE, FINE).transpose(0, 2, 1, 3)
        in_squares(votes, FINE)[...] += self._screen.votes()[:, None, :, None]
        return votes[: len(self.ys), : len(self.xs)]

    def take(self, voters: Voters) -> None:
        run = Run(voters.signs, voters.bias * voters.signs, voters.weights)
        across, up = (self.kernel.factor(voters.places[:, axis], pixels) for axis, pixels in enumerate(self._whole))
        on_squares = along(up, up, FINE), along(across, across, FINE)
        crossed = self._screen.crossed(run, self._bounds, *on_squares)
        self._work = self._work_out(crossed, run, up, across, on_squares)

    def _work_out(
        self, squares: Ints, run: Run, up: Floats, across: Floats, on_squares: tuple[Bounds, Bounds]
    ) -> Iterator[None]:
        """Count the votes at the pixels of these squares, and take the values to the end of the run.

        on_squares: bounds of the factors up and across.
        """
        count = len(run.signs)
        tied: list[tuple[Ints, Ints, Floats]] = []
        least_y, least_x = (bounds.least_size for bounds in on_squares)
        by_row, by_column = _by_square(up * run.signs[:, None]), _by_square(across)
        step = max(1, len(self._room) // (count * PIXELS))
        for first in range(0, len(squares), step):
            some = squares[first : first + step]
            rows, columns = self._screen.at(some)
            sums = self._room[: count * PIXELS * len(some)].reshape(count, FINE, FINE, len(some))
            np.multiply(
                np.take(by_row, rows, axis=2)[:, :, None], np.take(by_column, columns, axis=2)[:, None], out=sums
            )
            if run.offsets.any():
                sums += run.offsets[:, None, None, None]
            sums[0] += in_squares(self._values, FINE)[rows, :, columns, :].transpose(1, 2, 0)
            for before, after in pairwise(sums):
                after += before
            if self.kernel.kinked:
                # In a square a kernel may fall steeply: what is rounding at one pixel of it may be a value at another.
                sizes = np.take(least_y, rows, axis=1) * np.take(least_x, columns, axis=1)
                self._cancel(sums, ROUNDING * np.cumsum(sizes, axis=0)[:, None, None])
            votes, has_ties = self._signs.of(sums.reshape(count, -1), run.weights)
            self._at_pixels[some] += votes.reshape(PIXELS, -1).T
            if has_ties:
                tied.append((rows, columns, sums[-1].transpose(2, 0, 1).copy()))
            yield
        self._advance(run, up, across)
        for rows, columns, after in tied:  # a matrix product, rounded differently, would not leave a tie one
            in_squares(self._values, FINE)[rows, :, columns, :] = after
            self._bounds.low[rows, columns], self._bounds.high[rows, columns] = after.min((1, 2)), after.max((1, 2))

    def _cancel(self, sums: Floats, rounding: Floats) -> None:
        """Make 0 what is no more than rounding; biases are whole numbers, and have none."""
        small, other = (flags[: sums.size].reshape(sums.shape) for flags in self._flags)
        for least in (rounding.max(), rounding):  # one number is compared with much faster
            np.less_equal(sums, least, out=small)
            small &= np.greater_equal(sums, -least, out=other)
            if not small.any():
                return
        sums[small] = 0

    def _advance(self, run: Run, up: Floats, across: Floats) -> None:
        """Take the values to the end of a run, and with them their bounds on the small squares."""
        ny, nx = self._values.shape
        signed, change = (up * run.signs[:, None]).T, run.offsets.sum()
        low, high = self._extremes
        for first in range(0, ny, ROWS):
            values = self._values[first : first + ROWS]
            values += np.matmul(signed[first : first + ROWS], across, out=self._change[: len(values)])
            if change:
                values += change
            lines, squares = slice(first // FINE, (first + len(values)) // FINE), values.reshape(-1, FINE, nx)
            np.minimum.reduce(squares, axis=1, out=low[lines])
            np.maximum.reduce(squares, axis=1, out=high[lines])
        self._bounds = along(low, high, FINE)


def _whole_squares(centres: Floats) -> Floats:
    """The centres of pixels along a side, the last one again and again until the last large square is whole."""
    return np.pad(centres, (0, -len(centres) % COARSE), "edge")


def _by_square(factors: Floats) -> Floats:
    """(k, FINE, squares)."""
    return np.ascontiguousarray(factors.reshape(len(factors), -1, FINE).transpose(0, 2, 1))
