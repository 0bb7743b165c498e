"""The states of a NORMA run: sums of terms that shrink together, by a multiplier in front of them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kpgui.learners.parts.ahead import AHEAD
from kpgui.learners.parts.budget import BudgetState
from kpgui.learners.parts.margins import MarginState
from kpgui.model.arrays import Floats

TINY = 1e-100
"""The multiplier is folded into the terms when it has shrunk below this."""


@dataclass(kw_only=True, eq=False, repr=False)
class Rates:
    """The scalars of a NORMA run: f = multiplier·(Σ terms) + bias.

    rho: the margin. passed: the factor by which f shrank since the last row of the log. Subclasses hold the terms, and
    in `error_bound` that of their sum.
    """

    rho: float
    bias: float = 0.0
    multiplier: float = 1.0
    passed: float = 1.0


@dataclass(kw_only=True, eq=False, repr=False)
class WholeState(Rates, MarginState):
    """Untruncated run: every point may have a coefficient. amounts: (n,) of y·K; margins are those of Σ terms."""

    amounts: Floats

    def coefficients(self) -> Floats:
        return self.amounts * self.problem.labels

    def signed_sum(self, position: int, i: int) -> float:
        """y·Σ terms at point i, which is presented at this position."""
        return self.margin_of[i]

    def error_bound_at(self, position: int, i: int) -> Any:
        """The error bound of `signed_sum`."""
        return self.error_bounds(i)

    def learn(self, position: int, i: int, amount: float) -> None:
        """Adds the term amount·y·K(xᵢ, ·)."""
        self.add(i, amount)
        self.amounts[i] += amount

    def fold(self) -> None:
        """Multiplies the terms by the multiplier before it underflows, unless they are so small that they would."""
        if np.abs(self.amounts).max(initial=0) > TINY:
            self.amounts *= self.multiplier
            self.scale(self.multiplier)
            self.multiplier = 1.0
        else:
            self.multiplier = TINY


@dataclass(kw_only=True, eq=False, repr=False)
class TruncatedState(Rates, BudgetState):
    """Truncated run: only the last τ terms are kept, each in a slot of its own; scores are those of their sum."""

    def signed_sum(self, position: int, i: int) -> float:
        if self.move_to_block(position, AHEAD):
            self.enter_block()
        return self.labels[i] * float(self.scores[position - self.begun])

    def error_bound_at(self, position: int, i: int) -> Any:
        return self.error_bound

    def learn(self, position: int, i: int, amount: float) -> None:
        self.add(position - self.begun, i, amount * self.labels[i])

    def forget(self) -> tuple[int, float]:
        """Drops the oldest term. Returns its point and its coefficient in the sum."""
        return int(self.points[self.order[0]]), self.drop(0)

    def fold(self) -> None:
        if np.abs(self.beta).max(initial=0) > TINY:
            self.beta *= self.multiplier
            self.scores *= self.multiplier
            self.error_bound *= self.multiplier
            self.multiplier = 1.0
        else:
            self.multiplier = TINY
