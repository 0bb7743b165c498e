"""A session, and the ghosts in it: moments of runs that were kept, with all that their boundaries need."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpgui.model.arrays import Bools, Floats, frozen
from kpgui.model.conventions import USUAL, Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion, Votes
from kpgui.model.param import Param
from kpgui.model.question import Prediction

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
            points, f = f.places(points), f.plain
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


ORDERS = ("dataset", "shuffled_once", "shuffled_each_epoch", "reversed")

SEED = Param(
    "seed",
    0,
    "Starts every random choice; the same seed gives the same run.",
    scale="integer",
    low=0,
    high=2**53,
)
ORDER = Param("order", "dataset", "In which order an epoch presents the points.", scale="choice", choices=ORDERS)

FARTHEST = 7e307
"""Coordinates beyond this are outside every view, so that a view's width is a finite number."""


@dataclass(frozen=True)
class View:
    """The visible rectangle of the plane, in data units."""

    xmin: float = -3.0
    xmax: float = 3.0
    ymin: float = -2.0
    ymax: float = 2.0

    @classmethod
    def around(cls, points: Floats) -> "View":
        """The view that shows all `points`, (n, d), with 8 % room on each side; the default view when there are none.

        Only the first two coordinates count; if there is only one, the height is the default.
        """
        if not len(points):
            return cls()
        xmin, xmax = _span(points[:, 0])
        return cls(xmin, xmax, *_span(points[:, 1])) if points.shape[1] > 1 else cls(xmin, xmax)

    def contains(self, points: Floats) -> Bools:
        """Which of these points, (n, 2), are in the rectangle, edge included: a mask (n,)."""
        x, y = points.T
        inside: Bools = (x >= self.xmin) & (x <= self.xmax) & (y >= self.ymin) & (y <= self.ymax)
        return inside


@dataclass(frozen=True)
class Reached:
    """The step at which a run was left, and its counters there, which tell whether a replay is the same run."""

    step: int = 0
    mistakes: int = 0
    updates: int = 0


@dataclass(frozen=True)
class Session:
    """Dataset, kernel, learner, run settings, view and ghosts, and how the window was left.

    kernel and learner are expressions, as in `rbf(sigma=0.5)`; they are validated where they enter the program.
    reached: where the run was left; None if there was none. live: whether every edit is followed by training. shape:
    the generator in the form, as in `moons(n=50)`; "" for the one that a new window has. answers: to what was asked
    about its steps. conventions: those of a textbook.
    """

    dataset: Dataset = field(default_factory=Dataset.empty)
    kernel: str = "rbf(sigma=1)"
    learner: str = "kernel_perceptron()"
    order: str = "dataset"
    seed: int = 0
    view: View = field(default_factory=View)
    reached: Reached | None = None
    live: bool = False
    shape: str = ""
    ghosts: tuple[Ghost, ...] = ()
    answers: tuple[Prediction, ...] = ()
    conventions: Conventions = USUAL

    @property
    def shuffled(self) -> str:
        """The order of its runs in other orders: shuffled once, unless in each epoch already."""
        return self.order if self.order == "shuffled_each_epoch" else "shuffled_once"

    @property
    def presented(self) -> str:
        """In which order an epoch presents the points, "by hand" for one of the conventions."""
        return "by hand" if self.conventions.orders else self.order


def _span(values: Floats) -> tuple[float, float]:
    """An interval around all values, finite and of finite, positive length whatever they are."""
    low, high = (float(each) for each in np.clip([values.min(), values.max()], -FARTHEST, FARTHEST))
    room = 0.08 * (high - low)
    magnitude = max(abs(low), abs(high))
    if room <= max(1e-9 * magnitude, 1e-150):  # all equal, or too narrow to draw
        room = max(1.0, 1e-3 * magnitude)
    return low - room, high + room
