"""Points on one place are one point to f: with their coefficients added first, opposite ones cancel."""

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.expansion import Expansion


def merge_coincident(points: Floats, expansion: Expansion) -> tuple[Floats, Expansion]:
    """The distinct places among the points (n, d), and the same f written over them.

    Two points of opposite labels on one place give f = 0 in theory; summed one after the other, rounding
    would leave specks of either sign all over the plane.

    >>> merge_coincident(np.array([[1., 1.], [1., 1.]]), Expansion.of([5, -5], 0))[1].beta
    array([0.])
    """
    places, place_of = np.unique(points, axis=0, return_inverse=True)
    if len(places) == len(points):
        return points, expansion
    beta = np.bincount(place_of.reshape(-1), weights=expansion.beta, minlength=len(places))
    return places, Expansion.of(beta, expansion.bias)
