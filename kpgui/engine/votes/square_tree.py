"""Squares of pixels in two sizes, on which bounds decide the signs of a batch of voters."""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.votes import FAINT


class Batch(NamedTuple):
    """A batch of k consecutive voters; signs, biases, weights: (k,).

    The sum of signs·K up to a voter is its hypothesis without its bias. The bias is kept apart, since small
    kernel values would be rounded away beside it. first: the number of voters before the batch.
    """

    first: int
    signs: Floats
    biases: Floats
    weights: Floats


class Bounds(NamedTuple):
    """Least and largest values, element by element."""

    low: Floats
    high: Floats

    @property
    def size(self) -> Floats:
        """The largest absolute value."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    def of_pairs(self) -> "Bounds":
        """Returns bounds on each pair of neighbours along the last axis."""
        low, high = self
        return Bounds(np.minimum(low[..., ::2], low[..., 1::2]), np.maximum(high[..., ::2], high[..., 1::2]))

    def of_squares(self) -> "Bounds":
        """Returns bounds on each block of two by two elements."""
        low, high = self.of_pairs()
        return Bounds(np.minimum(low[::2], low[1::2]), np.maximum(high[::2], high[1::2]))


def along(low: Floats, high: Floats, side: int) -> Bounds:
    """Returns bounds on intervals of `side` pixels, a power of 2, from those of single pixels along the last axis."""
    bounds = Bounds(low, high)
    while side > 1:
        bounds, side = bounds.of_pairs(), side // 2
    return bounds


def in_squares(image: Floats, side: int) -> Floats:
    """Returns a view of an image by squares: (rows of squares, side, columns of squares, side)."""
    ny, nx = image.shape
    return image.reshape(ny // side, side, nx // side, side)


class SquareGrid:
    """Squares of one size, numbered row by row, with the votes that are the same on a whole square.

    For each batch call `begin` once, then `undecided_by_all` or `undecided`: both count the votes on squares on which
    every voter has one sign, and return the other squares. sizes: on each square, an upper bound of the sum of the
    absolute values of all terms so far.
    """

    def __init__(self, rows: int, columns: int, doubt: Callable[[Floats], Floats]) -> None:
        """doubt: computes bounds on the rounding errors of sums from the sums of |terms|."""
        self.columns, self._doubt = columns, doubt
        self.votes, self.sizes = np.zeros((2, rows * columns))

    def begin(self, batch: Batch, before: Bounds, up: Bounds, across: Bounds, positive: bool) -> None:
        """Begins a batch. positive: whether no factor is negative. Other parameters: see `SquareTree.undecided`."""
        self._batch, self._low, self._high = batch, before.low.ravel(), before.high.ravel()
        self.sizes += (up.size.T @ across.size).ravel()
        if not positive:  # the product is then bounded by ± that of the absolute values
            up, across = Bounds(-up.size, up.size), Bounds(across.size, across.size)
        adds = batch.signs[:, None] > 0
        self._least = np.where(adds, up.low, -up.high), np.where(adds, across.low, across.high)
        self._most = np.where(adds, up.high, -up.low), np.where(adds, across.high, across.low)

    def undecided_by_all(self) -> Ints:
        """Returns squares on which the sign before the batch may change, in whatever order its terms are added."""
        biases = self._batch.biases
        fall, rise = np.minimum(self._least[0], 0).T @ self._least[1], np.maximum(self._most[0], 0).T @ self._most[1]
        margin = self._doubt(self.sizes)
        above = self._low + fall.ravel() > margin - biases.min()
        below = self._high + rise.ravel() < -margin - biases.max()
        self.votes += self._batch.weights.sum() * _sign(above, below)
        return np.flatnonzero(~(above | below))

    def undecided(self, squares: Ints) -> Ints:
        """Returns those of these squares on which at least one voter may have either sign."""
        batch, sizes = self._batch, self.sizes[squares]
        margin = self._doubt(sizes)
        biases = batch.biases[:, None] if batch.biases.any() else 0.0
        above = self._sums(squares, self._low, *self._least) > margin - biases
        below = self._sums(squares, self._high, *self._most) < -margin - biases
        faint = sizes <= FAINT * (batch.first + 1)
        self.votes[squares[faint]] += batch.weights @ np.sign(batch.biases)
        decided = np.logical_and.reduce(above | below) & ~faint
        self.votes[squares[decided]] += 2 * (batch.weights @ above[:, decided]) - batch.weights.sum()
        return squares[~(decided | faint)]

    def at(self, squares: Ints) -> tuple[Ints, Ints]:
        """Returns the rows and columns of some squares."""
        return np.divmod(squares, self.columns)

    def quarters(self, squares: Ints) -> Ints:
        """Returns the quarters of some squares, as numbers in the grid with half the side."""
        rows, columns = self.at(squares)
        corners = 2 * (2 * self.columns * rows + columns)
        return (corners[:, None] + np.array([0, 1, 2 * self.columns, 2 * self.columns + 1])).ravel()

    def _sums(self, squares: Ints, before: Floats, up: Floats, across: Floats) -> Floats:
        """Returns running sums of `before` and the products of factor bounds, on some squares, (k, squares)."""
        rows, columns = self.at(squares)
        sums = np.take(up, rows, axis=1)
        sums *= np.take(across, columns, axis=1)
        sums[0] += before[squares]
        for one, after in pairwise(sums):
            after += one
        return sums


class SquareTree:
    """A quadtree of two levels: large squares of four small ones each. Small squares are numbered row by row."""

    def __init__(self, rows: int, columns: int, doubt: Callable[[Floats], Floats]) -> None:
        """rows, columns: of small squares, even. doubt: see `SquareGrid`."""
        self._large, self._small = SquareGrid(rows // 2, columns // 2, doubt), SquareGrid(rows, columns, doubt)

    def undecided(self, batch: Batch, before: Bounds, up: Bounds, across: Bounds) -> Ints:
        """Returns the small squares on which a voter of the batch may have either sign; counts the votes on the others.

        before: bounds of the sums before the batch there, (rows, columns). up, across: bounds of the factors of its
        terms, (k, rows) and (k, columns).
        """
        positive = bool(min(up.low.min(initial=0.0), across.low.min(initial=0.0)) >= 0)
        self._large.begin(batch, before.of_squares(), up.of_pairs(), across.of_pairs(), positive)
        self._small.begin(batch, before, up, across, positive)
        large = self._large.undecided(self._large.undecided_by_all())
        return np.sort(self._small.undecided(self._large.quarters(large)))

    @property
    def sizes(self) -> Floats:
        """Upper bounds, on each small square, of the sum of the absolute values of all terms so far."""
        return self._small.sizes

    def votes(self) -> Floats:
        """Returns the votes counted so far on the small squares, (rows, columns)."""
        large, small = (grid.votes.reshape(-1, grid.columns) for grid in (self._large, self._small))
        return large.repeat(2, axis=0).repeat(2, axis=1) + small

    def at(self, squares: Ints) -> tuple[Ints, Ints]:
        """Returns the rows and columns of small squares."""
        return self._small.at(squares)


def _sign(above: Bools, below: Bools) -> Floats:
    return np.subtract(above, below, dtype=np.float64)
