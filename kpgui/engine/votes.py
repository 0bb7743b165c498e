"""The field of a vote, Σ c_k·sgn(v_k) / Σ c_k, part by part.

A hypothesis differs from the one before by one term, so all of them follow by adding up; and once a voter has retired
its votes stay, so that a field during training goes on from the field before.
"""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import threadpool_limits

from kpgui.engine.places import Places
from kpgui.engine.terms import centres
from kpgui.engine.vote_part import Part
from kpgui.engine.vote_slab import Slab
from kpgui.engine.vote_tile import Tile
from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats
from kpgui.model.session import View
from kpgui.model.votes import Votes

PIXELS = 1 << 14
"""Pixels of a part, whose numbers then stay in the cache."""

TILE = 32
"""Rows of a tile; wider tiles than this have to be interpolated from too many nodes."""


class VoteField:
    """The vote over the pixels of one rectangle, for one kernel and the places of one dataset."""

    def __init__(self, kernel: Kernel, places: Places, view: View, nx: int, ny: int) -> None:
        self._places = places
        xs, ys = centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny)
        parts: list[Part] = []
        if kernel.separable:
            height = max(1, PIXELS // nx)
            parts = [Slab(kernel, slice(j, j + height), slice(0, nx), xs, ys) for j in range(0, ny, height)]
        else:
            sides = [(slice(j, j + TILE), slice(i, i + TILE)) for j in range(0, ny, TILE) for i in range(0, nx, TILE)]
            parts = [Tile(kernel, up, across, xs, ys) for up, across in sides]
        self._parts = parts
        self._seen: Votes | None = None

    def fill(self, votes: Votes, out: Floats) -> Iterator[None]:
        """Compute the vote into `out` (ny, nx), row 0 at ymin, pausing after each millisecond or two of work."""
        self._begin(votes)
        for part in self._parts:
            yield from self._fill(part, votes, out)

    def compute(self, votes: Votes, out: Floats) -> None:
        """The same in one go, on as many cores as there are."""
        self._begin(votes)
        with threadpool_limits(limits=1, user_api="blas"), ThreadPoolExecutor(os.cpu_count()) as pool:
            for _ in pool.map(lambda part: deque(self._fill(part, votes, out), maxlen=0), self._parts):
                pass

    def _begin(self, votes: Votes) -> None:
        if not self._goes_on(votes):
            for part in self._parts:
                part.forget()
        self._seen = votes

    def _fill(self, part: Part, votes: Votes, out: Floats) -> Iterator[None]:
        places = self._places.points[self._places.of(votes.points)]
        yield from part.follow(votes, places)
        np.divide(part.ballots(votes), max(1, int(votes.counts.sum())), out=out[part.up, part.across])
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
