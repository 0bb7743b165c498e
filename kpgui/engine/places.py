"""The places of a dataset: points that coincide are one point to f."""

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.expansion import Expansion


class Places:
    """The distinct places among points (n, 2), as `points` (k, 2).

    Two points of opposite labels on one place give f = 0 in theory; summed one after the other, rounding
    would leave specks of either sign all over the plane. So their coefficients are added first.
    """

    def __init__(self, points: Floats) -> None:
        order = np.lexsort(points.T[::-1])
        in_order = points[order]
        first = np.append(True, np.any(in_order[1:] != in_order[:-1], axis=1))[: len(points)]
        self._all_differ = bool(first.all())
        self.points = points if self._all_differ else in_order[first]
        self._place_of = np.empty(len(points), np.int64)
        self._place_of[order] = np.cumsum(first) - 1

    def of(self, points: Ints) -> Ints:
        """Which place each of these points lies on."""
        return points if self._all_differ else self._place_of[points]

    def merged(self, expansion: Expansion) -> Expansion:
        """The same f, written over the places.

        >>> Places(np.array([[1., 1.], [1., 1.]])).merged(Expansion.of([5, -5], 0)).beta
        array([0.])
        """
        if self._all_differ:
            return expansion
        beta = np.bincount(self._place_of, weights=expansion.beta, minlength=len(self.points))
        return Expansion.of(beta, expansion.bias)
