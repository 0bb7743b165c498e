"""The session: everything that a `.kpgui` file holds. A value, compared by its contents."""

from dataclasses import dataclass, field

import numpy as np

from kpgui.model.arrays import Bools, Floats
from kpgui.model.dataset import Dataset
from kpgui.model.ghost import Ghost
from kpgui.model.param import Param

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
    the generator in the form, as in `moons(n=50)`; "" for the one that a new window has.
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


def _span(values: Floats) -> tuple[float, float]:
    """An interval around all values, finite and of finite, positive length whatever they are."""
    low, high = (float(each) for each in np.clip([values.min(), values.max()], -FARTHEST, FARTHEST))
    room = 0.08 * (high - low)
    magnitude = max(abs(low), abs(high))
    if room <= max(1e-9 * magnitude, 1e-150):  # all equal, or too narrow to draw
        room = max(1.0, 1e-3 * magnitude)
    return low - room, high + room
