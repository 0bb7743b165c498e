"""Squares of pixels on which the signs of a run of voters are decided by bounds."""

from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints

FINE = 8
"""Pixels across and up a small square."""

COARSE = 2 * FINE
"""And a large one."""

ROUNDING = 1e-13
"""Of sums in double precision, relative to the largest of them."""


class Run(NamedTuple):
    """Some voters in their order, v_k = v_{k−1} + signs·K + offsets, and their weights: (k,) each."""

    signs: Floats
    offsets: Floats
    weights: Floats


class Bounds(NamedTuple):
    """The least and the largest value in each place."""

    low: Floats
    high: Floats

    @property
    def size(self) -> Floats:
        """The largest size of a value."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @property
    def least_size(self) -> Floats:
        return np.maximum(np.maximum(self.low, -self.high), 0)

    def of_pairs(self) -> "Bounds":
        """Of every two places beside each other, along the last axis."""
        low, high = self
        return Bounds(np.minimum(low[..., ::2], low[..., 1::2]), np.maximum(high[..., ::2], high[..., 1::2]))

    def of_squares(self) -> "Bounds":
        """Of every two by two places."""
        low, high = self.of_pairs()
        return Bounds(np.minimum(low[::2], low[1::2]), np.maximum(high[::2], high[1::2]))


def along(low: Floats, high: Floats) -> Bounds:
    """Of small squares, from those of single pixels along the last axis."""
    bounds, side = Bounds(low, high), 1
    while side < FINE:
        bounds, side = bounds.of_pairs(), 2 * side
    return bounds


def in_squares(image: Floats, side: int = FINE) -> Floats:
    """A view of an image: (rows of squares, side, columns of squares, side)."""
    ny, nx = image.shape
    return image.reshape(ny // side, side, nx // side, side)


class Line:
    """The factors of a run along one axis, (k, pixels), and their bounds on small and on large squares."""

    def __init__(self, factors: Floats) -> None:
        self.factors = factors
        self.fine = along(factors, factors)
        self.coarse = self.fine.of_pairs()
        self.positive = bool(self.coarse.low.min(initial=0.0) >= 0)


class Grid:
    """Squares of one size, and the votes that are the same on a whole square; squares are counted row by row.

    For each run first `look`, then `crossed` or `crossed_by_one`: they count its votes on those of the squares on which
    every voter has one sign, and give the others.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.columns = columns
        self.votes = np.zeros(rows * columns)

    def look(self, run: Run, before: Bounds, up: Bounds, across: Bounds, positive: bool) -> None:
        """before: the values before the run, (rows, columns). up, across: its factors, (k, rows) and (k, columns)."""
        self._run, self._low, self._high = run, before.low.ravel(), before.high.ravel()
        self._margin = ROUNDING * before.size.ravel()
        if not positive:  # the least and the largest product are then taken to be ∓ that of the sizes
            up, across = Bounds(-up.size, up.size), Bounds(across.size, across.size)
        adds = run.signs[:, None] > 0
        self._least = np.where(adds, up.low, -up.high), np.where(adds, across.low, across.high)
        self._most = np.where(adds, up.high, -up.low), np.where(adds, across.high, across.low)

    def crossed(self) -> Ints:
        """Squares on which all voters together may change the sign that they begin with."""
        run = self._run
        offsets = np.cumsum(run.offsets)
        fall, rise = np.minimum(self._least[0], 0).T @ self._least[1], np.maximum(self._most[0], 0).T @ self._most[1]
        above = self._low + fall.ravel() + offsets.min() > self._margin
        below = self._high + rise.ravel() + offsets.max() < -self._margin
        self.votes += run.weights.sum() * _sign(above, below)
        return np.flatnonzero(~(above | below))

    def crossed_by_one(self, squares: Ints) -> Ints:
        """Those of these squares on which one of the voters may have either sign."""
        run, margin = self._run, self._margin[squares, None]
        low, high = self._terms(squares, *self._least), self._terms(squares, *self._most)
        low[:, 0] += self._low[squares]
        high[:, 0] += self._high[squares]
        sums = np.tri(len(run.signs)).T
        above, below = low @ sums > margin, high @ sums < -margin
        decided = (above | below).all(axis=1)
        self.votes[squares[decided]] += (_sign(above, below) @ run.weights)[decided]
        return squares[~decided]

    def at(self, squares: Ints) -> tuple[Ints, Ints]:
        """The rows and columns of squares."""
        return np.divmod(squares, self.columns)

    def quarters(self, squares: Ints) -> Ints:
        """Of squares, in the grid of squares half as large."""
        rows, columns = self.at(squares)
        corners = 2 * (2 * self.columns * rows + columns)
        return (corners[:, None] + np.array([0, 1, 2 * self.columns, 2 * self.columns + 1])).ravel()

    def _terms(self, squares: Ints, up: Floats, across: Floats) -> Floats:
        """Products of bounds, and the offsets: (squares, k)."""
        rows, columns = self.at(squares)
        terms = np.take(np.ascontiguousarray(up.T), rows, axis=0)
        terms *= np.take(np.ascontiguousarray(across.T), columns, axis=0)
        if self._run.offsets.any():
            terms += self._run.offsets
        return terms


def _sign(above: Bools, below: Bools) -> Floats:
    return np.subtract(above, below, dtype=np.float64)
