"""Sequential minimal optimisation (Platt 1998) with the second-order working set of Fan, Chen and Lin (2005)."""

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from kpgui.model.arrays import EPSILON, Floats, Ints

FLATTEST = 1e-12
"""The least curvature that a step divides by (LIBSVM's τ): along flat or concave directions α goes to its bound."""

CACHED = 1 << 28
"""Bytes of kernel columns that a solver caches, and as many of their roots of curvature; the oldest go first."""

CONCAVE = -1e-9
"""Curvature below this share of the diagonal entries is not due to rounding: Q is not positive semidefinite."""

add, subtract, multiply = np.add, np.subtract, np.multiply


class PairSolver:
    """Minimises ½αᵀQα + pᵀα over 0 ≤ α ≤ ceiling with sᵀα constant, two variables at a time.

    column(i) returns s_i·s∘Q_i, (n,), which for an SVM is the kernel's column. diagonal: Q's, (n,). signs: s, (n,) in
    {−1, +1}. linear: p, (n,). members: indices of the variables; the others stay 0, but their gradient is maintained
    too. start: initial α, (n,), within the bounds; default 0. roots: those of curvature that another solver with the
    same columns and diagonal left, to which this one adds.

    With G = Qα + p kept up to date and v = −sG, `i` is the variable with the largest v among those that may move up
    (sα may grow), and `j`, among those that may move down and have v_j < v_i, the one with the largest (v_i − v_j)²/q,
    where q = Q_ii + Q_jj − 2 s_i s_j Q_ij (Fan, Chen, Lin 2005). `gap` = max_up v − min_low v; α is optimal when it
    is 0, since no pair can then lower the objective.
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
        roots: dict[int, Floats] | None = None,
    ) -> None:
        n = len(signs)
        self.column, self.diagonal, self.signs, self.linear, self.ceiling = column, diagonal, signs, linear, ceiling
        self.alpha = np.zeros(n) if start is None else start.copy()
        self.v = -signs * linear
        for i in np.flatnonzero(self.alpha).tolist():
            self.v -= signs[i] * self.alpha[i] * column(i)
        self.concave = False
        """Whether a pair had negative curvature, so that Q is not positive semidefinite."""
        grows, shrinks, member = self.alpha < ceiling, self.alpha > 0, np.zeros(n, bool)
        member[members] = True
        positive = signs > 0
        self._up_wall = np.where(member & np.where(positive, grows, shrinks), 0.0, -inf)
        self._low_wall = np.where(member & np.where(positive, shrinks, grows), 0.0, inf)
        self._free = (member & grows & shrinks).astype(np.float64)
        self._free_count = int(self._free.sum())
        self._a, self._b = np.empty(n), np.empty(n)
        self._kernels: dict[int, Floats] = {}
        self._roots: dict[int, Floats] = {}
        self._most_cached = max(2, CACHED // (8 * max(1, n)))
        self._shared_roots, self._most_shared = ({}, 0) if roots is None else (roots, self._most_cached)
        # 0-d arrays as operands: NumPy handles them four times faster than Python's numbers.
        self._top, self._x_i, self._x_j = np.empty(()), np.empty(()), np.empty(())
        self._set_top, self._set_x_i, self._set_x_j = self._top.data, self._x_i.data, self._x_j.data
        # Memoryviews: reading or writing one number is four times faster than with arrays.
        self._alpha_of: Any = self.alpha.data
        self._v_of: Any = self.v.data
        self._a_of: Any = self._a.data
        self._b_of: Any = self._b.data
        self._up_of: Any = self._up_wall.data
        self._low_of: Any = self._low_wall.data
        self._free_of: Any = self._free.data
        self._sign_of: list[float] = signs.tolist()
        self._diagonal_of: list[float] = diagonal.tolist()
        self._diagonal_sum = 2 * self._diagonal_of[0] if n and np.all(diagonal == diagonal[0]) else None
        """Q_ii + Q_jj if the whole diagonal is equal, as for a kernel of the distance; else None."""
        self.i = self.j = -1
        self.top, self.bottom = -inf, inf

    @property
    def gap(self) -> float:
        """The violation of the optimality conditions: max_up v − min_low v, 0 when nothing may move."""
        return max(self.top - self.bottom, 0.0)

    @property
    def objective(self) -> float:
        """½αᵀQα + pᵀα."""
        return 0.5 * float(self.linear @ self.alpha - (self.signs * self.alpha) @ self.v)

    @property
    def rounding(self) -> float:
        """The gap that rounding alone may leave: float64 cannot get closer to the optimum."""
        return EPSILON * float(self.alpha.sum() * np.abs(self.diagonal).max() + np.abs(self.linear).max())

    def select(self) -> None:
        """Chooses the pair to update next and computes the gap; `j` is −1 when no pair improves the objective."""
        a, b, v = self._a, self._b, self.v
        add(v, self._up_wall, a)
        i = int(a.argmax())
        add(v, self._low_wall, b)
        self.top, self.bottom = top, bottom = self._a_of[i], self._b_of[b.argmin()]
        self.i, self.j = i, -1
        if not top > bottom:
            return
        self._set_top[()] = top
        subtract(self._top, b, b)
        root = self._roots.get(i)
        multiply(b, self._root(i) if root is None else root, b)
        self.j = int(b.argmax())

    def _kernel(self, i: int) -> Floats:
        """column(i), cached: how much v falls when s_iα_i grows by 1."""
        kept = self._kernels.get(i)
        if kept is None:
            if len(self._kernels) >= self._most_cached:
                del self._kernels[next(iter(self._kernels))]
            kept = self._kernels[i] = self.column(i)
        return kept

    def _root(self, i: int) -> Floats:
        """1/√q of i with every j, (n,): the gain (v_i − v_j)²/q grows with (v_i − v_j)/√q where that is > 0."""
        if len(self._roots) >= self._most_cached:
            del self._roots[next(iter(self._roots))]
        kernel, root = self._kernel(i), self._shared_roots.get(i)
        if root is None:
            root = kernel * -2.0
            root += self._diagonal_sum if self._diagonal_sum is not None else self.diagonal + self._diagonal_of[i]
            np.maximum(root, FLATTEST, out=root)
            np.sqrt(root, out=root)
            np.divide(1.0, root, out=root)
            if len(self._shared_roots) < self._most_shared:
                self._shared_roots[i] = root
        self._roots[i] = root
        return root

    def update(self) -> tuple[float, float] | None:
        """Minimises the objective along the selected pair's line; None if no pair is selected or it cannot move.

        Returns the changes of α_i and α_j. The changes sum to α bit for bit, except that α reaches the ceiling exactly
        and their sum up to rounding.
        """
        i, j, alpha, v, ceiling = self.i, self.j, self._alpha_of, self._v_of, self.ceiling
        if j < 0:
            return None
        kernel_i = self._kernels.get(i)
        if kernel_i is None:
            kernel_i = self._kernel(i)
        kernel_j = self._kernels.get(j)
        if kernel_j is None:
            kernel_j = self._kernel(j)
        q = self._diagonal_of[i] + self._diagonal_of[j] - 2 * kernel_i.item(j)
        if q < FLATTEST:
            if q < CONCAVE * abs(self._diagonal_of[i] + self._diagonal_of[j]):
                self.concave = True
            q = FLATTEST
        s_i, s_j = self._sign_of[i], self._sign_of[j]
        old_i, old_j = alpha[i], alpha[j]
        room_i = ceiling - old_i if s_i > 0 else old_i
        room_j = old_j if s_j > 0 else ceiling - old_j
        t = (v[i] - v[j]) / q
        if t < room_i and t < room_j:
            new_i, new_j = old_i + (old_i + s_i * t - old_i), old_j + (old_j - s_j * t - old_j)
            if not (0 <= new_i <= ceiling and 0 <= new_j <= ceiling):  # by rounding
                new_i, new_j = min(max(new_i, 0.0), ceiling), min(max(new_j, 0.0), ceiling)
        else:
            t = min(room_i, room_j)
            new_i = self._moved(old_i, s_i * t, t == room_i)
            new_j = self._moved(old_j, -s_j * t, t == room_j)
        delta_i, delta_j = new_i - old_i, new_j - old_j
        if not (delta_i or delta_j):
            return None
        alpha[i], alpha[j] = new_i, new_j
        a, b = self._a, self._b
        self._set_x_i[()], self._set_x_j[()] = s_i * delta_i, s_j * delta_j
        multiply(kernel_i, self._x_i, a)
        multiply(kernel_j, self._x_j, b)
        add(a, b, a)
        subtract(self.v, a, self.v)
        if not (0 < old_i < ceiling and 0 < new_i < ceiling):
            self._update_bounds(i, old_i, new_i)
        if not (0 < old_j < ceiling and 0 < new_j < ceiling):
            self._update_bounds(j, old_j, new_j)
        return delta_i, delta_j

    def _moved(self, old: float, by: float, to_bound: bool) -> float:
        """The new α, exactly at the bound if it reaches it."""
        if to_bound:
            return self.ceiling if by > 0 else 0.0
        return min(max(old + ((old + by) - old), 0.0), self.ceiling)

    def _update_bounds(self, i: int, old: float, alpha: float) -> None:
        """Records in which directions α_i may move."""
        grows, shrinks, was_free = alpha < self.ceiling, alpha > 0, 0 < old < self.ceiling
        up, low = (grows, shrinks) if self._sign_of[i] > 0 else (shrinks, grows)
        self._up_of[i] = 0.0 if up else -inf
        self._low_of[i] = 0.0 if low else inf
        free = grows and shrinks
        if free != was_free:
            self._free_of[i] = float(free)
            self._free_count += 1 if free else -1

    @property
    def level(self) -> float:
        """The multiplier of sᵀα (an SVM's b): the mean of v over free variables, else the middle of the feasible range.

        If the range is open on one side (a single class, all at one bound), its finite end; 0 without any variable.
        """
        if self._free_count:
            return float(self.v.dot(self._free)) / self._free_count
        if self.top > -inf and self.bottom < inf:
            return 0.5 * (self.top + self.bottom)
        return self.top if self.top > -inf else self.bottom if self.bottom < inf else 0.0
