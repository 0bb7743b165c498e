"""What a learner does, shown by itself: its own state at a moment, in parts that any learner can fill."""

from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from kpgui.model.arrays import Floats, Ints, frozen

MOST = 512
"""Most bars of a list, so that its size does not grow with the run."""

_NONE: Ints = frozen((), np.int64)


@dataclass(frozen=True, eq=False)
class Bars:
    """A list of points, each with a number; arrays (k,), read-only.

    title: what the list is, and in which order. symbol: what the numbers are, as "β". rows: indices of the points, −1
    where a row stands for no point. full: the |value| of a bar of full length. count: length of the whole list, of
    which no more than MOST are in here. names: of the rows, by default the positions of the points. since: the steps,
    from 1, that each entry goes back to, 0 where that is not known; empty if that does not matter. until: the last
    steps of entries that have ended, 0 where one goes on. prototypes: the numbers from 0 of the hypotheses that entries
    stand for, whose boundaries can be looked at. Both are empty where there is no such thing. limit: the largest value
    that there can be.
    """

    title: str
    symbol: str
    rows: Ints
    values: Floats
    full: float
    count: int
    names: tuple[str, ...] = ()
    since: Ints = field(default_factory=lambda: _NONE)
    until: Ints = field(default_factory=lambda: _NONE)
    prototypes: Ints = field(default_factory=lambda: _NONE)
    limit: float = inf

    @classmethod
    def of(
        cls,
        title: str,
        symbol: str,
        rows: Ints,
        values: Floats,
        count: int | None = None,
        full: float = 0.0,
        names: tuple[str, ...] = (),
        since: Ints | None = None,
        until: Ints | None = None,
        prototypes: Ints | None = None,
        limit: float = inf,
    ) -> "Bars":
        """The first MOST of these entries. full: 0 for the largest |value|. count: by default that of the entries."""
        shown = np.asarray(values, np.float64)[:MOST]
        begun, ended, made = (
            _NONE if each is None else frozen(each[:MOST], np.int64) for each in (since, until, prototypes)
        )
        return cls(
            title,
            symbol,
            frozen(rows[:MOST], np.int64),
            frozen(shown, np.float64),
            full or float(np.abs(shown).max(initial=0.0)) or 1.0,
            len(rows) if count is None else count,
            names[:MOST],
            begun,
            ended,
            made,
            limit,
        )

    @classmethod
    def largest(cls, title: str, symbol: str, values: Floats, full: float = 0.0) -> "Bars":
        """The points with the largest |value| first; those with value 0 are left out. values: of all points, (n,)."""
        sizes = np.abs(values)
        some = np.flatnonzero(sizes)
        rows = largest(sizes, some, MOST)
        return cls.of(title, symbol, rows, values[rows], len(some), full)


@dataclass(frozen=True, eq=False)
class Plane:
    """The plane w·φ(x) + b = 0 of a learner with explicit features; arrays (D,), read-only.

    added: what the step made last added to w; None if it left w as it was, or went by too fast to be followed.
    """

    w: Floats
    bias: float
    added: Floats | None = None


@dataclass(frozen=True, eq=False)
class Mechanism:
    """sentence: what it did so far and does next. numbers: by name; None where one is known at the last step only.

    gone: indices of the points that once carried f and no longer do, (g,). plane: of a learner with explicit features.
    """

    sentence: str
    bars: Bars
    numbers: tuple[tuple[str, float | None], ...] = ()
    gone: Ints = field(default_factory=lambda: _NONE)
    plane: Plane | None = None


def largest(size: Floats, among: Any, most: int) -> Ints:
    """Those of the indices `among` with the `most` largest sizes, in descending order, equal ones in their order.

    size: (n,), of all points. Takes linear time in the number of indices, as only the result is sorted.
    """
    sizes = size[among]
    if len(among) > most:
        least = np.partition(sizes, len(sizes) - most)[len(sizes) - most]
        above = np.flatnonzero(sizes > least)
        found = np.sort(np.concatenate([above, np.flatnonzero(sizes == least)[: most - len(above)]]))
        among, sizes = among[found], sizes[found]
    return among[np.argsort(-sizes, kind="stable")]
