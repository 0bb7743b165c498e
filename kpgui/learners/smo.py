"""Sequential minimal optimisation (Platt 1998) with the second-order working set of Fan, Chen and Lin (2005)."""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from kpgui.model.arrays import Floats, Ints

FLATTEST = 1e-12
"""The least curvature that a step divides by (LIBSVM's τ): a flat or a bent-down direction goes to its bound."""

EPSILON = float(np.finfo(np.float64).eps)

BENT = -1e-9
"""Curvature below this share of the two diagonal entries is no rounding: the matrix is not positive semidefinite."""


class Step(NamedTuple):
    """What a pair update did: α of `i` changed by `delta_i`, that of `j` by `delta_j`.

    The sums are α bit for bit, but at the ceiling, which α reaches exactly and they up to a rounding.
    """

    i: int
    j: int
    delta_i: float
    delta_j: float


class PairSolver:
    """Minimises ½αᵀQα + pᵀα over 0 ≤ α ≤ ceiling with sᵀα constant, two variables at a time.

    column(i) gives Q's column i, (n,); it may compute it anew each time. diagonal: (n,). signs: s, (n,) in {−1, +1}.
    linear: p, (n,). members: indices of the variables; the others stay 0, but the gradient is kept for them too.
    start: (n,) within the bounds, 0 if not given.

    With G = Qα + p kept up to date and v = −sG, `i` is the variable of the largest v among those that may move up
    (sα may grow), `j` the one with v_j < v_i among those that may move down that has the largest (v_i − v_j)²/q,
    where q = Q_ii + Q_jj − 2 s_i s_j Q_ij (Fan, Chen, Lin 2005). `gap` = max_up v − min_low v; α is
    optimal when nothing is gained by any pair, which is when the gap is 0.
    """

    def __init__(
        self,
        column: Callable[[int], Floats],
        diagonal: Floats,
        signs: Floats,
        linear: Floats,
        members: Ints,
        ceiling: float,
        start: Floats | None = None,
    ) -> None:
        n = len(signs)
        self.column, self.diagonal, self.signs, self.linear, self.ceiling = column, diagonal, signs, linear, ceiling
        self.alpha = np.zeros(n) if start is None else start.copy()
        self.v = -signs * linear
        for i in np.flatnonzero(self.alpha).tolist():
            self.v -= self.alpha[i] * (signs * column(i))
        self.bent = False
        """A pair had negative curvature: the matrix is not positive semidefinite."""
        grows, shrinks, member = self.alpha < ceiling, self.alpha > 0, np.zeros(n, bool)
        member[members] = True
        positive = signs > 0
        self._up_wall = np.where(member & np.where(positive, grows, shrinks), 0.0, -inf)
        self._low_wall = np.where(member & np.where(positive, shrinks, grows), 0.0, inf)
        self._free = (member & grows & shrinks).astype(np.float64)
        self._free_count = int(self._free.sum())
        self._twice = -2 * signs, 2 * signs
        self._a, self._b = np.empty(n), np.empty(n)
        self._column_i = self._a
        # A number at a time, four times faster than the arrays.
        self._alpha_of: Any = self.alpha.data
        self._v_of: Any = self.v.data
        self._up_of: Any = self._up_wall.data
        self._low_of: Any = self._low_wall.data
        self._free_of: Any = self._free.data
        self._sign_of: list[float] = signs.tolist()
        self._diagonal_of: list[float] = diagonal.tolist()
        self._diagonal_sum = 2 * self._diagonal_of[0] if n and np.all(diagonal == diagonal[0]) else None
        """Q_ii + Q_jj of any two, when all are equal, as those of a kernel of the distance are."""
        self.i = self.j = -1
        self.top, self.bottom = -inf, inf

    @property
    def gap(self) -> float:
        """How far α is from optimal: max_up v − min_low v, 0 when nothing may move."""
        return max(self.top - self.bottom, 0.0)

    @property
    def objective(self) -> float:
        """½αᵀQα + pᵀα."""
        return 0.5 * float(self.linear @ self.alpha - (self.signs * self.alpha) @ self.v)

    @property
    def rounding(self) -> float:
        """What rounding alone may make of the gap: float64 cannot come nearer to the optimum than this."""
        return EPSILON * float(self.alpha.sum() * np.abs(self.diagonal).max() + np.abs(self.linear).max())

    def select(self) -> None:
        """Choose the pair that is updated next, and measure the gap; `j` is −1 when nothing can be gained."""
        a, b, v = self._a, self._b, self.v
        np.add(v, self._up_wall, out=a)
        i = int(a.argmax())
        np.add(v, self._low_wall, out=a)
        self.top, self.bottom = top, bottom = self._v_of[i] + self._up_of[i], float(np.minimum.reduce(a))
        self.i, self.j = i, -1
        if not top > bottom:
            return
        np.subtract(top, a, out=a)
        self._column_i = self.column(i)
        np.multiply(self._column_i, self._twice[self._sign_of[i] < 0], out=b)
        b += self._diagonal_sum if self._diagonal_sum is not None else self.diagonal + self._diagonal_of[i]
        np.maximum(b, FLATTEST, out=b)
        np.maximum(a, 0.0, out=a)
        a *= a
        a /= b
        self.j = int(a.argmax())

    def update(self) -> Step | None:
        """Move the selected pair to the least objective on its line; None when there is none or it cannot move."""
        i, j, alpha, v = self.i, self.j, self._alpha_of, self._v_of
        if j < 0:
            return None
        s_i, s_j = self._sign_of[i], self._sign_of[j]
        column_i, column_j = self._column_i, self.column(j)
        both = self._diagonal_of[i] + self._diagonal_of[j]
        q = both - 2 * s_i * s_j * column_i.item(j)
        if q < BENT * abs(both):
            self.bent = True
        old_i, old_j = alpha[i], alpha[j]
        room_i = self.ceiling - old_i if s_i > 0 else old_i
        room_j = old_j if s_j > 0 else self.ceiling - old_j
        t = min((v[i] - v[j]) / max(q, FLATTEST), room_i, room_j)
        alpha[i] = new_i = self._moved(old_i, s_i * t, t == room_i)
        alpha[j] = new_j = self._moved(old_j, -s_j * t, t == room_j)
        if new_i == old_i and new_j == old_j:
            return None
        a, b = self._a, self._b  # v −= s(Δα_i·Q_i + Δα_j·Q_j)
        np.multiply(column_i, old_i - new_i, out=a)
        np.multiply(column_j, old_j - new_j, out=b)
        a += b
        a *= self.signs
        self.v += a
        self._place(i)
        self._place(j)
        return Step(i, j, new_i - old_i, new_j - old_j)

    def _moved(self, old: float, by: float, to_bound: bool) -> float:
        """The new α: exactly at the bound if it gets there."""
        if to_bound:
            return self.ceiling if by > 0 else 0.0
        return min(max(old + ((old + by) - old), 0.0), self.ceiling)

    def _place(self, i: int) -> None:
        """Note which ways α_i may move."""
        alpha = self._alpha_of[i]
        grows, shrinks, was_free = alpha < self.ceiling, alpha > 0, self._free_of[i] > 0
        up, low = (grows, shrinks) if self._sign_of[i] > 0 else (shrinks, grows)
        self._up_of[i] = 0.0 if up else -inf
        self._low_of[i] = 0.0 if low else inf
        free = grows and shrinks
        if free != was_free:
            self._free_of[i] = float(free)
            self._free_count += 1 if free else -1

    @property
    def level(self) -> float:
        """The multiplier of sᵀα (b of an SVM): the mean of v over free variables, else the middle of what is allowed.

        With one side open (one class, all at one bound) the end that there is; 0 without any variable.
        """
        if self._free_count:
            return float(self.v @ self._free) / self._free_count
        if self.top > -inf and self.bottom < inf:
            return 0.5 * (self.top + self.bottom)
        return self.top if self.top > -inf else self.bottom if self.bottom < inf else 0.0
