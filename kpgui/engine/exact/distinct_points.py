"""The distinct points of a dataset: points with equal coordinates count as one in f."""

import numpy as np

from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.expansion import Expansion


class DistinctPoints:
    """The distinct points among points (n, 2), as `points` (k, 2), in lexicographic order unless all differ.

    The terms of two coinciding points with opposite labels cancel, but summed one after the other, rounding would leave
    specks of either sign all over the plane. So their coefficients are added first.
    """

    def __init__(self, points: Floats) -> None:
        order = np.lexsort(points.T[::-1])
        in_order = points[order]
        first = np.append(True, np.any(in_order[1:] != in_order[:-1], axis=1))[: len(points)]
        self._all_differ = bool(first.all())
        self.points = points if self._all_differ else in_order[first]
        self._index_of = np.empty(len(points), np.int64)
        self._index_of[order] = np.cumsum(first) - 1

    def of(self, points: Ints) -> Ints:
        """Returns the index into `points` of each of these points, given by their indices."""
        return points if self._all_differ else self._index_of[points]

    def merged(self, expansion: Expansion) -> Expansion:
        """Returns the same f as an expansion over the distinct points.

        Rounded terms that cancel to within their rounding error give 0. `roundings` is relative to the sum of the
        absolute values of the terms, so it grows by the factor by which this sum shrinks.

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
        sums = np.bincount(self._index_of, weights=terms, minlength=len(self.points))
        return sums.astype(np.float64, copy=False)
