"""The log of updates, one row for each change that a learner made, and the state replayed from it."""

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


NOTHING = 1e-9
"""A remainder below this share of an evicted coefficient is rounding, and counts as 0."""


@dataclass(frozen=True, eq=False)
class ReplayState:
    """The totals of a log of updates just after `step`.

    beta (n,), bias: the coefficients. dated (n,), dated_bias: Σ step·delta, for learners that weigh updates by their
    age, as the averaged perceptron does. amount: Σ |delta| of the rows that begin an update. bias_decays: whether
    `scale` multiplies the bias too.
    """

    step: int
    alpha: Ints
    beta: Floats
    bias: float
    dated: Floats
    dated_bias: float
    mistakes: int
    updates: int
    amount: float
    bias_decays: bool

    @classmethod
    def zero(cls, n: int, bias_decays: bool = True) -> "ReplayState":
        return cls(-1, np.zeros(n, np.int64), np.zeros(n), 0.0, np.zeros(n), 0.0, 0, 0, 0.0, bias_decays)

    def after(self, rows: Updates) -> "ReplayState":
        """The state after these further rows of the log."""
        if not len(rows):
            return self
        n = len(self.alpha)
        kept, later = _passing(rows.scale)
        delta = rows.delta * later
        beta = _added(kept * self.beta, rows.point, delta)
        _clear_evicted(beta, rows, delta)
        if self.bias_decays and (rows.scale != 1).any():
            bias = kept * self.bias + float((rows.bias_delta * later).sum())
        else:
            bias = float(np.cumsum(np.append(self.bias, rows.bias_delta))[-1])  # one by one, as the learner does it
        counted = np.bincount(rows.kind, minlength=len(Kind))
        return ReplayState(
            step=int(rows.step[-1]),
            alpha=self.alpha + np.bincount(rows.point[rows.kind == Kind.MISTAKE], minlength=n),
            beta=beta,
            bias=bias,
            dated=self.dated + np.bincount(rows.point, weights=rows.step * rows.delta, minlength=n),
            dated_bias=self.dated_bias + float((rows.step * rows.bias_delta).sum()),
            mistakes=self.mistakes + int(counted[list(MISTAKES)].sum()),
            updates=self.updates + int(counted[list(CHANGES)].sum()),
            amount=self.amount + float(np.abs(rows.delta[np.isin(rows.kind, CHANGES)]).sum()),
            bias_decays=self.bias_decays,
        )


def _added(beta: Floats, points: Ints, delta: Floats) -> Floats:
    """beta plus the deltas, added in the order of the log, so that a coefficient taken back to 0 is exactly 0."""
    n = len(beta)
    sums = np.bincount(np.append(np.arange(n), points), weights=np.append(beta, delta), minlength=n)
    return sums.astype(np.float64, copy=False)


def _passing(scale: Floats) -> tuple[float, Floats]:
    """The factors by which the scales shrink the state before the rows, and each row's own delta, (rows,)."""
    if np.all(scale == 1):
        return 1.0, np.ones(len(scale))
    passing = np.cumprod(scale[::-1])[::-1]
    return float(passing[0]), np.append(passing[1:], 1.0)


def _clear_evicted(beta: Floats, rows: Updates, delta: Floats) -> None:
    """Sets to 0, in place, the coefficients of evicted support vectors that rounding left slightly off 0."""
    dropped = np.flatnonzero(rows.kind == Kind.EVICTED)
    if len(dropped):
        gone = np.zeros(len(beta))
        gone[rows.point[dropped]] = np.abs(delta[dropped])
        beta[np.abs(beta) < NOTHING * gone] = 0.0
