"""Frames: the snapshots of a run that the trainer publishes for the screen. Frozen, arrays read-only."""

import dataclasses
from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import Explanation, Guarantee
from kpgui.model.session import View
from kpgui.model.updates import Updates


class Status(Enum):
    READY = "ready"
    """Loaded, nothing examined yet."""
    RUNNING = "running"
    PAUSED = "paused"
    CONVERGED = "converged"
    """The last epoch had no mistake."""
    LIMIT = "limit"
    """The learner's limit of epochs or updates was reached first."""
    STANDSTILL = "standstill"
    """An epoch had mistakes, but changed nothing, and neither would any other."""
    EMPTY = "empty"
    """There is no point to examine."""
    FAILED = "failed"


@dataclass(frozen=True, eq=False)
class FieldImage:
    """f over a rectangle, quantised for a 256-entry lookup table, with its contour polylines.

    pixels: (ny, nx) uint8, row 0 at view.ymin; 128 where f is exactly 0, above where f > 0, below where
    f < 0; |f| = peak maps to the ends. Contours are (k, 2) arrays in data units with NaN rows between polylines.
    full: whether it has the full resolution asked for. ties: edges and hatching of where a vote is exactly 0, likewise.
    """

    pixels: Any
    view: View
    peak: float
    boundary: Floats
    positive_margin: Floats
    negative_margin: Floats
    full: bool
    ties: Floats = field(default_factory=lambda: frozen(np.zeros((0, 2)), np.float64))


@dataclass(frozen=True, eq=False)
class Counters:
    """Cumulative counters over the steps so far.

    alpha: (n,) mistakes on each point. per_epoch: mistakes in each epoch begun (a frame carries only the last epochs;
    `epoch` counts all of them). wrong: (n,) bool, the points that f now misclassifies (f = 0 counts as wrong), the
    same array as long as it is the same points; errors, held_out_errors: how many of those trained on and held out.
    """

    step: int = 0
    epoch: int = 0
    mistakes: int = 0
    updates: int = 0
    alpha: Ints = field(default_factory=lambda: frozen((), np.int64))
    per_epoch: Ints = field(default_factory=lambda: frozen((), np.int64))
    errors: int = 0
    held_out_errors: int = 0
    wrong: Bools = field(default_factory=lambda: frozen((), np.bool_))


@dataclass(frozen=True, eq=False)
class Frame:
    """The state of a run at one step.

    run: id of the run; frames of another run are stale. head: the steps made so far; `counters.step` is less when the
    timeline was scrubbed back, at the least first_step. point: index of the point examined last, −1 for none. recent:
    the updates since the previous frame (only the newest, if there were very many). problem: when FAILED, a traceback
    or a sentence; else why there is no field, if there is none. margin: the margins are the curves f = ±margin.
    guarantee: what is proved about the learner in this run. quantities: the learner's own numbers (objective, gap), by
    name.
    values: what the instruments' readings gave, with the readings; only those computed since the previous frame.
    explanation: of the step made last; None before the first, and while a run is too fast for it to be read.
    ids: (n,) of the points that the run learns from, in the order of α, β and `point`; the dataset's own array.
    seconds, kernel_values: of processor time that learning took up to the head, and the values of K it asked for.
    """

    run: int
    status: Status
    head: int
    point: int
    counters: Counters
    expansion: Expansion
    recent: Updates
    field: FieldImage | None = None
    problem: str = ""
    margin: float = 1.0
    guarantee: Guarantee | None = None
    quantities: tuple[tuple[str, float], ...] = ()
    values: tuple[tuple[Hashable, Any], ...] = ()
    explanation: Explanation | None = None
    ids: Ints = dataclasses.field(default_factory=lambda: frozen((), np.int64))
    seconds: float = 0.0
    kernel_values: int = 0
    first_step: int = 0

    def is_of(self, dataset: Dataset) -> bool:
        """Whether it counts its points as this dataset does: the same ones, in the same order."""
        return self.ids is dataset.ids or np.array_equal(self.ids, dataset.ids)
