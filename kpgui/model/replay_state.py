"""The state of a run at any step, replayed from the log of updates."""

from dataclasses import dataclass

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.updates import CHANGES, MISTAKES, Kind, Updates

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
