"""The log of updates: one row for each change that a learner made, stored in columns."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from kpgui.model.arrays import Floats, Ints, frozen


class Kind(IntEnum):
    """Why a row was written."""

    MISTAKE = 0
    """A mistake, and what it changed: the point's α goes up by one."""
    CAPPED = 1
    """A mistake that changed nothing, as on a point whose α had reached its cap."""
    UPDATE = 2
    """A change without a mistake: NORMA inside its margin, a pair of the SVM."""
    SHARED = 3
    """A further coefficient that the update of the row before changed."""
    EVICTED = 4
    """A support vector that the update of the rows before dropped."""


MISTAKES = (Kind.MISTAKE, Kind.CAPPED)
CHANGES = (Kind.MISTAKE, Kind.UPDATE)
"""The rows that begin an update; what follows from it has rows of its own."""


COLUMNS = {
    "step": np.int64,
    "point": np.int64,
    "delta": np.float64,
    "bias_delta": np.float64,
    "scale": np.float64,
    "kind": np.int8,
    "score": np.float64,
}


@dataclass(frozen=True, eq=False)
class Updates:
    """Rows in the order in which they happened, each column a read-only array of the same length.

    step: 0-based, over all epochs. point: index into the dataset. scale: the factor by which all coefficients and the
    bias (but not NORMA's) were multiplied since the previous row; a decay after the last row is not recorded. delta,
    bias_delta: what was then added to the coefficient of that point and to the bias. kind: a `Kind`. score: f at the
    point, bias included, just before the update.
    """

    step: Ints
    point: Ints
    delta: Floats
    bias_delta: Floats
    scale: Floats
    kind: Any
    score: Floats

    @classmethod
    def of(cls, **columns: Any) -> "Updates":
        return cls(**{name: frozen(columns[name], dtype) for name, dtype in COLUMNS.items()})

    @classmethod
    def none(cls) -> "Updates":
        return cls.of(**dict.fromkeys(COLUMNS, ()))

    @classmethod
    def join(cls, parts: Iterable["Updates"]) -> "Updates":
        parts = [part for part in parts if len(part)]
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return cls.none()
        columns = {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}
        for column in columns.values():
            column.flags.writeable = False  # nobody else holds it, so `of` need not copy
        return cls.of(**columns)

    def __len__(self) -> int:
        return len(self.step)

    def __getitem__(self, column: str) -> Any:
        """The column of this name."""
        if column not in COLUMNS:
            raise KeyError(column)
        return getattr(self, column)

    def rows(self, start: int, stop: int | None = None) -> "Updates":
        """The rows of a slice, as views."""
        return Updates(**{name: self[name][start:stop] for name in COLUMNS})

    def as_lists(self) -> dict[str, list[Any]]:
        """Plain lists for JSON; kinds by name."""
        lists = {name: self[name].tolist() for name in COLUMNS}
        lists["kind"] = [Kind(kind).name.lower() for kind in self.kind]
        return lists
