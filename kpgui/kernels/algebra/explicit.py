"""The kernel of an explicit feature map."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpgui.kernels.base import Kernel
from kpgui.kernels.bases import largest_square, rounded_products, rounded_squares
from kpgui.kernels.numerics import (
    INNER_DIGITS,
    Rounded,
    inner_products,
)
from kpgui.language import _
from kpgui.model.arrays import Exacts, Floats
from kpgui.model.expansion import FeatureMap


@dataclass(frozen=True)
class Explicit(Kernel):
    """The kernel of a feature map, which replaces the session's kernel for the perceptron on explicit features."""

    map: FeatureMap

    def values(self, X: Floats, Z: Floats) -> Floats:
        return inner_products(self.map.phi(X), self.map.phi(Z))

    def diagonal_values(self, X: Floats) -> Floats:
        features = self.map.phi(X)
        return np.einsum("ij,ij->i", features, features)

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return rounded_products(self.map.phi(X), self.map.phi(Z), self.map.degree)

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return rounded_squares(self.map.phi(X), self.map.degree)

    def rounded_bound(self, points: Floats) -> Rounded:
        return largest_square(self.map.phi(points), self.map.degree)

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return self.map.phi(X) @ self.map.phi(Z).T

    @cached_property
    def digits(self) -> int:
        return self.map.degree * INNER_DIGITS

    @cached_property
    def degree(self) -> int:
        return self.map.degree

    @property
    def psd_reason(self) -> str:
        return _("an inner product of features")

    def __str__(self) -> str:
        return _("the kernel of the {name} map").format(name=self.map.key)
