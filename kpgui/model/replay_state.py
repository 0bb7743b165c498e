"""A moment of a run, as the log of updates adds up to it."""

from dataclasses import dataclass

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.updates import CHANGES, MISTAKES, Kind, Updates

NOTHING = 1e-9
"""What is left of a coefficient once it was taken away is rounding, if it is so small a part of it."""


@dataclass(frozen=True, eq=False)
class ReplayState:
    """What a log adds up to just after `step`.

    beta, bias: the coefficients. dated: Σ step·delta of each point, and dated_bias, for learners that weigh updates by
    their age. bias_decays: whether `scale` multiplies the bias too.
    """

    step: int
    alpha: Ints
    beta: Floats
    bias: float
    dated: Floats
    dated_bias: float
    mistakes: int
    updates: int
    bias_decays: bool

    @classmethod
    def zero(cls, n: int, bias_decays: bool = True) -> "ReplayState":
        return cls(-1, np.zeros(n, np.int64), np.zeros(n), 0.0, np.zeros(n), 0.0, 0, 0, bias_decays)

    def after(self, rows: Updates) -> "ReplayState":
        """The moment just after these further rows."""
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
            bias_decays=self.bias_decays,
        )


def _added(beta: Floats, points: Ints, delta: Floats) -> Floats:
    """The sums, in the order in which they were made: a coefficient that a learner took back to 0 is 0 here too."""
    n = len(beta)
    sums = np.bincount(np.append(np.arange(n), points), weights=np.append(beta, delta), minlength=n)
    return sums.astype(np.float64, copy=False)


def _passing(scale: Floats) -> tuple[float, Floats]:
    """What the scales leave of what was there before the rows, and of each row's own."""
    if np.all(scale == 1):
        return 1.0, np.ones(len(scale))
    passing = np.cumprod(scale[::-1])[::-1]
    return float(passing[0]), np.append(passing[1:], 1.0)


def _clear_evicted(beta: Floats, rows: Updates, delta: Floats) -> None:
    """A dropped support vector leaves nothing, not the rounding of the products that it went through."""
    dropped = np.flatnonzero(rows.kind == Kind.EVICTED)
    if len(dropped):
        gone = np.zeros(len(beta))
        gone[rows.point[dropped]] = np.abs(delta[dropped])
        beta[np.abs(beta) < NOTHING * gone] = 0.0
