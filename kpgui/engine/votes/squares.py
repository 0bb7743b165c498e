"""Squares of pixels on which the signs of a run of voters are decided by bounds."""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.votes import FAINT


class VoterRun(NamedTuple):
    """Some voters in their order: Σ signs·K up to each, beside which it has its bias; and their weights: (k,) each.

    A bias is not added to the sum, in which a kernel may be faint. first: how many voters there were before.
    """

    first: int
    signs: Floats
    biases: Floats
    weights: Floats


class Bounds(NamedTuple):
    """The least and the largest value in each place."""

    low: Floats
    high: Floats

    @property
    def size(self) -> Floats:
        """The largest size of a value."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    def of_pairs(self) -> "Bounds":
        """Of every two places beside each other, along the last axis."""
        low, high = self
        return Bounds(np.minimum(low[..., ::2], low[..., 1::2]), np.maximum(high[..., ::2], high[..., 1::2]))

    def of_squares(self) -> "Bounds":
        """Of every two by two places."""
        low, high = self.of_pairs()
        return Bounds(np.minimum(low[::2], low[1::2]), np.maximum(high[::2], high[1::2]))


def along(low: Floats, high: Floats, side: int) -> Bounds:
    """Of squares of this side, a power of 2, from those of single pixels along the last axis."""
    bounds = Bounds(low, high)
    while side > 1:
        bounds, side = bounds.of_pairs(), side // 2
    return bounds


def in_squares(image: Floats, side: int) -> Floats:
    """A view of an image: (rows of squares, side, columns of squares, side)."""
    ny, nx = image.shape
    return image.reshape(ny // side, side, nx // side, side)


class Grid:
    """Squares of one size, and the votes that are the same on a whole square; squares are counted row by row.

    For each run first `look`, then `crossed` or `crossed_by_one`: they count its votes on those of the squares on which
    every voter has one sign, and give the others. sizes: what the sizes of all terms so far add up to at most, on each
    square.
    """

    def __init__(self, rows: int, columns: int, doubt: Callable[[Floats], Floats]) -> None:
        """doubt: up to which size a sum decides nothing, when the sizes of all its terms add up to these."""
        self.columns, self._doubt = columns, doubt
        self.votes, self.sizes = np.zeros((2, rows * columns))

    def look(self, run: VoterRun, before: Bounds, up: Bounds, across: Bounds, positive: bool) -> None:
        """before: the sums before the run, (rows, columns). up, across: its factors, (k, rows) and (k, columns)."""
        self._run, self._low, self._high = run, before.low.ravel(), before.high.ravel()
        self.sizes += (up.size.T @ across.size).ravel()
        if not positive:  # the least and the largest product are then taken to be ∓ that of the sizes
            up, across = Bounds(-up.size, up.size), Bounds(across.size, across.size)
        adds = run.signs[:, None] > 0
        self._least = np.where(adds, up.low, -up.high), np.where(adds, across.low, across.high)
        self._most = np.where(adds, up.high, -up.low), np.where(adds, across.high, across.low)

    def crossed(self) -> Ints:
        """Squares on which all voters together may change the sign that they begin with."""
        biases = self._run.biases
        fall, rise = np.minimum(self._least[0], 0).T @ self._least[1], np.maximum(self._most[0], 0).T @ self._most[1]
        margin = self._doubt(self.sizes)
        above = self._low + fall.ravel() > margin - biases.min()
        below = self._high + rise.ravel() < -margin - biases.max()
        self.votes += self._run.weights.sum() * _sign(above, below)
        return np.flatnonzero(~(above | below))

    def crossed_by_one(self, squares: Ints) -> Ints:
        """Those of these squares on which one of the voters may have either sign."""
        run, sizes = self._run, self.sizes[squares]
        margin = self._doubt(sizes)
        biases = run.biases[:, None] if run.biases.any() else 0.0
        above = self._sums(squares, self._low, *self._least) > margin - biases
        below = self._sums(squares, self._high, *self._most) < -margin - biases
        faint = sizes <= FAINT * (run.first + 1)
        self.votes[squares[faint]] += run.weights @ np.sign(run.biases)
        decided = np.logical_and.reduce(above | below) & ~faint
        self.votes[squares[decided]] += 2 * (run.weights @ above[:, decided]) - run.weights.sum()
        return squares[~(decided | faint)]

    def at(self, squares: Ints) -> tuple[Ints, Ints]:
        """The rows and columns of squares."""
        return np.divmod(squares, self.columns)

    def quarters(self, squares: Ints) -> Ints:
        """Of squares, in the grid of squares half as large."""
        rows, columns = self.at(squares)
        corners = 2 * (2 * self.columns * rows + columns)
        return (corners[:, None] + np.array([0, 1, 2 * self.columns, 2 * self.columns + 1])).ravel()

    def _sums(self, squares: Ints, before: Floats, up: Floats, across: Floats) -> Floats:
        """What bounds of factors add up to on squares, voter after voter, (k, squares)."""
        rows, columns = self.at(squares)
        sums = np.take(up, rows, axis=1)
        sums *= np.take(across, columns, axis=1)
        sums[0] += before[squares]
        for one, after in pairwise(sums):
            after += one
        return sums


class Screen:
    """A picture of large squares of four small ones each; the small squares are counted row by row."""

    def __init__(self, rows: int, columns: int, doubt: Callable[[Floats], Floats]) -> None:
        """rows, columns: of small squares, even. doubt: see `Grid`."""
        self._large, self._small = Grid(rows // 2, columns // 2, doubt), Grid(rows, columns, doubt)

    def crossed(self, run: VoterRun, before: Bounds, up: Bounds, across: Bounds) -> Ints:
        """The small squares on which a voter of the run may have either sign; the votes on the others are counted.

        before: the sums before the run there, (rows, columns). up, across: the factors of the run, (k, rows) and
        (k, columns).
        """
        positive = bool(min(up.low.min(initial=0.0), across.low.min(initial=0.0)) >= 0)
        self._large.look(run, before.of_squares(), up.of_pairs(), across.of_pairs(), positive)
        self._small.look(run, before, up, across, positive)
        large = self._large.crossed_by_one(self._large.crossed())
        return np.sort(self._small.crossed_by_one(self._large.quarters(large)))

    @property
    def sizes(self) -> Floats:
        """What the sizes of all terms so far add up to at most, on each small square."""
        return self._small.sizes

    def votes(self) -> Floats:
        """On the small squares, (rows, columns)."""
        large, small = (grid.votes.reshape(-1, grid.columns) for grid in (self._large, self._small))
        return large.repeat(2, axis=0).repeat(2, axis=1) + small

    def at(self, squares: Ints) -> tuple[Ints, Ints]:
        """The rows and columns of small squares."""
        return self._small.at(squares)


def _sign(above: Bools, below: Bools) -> Floats:
    return np.subtract(above, below, dtype=np.float64)
