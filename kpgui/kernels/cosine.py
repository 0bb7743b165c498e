"""The cosine kernel."""

from dataclasses import dataclass
from math import inf

import numpy as np

from kpgui.kernels.base import Kernel, Leaf, inner_products
from kpgui.kernels.linear import Linear
from kpgui.model.arrays import Floats


@dataclass(frozen=True)
class Cosine(Leaf):
    """K(x, z) = x·z / (‖x‖ ‖z‖), the cosine of the angle between two points as seen from the origin.

    The origin has no direction. There K counts as 0, as scikit-learn's cosine_similarity has it, so that f has a value
    at every pixel; a dataset with a point there is refused.

    >>> Cosine().gram([[1, 0]], [[3, 3], [0, 0]])
    array([[0.70710678, 0. ]])
    """

    key = "cosine"
    title = "Cosine"
    formula = "x·z / (‖x‖ ‖z‖)"
    rule = "it is the inner product of the directions x/‖x‖ and z/‖z‖"
    bound = 1.0

    def values(self, X: Floats, Z: Floats) -> Floats:
        values = inner_products(_directions(X), _directions(Z))
        np.clip(values, -1, 1, out=values)
        return values

    def diagonal_values(self, X: Floats) -> Floats:
        return np.where((X == 0).all(axis=1), 0.0, 1.0)

    def undefined_at(self, X: Floats) -> int | None:
        zero = (X == 0).all(axis=1)
        return int(zero.argmax()) if zero.any() else None

    @property
    def unnormalised(self) -> Kernel:
        return Linear()

    def norms(self, X: Floats) -> Floats:
        largest, scaled = _scaled(X)
        norms = largest * np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
        norms[norms == 0] = inf
        return norms


def _directions(X: Floats) -> Floats:
    """x/‖x‖ for each row, 0 for 0."""
    _, scaled = _scaled(X)
    norms = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
    norms[norms == 0] = 1
    scaled /= norms[:, None]
    return scaled


def _scaled(X: Floats) -> tuple[Floats, Floats]:
    """The largest |coordinate| of each row, or 1 for 0, and the rows divided by it, so that no square overflows."""
    largest: Floats = np.abs(X).max(axis=1, initial=0.0)
    largest[largest == 0] = 1
    return largest, X / largest[:, None]
