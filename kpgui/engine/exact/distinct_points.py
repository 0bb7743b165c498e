"""The places of a dataset: points that coincide are one point to f."""

import numpy as np

from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.expansion import Expansion


class DistinctPoints:
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

        Rounded terms that cancel within their rounding give 0. The roundings grow by as much as the sizes of the terms
        shrink, since they are relative to them.

        >>> DistinctPoints(np.array([[1., 1.], [1., 1.]])).merged(Expansion.of([5, -5], 0)).beta
        array([0.])
        """
        if self._all_differ:
            return expansion
        terms, roundings = self._sums(expansion.terms), expansion.roundings
        if roundings:
            sizes = self._sums(np.abs(expansion.terms))
            terms[np.abs(terms) <= roundings * EPSILON * sizes] = 0.0
            left = float(np.abs(terms).sum())
            roundings *= float(sizes.sum()) / left if left else 1.0
        return Expansion.of(terms, expansion.constant, expansion.unit, roundings)

    def _sums(self, terms: Floats) -> Floats:
        sums = np.bincount(self._place_of, weights=terms, minlength=len(self.points))
        return sums.astype(np.float64, copy=False)
