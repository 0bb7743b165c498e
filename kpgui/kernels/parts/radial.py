"""Base of the kernels that decay with the distance between two points."""

from abc import ABC, abstractmethod
from math import inf, log

import numpy as np

from kpgui.kernels.base import Leaf
from kpgui.kernels.numerics import Rounded, differences_overflow, radial_bound, radial_error
from kpgui.model.arrays import EPSILON, FAINTEST, Floats


class Radial(Leaf, ABC):
    """A strictly positive definite kernel that is 1 at x = z and decays to 0 with distance."""

    bound = 1.0
    strictly_positive_definite = True

    @abstractmethod
    def roundings(self, d: int) -> tuple[float, float]:
        """a and b such that values for points in d dimensions have a relative error of at most (a + b·(−log K))·ε.

        A relative error δ of the distance changes K by at most 2δ·(−log K) of it: by exactly that for the RBF, by less
        where −log K grows more slowly than the squared distance.
        """

    def diagonal_values(self, X: Floats) -> Floats:
        return np.ones(len(X))

    def relative_error(self, points: Floats) -> float:
        constant, slope = self.roundings(points.shape[1])
        deepest = -log(FAINTEST)
        return inf if differences_overflow(points, points) else EPSILON * (constant + slope * deepest)

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        values = self.values(X, Z)
        return Rounded(values, radial_error(values, X, Z, *self.roundings(X.shape[1])))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return Rounded(np.ones(len(X)), np.zeros(len(X)))

    def rounded_bound(self, points: Floats) -> Rounded:
        return radial_bound(points, *self.roundings(points.shape[1]))
