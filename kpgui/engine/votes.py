"""The field of a vote, Σ c_k·sgn(v_k) / Σ c_k, tile by tile.

A hypothesis differs from the one before by one term, so all of them follow by adding up; and once a voter has retired
its votes stay, so that a field during training goes on from the field before. On a small tile most hypotheses have one
sign. For a smooth kernel that is seen from its Chebyshev coefficients there, and only the others are looked at pixel by
pixel.
"""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import threadpool_limits

from kpgui.engine import chebyshev
from kpgui.engine.places import Places
from kpgui.engine.terms import centres
from kpgui.kernels import Kernel
from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.session import View
from kpgui.model.votes import Votes

TILE = 32
"""Pixels along the side of a tile."""

VOTERS = 1 << 9
"""Voters that are added up at once on a smooth tile."""

VALUES = 1 << 17
"""Values of hypotheses at pixels that are held at once."""

FAINTEST = 1e-2
"""Of the kernel's bound: where all kernels together are smaller, interpolation may mistake the sign of their sum."""

SAMPLE = 512
"""Points that are looked at to see how small the kernels are on a tile."""

DOUBT = 1e-9
"""Of the largest coefficient: a hypothesis that comes nearer to 0 may have either sign."""

RUN = 16
"""Voters in a run: sums inside all runs at once by a matrix product, then over the runs, is faster than one by one."""


class VoteField:
    """The vote over the pixels of one rectangle, for one kernel and the places of one dataset."""

    def __init__(self, kernel: Kernel, places: Places, view: View, nx: int, ny: int) -> None:
        self._kernel, self._places, self.nx, self.ny = kernel, places, nx, ny
        xs, ys = centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny)
        width, height = (view.xmax - view.xmin) / nx, (view.ymax - view.ymin) / ny
        columns = [_Side(xs[k : k + TILE], width, kernel) for k in range(0, nx, TILE)]
        rows = [_Side(ys[k : k + TILE], height, kernel) for k in range(0, ny, TILE)]
        self._tiles = [
            (_part(j), _part(i), _Tile(kernel, places.points, up, across))
            for j, up in enumerate(rows)
            for i, across in enumerate(columns)
        ]
        self._seen: Votes | None = None

    def fill(self, votes: Votes, out: Floats) -> Iterator[None]:
        """Compute the vote into `out` (ny, nx), row 0 at ymin, pausing after each tile."""
        self._begin(votes)
        for each in self._tiles:
            yield from self._fill(each, votes, out)

    def compute(self, votes: Votes, out: Floats) -> None:
        """The same in one go, on as many cores as there are."""
        self._begin(votes)
        with threadpool_limits(limits=1, user_api="blas"), ThreadPoolExecutor(os.cpu_count()) as pool:
            for _ in pool.map(lambda each: deque(self._fill(each, votes, out), maxlen=0), self._tiles):
                pass

    def _begin(self, votes: Votes) -> None:
        if not self._goes_on(votes):
            for _, _, tile in self._tiles:
                tile.forget()
        self._seen = votes

    def _fill(self, part: tuple[slice, slice, "_Tile"], votes: Votes, out: Floats) -> Iterator[None]:
        rows, columns, tile = part
        yield from tile.follow(votes, self._places.of(votes.points), self._places.points)
        np.divide(tile.ballots(votes), max(1, int(votes.counts.sum())), out=out[rows, columns])
        yield

    def _goes_on(self, votes: Votes) -> bool:
        """Whether these are the voters seen before and later ones."""
        seen = self._seen
        if seen is None:
            return True
        known = len(seen.points)
        return (
            known <= len(votes.points)
            and np.array_equal(seen.points, votes.points[:known])
            and np.array_equal(seen.counts[:-1], votes.counts[: max(0, known - 1)])
            and bool(np.all(seen.counts[-1:] <= votes.counts[known - 1 : known]))
        )


def _part(k: int) -> slice:
    """The pixels of the k-th tile along a side."""
    return slice(k * TILE, k * TILE + TILE)


class _Side:
    """One side of a tile: its pixels, and for a smooth kernel the nodes and the constant matrices from there."""

    def __init__(self, pixels: Floats, pixel: float, kernel: Kernel) -> None:
        extent = pixel * len(pixels)
        low = pixels[0] - pixel / 2
        count = chebyshev.count(kernel, extent)
        self.pixels = pixels
        self.smooth = count is not None and 4 * count <= 3 * len(pixels)
        if self.smooth and count is not None:
            self.nodes = chebyshev.nodes(low, low + extent, count)
            self.to_pixels = chebyshev.from_nodes_to_pixels(count, len(pixels))
            self.to_coefficients = chebyshev.from_nodes_to_coefficients(count)


class _Tile:
    """What is known of the voters on one tile.

    retired: (up, across) Σ c_k·sgn(v_k) at its pixels of all voters but the last, whose signs there are `signs`. last:
    its values at the tile's places: nodes where the kernel is smooth, else the pixels.
    """

    def __init__(self, kernel: Kernel, points: Floats, up: _Side, across: _Side) -> None:
        self._kernel, self._up, self._across = kernel, up, across
        self._smooth = up.smooth and across.smooth and not self._is_faint(points)
        self._ys, self._xs = up.pixels, across.pixels
        if self._smooth:
            self._ys, self._xs = up.nodes, across.nodes
        self.forget()

    def _is_faint(self, points: Floats) -> bool:
        """Whether the kernels are small somewhere on the tile, compared with what they may be."""
        if self._kernel.degree is not None:
            return False
        ends = [0, -1]
        corners = [(x, y) for x in self._across.pixels[ends] for y in self._up.pixels[ends]]
        values = np.abs(self._kernel.gram(np.array(corners), points[:: max(1, len(points) // SAMPLE)]))
        largest = self._kernel.bound if self._kernel.bounded else float(values.max(initial=0))
        return bool(values.sum(axis=1).min() < FAINTEST * largest)

    def forget(self) -> None:
        shape = len(self._up.pixels), len(self._across.pixels)
        self._retired: Floats = np.zeros(shape)
        self._signs: Floats = np.zeros(shape)
        self._last: Floats = np.zeros((len(self._ys), len(self._xs)))
        self._known = 0

    def follow(self, votes: Votes, places: Ints, points: Floats) -> Iterator[None]:
        """Take in the voters that are new, pausing after each few."""
        while self._known < len(votes.points):
            size = VOTERS if self._smooth else max(RUN, VALUES // self._retired.size)
            new = slice(self._known, min(len(votes.points), self._known + size))
            values = self._values(points[places[new]])
            if self._known:
                self._retired += float(votes.counts[self._known - 1]) * self._signs
            weights = votes.counts[new].astype(np.float64)
            weights[-1] = 0.0  # the last has not retired
            hypotheses = self._add_up(values, votes.signs[new], votes.biased)
            self._retired += self._count(hypotheses, weights)
            self._last = hypotheses[..., -1].copy()
            self._signs = np.sign(self._at_pixels(self._last[..., None])[..., 0])
            self._known = new.stop
            yield

    def ballots(self, votes: Votes) -> Floats:
        """Σ c_k·sgn(v_k) of all voters, the last one with the votes that it has by now."""
        return self._retired + float(votes.counts[-1]) * self._signs if self._known else self._retired

    def _values(self, points: Floats) -> Floats:
        """K of the places with some points, (up, across, k)."""
        ys, xs = self._ys, self._xs
        if self._kernel.separable:
            return self._kernel.factor(ys, points[:, 1])[:, None] * self._kernel.factor(xs, points[:, 0])
        plane = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
        return self._kernel.gram(plane, points).reshape(len(ys), len(xs), len(points))

    def _add_up(self, values: Floats, signs: Floats, biased: bool) -> Floats:
        """The hypotheses that the next voters make, one after the other, (up, across, k); uses up the values."""
        if biased:
            values += 1.0
        values *= signs
        values[..., 0] += self._last
        return _running_sums(values)

    def _count(self, hypotheses: Floats, weights: Floats) -> Floats:
        """Σ weight·sgn(v) at the pixels of the tile."""
        if not self._smooth:
            return np.sign(hypotheses) @ weights
        middle, doubtful = self._decide(hypotheses)
        counted = np.full(self._retired.shape, float(weights[~doubtful] @ np.sign(middle[~doubtful])))
        doubted = np.flatnonzero(doubtful)
        size = max(1, VALUES // self._retired.size)
        for first in range(0, len(doubted), size):
            some = doubted[first : first + size]
            positive = self._at_pixels(hypotheses[..., some]) > 0
            counted += 2.0 * _weighed(positive, weights[some]) - weights[some].sum()
        return counted

    def _decide(self, hypotheses: Floats) -> tuple[Floats, Bools]:
        """The middle of each hypothesis on the tile, and whether its sign may differ somewhere on it: both (k,)."""
        up, across = self._up.to_coefficients, self._across.to_coefficients
        coefficients = np.matmul(across, _along_first(up, hypotheses))
        middle = coefficients[0, 0].copy()
        np.abs(coefficients, out=coefficients)
        spread = coefficients.sum(axis=(0, 1))
        doubtful = 2 * np.abs(middle) <= (1 + DOUBT) * spread
        doubtful &= spread > 0
        return middle, doubtful

    def _at_pixels(self, hypotheses: Floats) -> Floats:
        """From the places of the tile to its pixels, (up, across, k)."""
        if not self._smooth:
            return hypotheses
        return np.matmul(self._across.to_pixels, _along_first(self._up.to_pixels, hypotheses))


def _running_sums(values: Floats) -> Floats:
    """Running sums along the last axis."""
    count = values.shape[2] // RUN * RUN
    if count < 4 * RUN:
        return np.cumsum(values, axis=2, out=values)
    runs = values[..., :count].reshape(-1, RUN) @ np.triu(np.ones((RUN, RUN)))
    runs = runs.reshape(*values.shape[:2], -1, RUN)
    before = np.cumsum(runs[..., :-1, -1], axis=2)
    runs[..., 1:, :] += before[..., None]
    sums = runs.reshape(*values.shape[:2], count)
    if count == values.shape[2]:
        return sums
    values[..., count] += sums[..., -1]
    return np.concatenate([sums, np.cumsum(values[..., count:], axis=2)], axis=2)


def _weighed(chosen: Bools, weights: Floats) -> Floats:
    """Σ weight over what is chosen, along the last axis; in float32 where that is exact."""
    exact = weights.sum() < 1 << 24
    kind = np.float32 if exact else np.float64
    return (chosen.astype(kind) @ weights.astype(kind)).astype(np.float64)


def _along_first(matrix: Floats, values: Floats) -> Floats:
    """The matrix (m, p) times the first axis of values (p, q, k)."""
    product = matrix @ values.reshape(len(values), -1)
    return product.reshape(len(matrix), *values.shape[1:])
