"""A ghost: a moment of a run that was kept, with all that its boundary needs."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpgui.model.arrays import Floats, frozen
from kpgui.model.expansion import Expansion
from kpgui.model.votes import Votes

MOST = 8
"""Most ghosts at once: so many lines can be told apart."""

LONGEST_NAME = 60

LARGEST = 40_000
"""Most numbers that describe f, see `KeptMoment.size`: all ghosts fit into a session file beside all points."""


@dataclass(frozen=True)
class KeptMoment:
    """What a run had learned at a step, in plain numbers: a session file has these fields, and nothing is recomputed.

    coordinates: of those points alone that f consists of, point after point, `dimensions` each. f is a sum over them,
    see `Expansion`, or if there are `voters` a vote, see `Votes`; voters: the point that each hypothesis adds, from 0.
    """

    kernel: str
    learner: str
    order: str
    seed: int
    step: int
    mistakes: int
    dimensions: int
    coordinates: tuple[float, ...]
    terms: tuple[float, ...] = ()
    constant: float = 0.0
    unit: float = 1.0
    roundings: float = 0.0
    slack: float = 0.0
    voters: tuple[int, ...] = ()
    signs: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    biased: bool = False
    total: int = 0

    @classmethod
    def of(cls, f: Expansion, points: Floats, **run: Any) -> "KeptMoment":
        """points: (n, d), those of the run. run: settings, step and mistakes."""
        if isinstance(f, Votes) and f.voters:
            used, voters = np.unique(f.points, return_inverse=True)
            run |= {"voters": _plain(voters), "signs": _plain(f.signs.astype(int)), "counts": _plain(f.counts)}
            run |= {"biased": f.biased, "total": f.total}
        else:
            used = np.flatnonzero(f.terms)
            run |= {name: getattr(f, name) for name in ("constant", "unit", "roundings", "slack")}
            run["terms"] = _plain(f.terms[used])
        return cls(**run, dimensions=points.shape[1], coordinates=_plain(points[used].ravel()))

    @property
    def size(self) -> int:
        """How many numbers describe f."""
        return len(self.coordinates) + len(self.terms) + 3 * len(self.voters)

    @cached_property
    def points(self) -> Floats:
        """The points that f consists of, (k, d)."""
        return frozen(np.reshape(self.coordinates, (-1, self.dimensions)), np.float64)

    @cached_property
    def expansion(self) -> Expansion:
        """f over `points`."""
        if not self.voters:
            return Expansion.of(self.terms, self.constant, self.unit, self.roundings, self.slack)
        beta, bias = np.bincount(self.voters, self.signs, len(self.points)), float(sum(self.signs) * self.biased)
        return Votes.voted(beta, bias, self.voters, self.signs, self.counts, self.biased, self.total)


@dataclass(frozen=True)
class Ghost:
    """A moment that was kept. Nothing in it changes when points or settings are edited.

    style: of its line, and its identity among the ghosts. errors, held_out_errors: points on the wrong side, None where
    they are not counted or none is held out.
    """

    style: int
    name: str
    moment: KeptMoment
    errors: int | None
    held_out_errors: int | None
    visible: bool = True


def _plain(values: NDArray[Any]) -> tuple[Any, ...]:
    return tuple(values.tolist())
