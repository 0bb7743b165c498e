"""The polynomial kernel."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from kpgui.kernels.base import power
from kpgui.kernels.bases import InnerProduct
from kpgui.kernels.numerics import INNER_DIGITS, BernsteinEllipse, Rounded, digits_of, exact_number, inner_products
from kpgui.model.arrays import EPSILON, Exacts, Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Polynomial(InnerProduct):
    """K(x, z) = (γ x·z + c)^d, positive semidefinite for γ > 0, c ≥ 0 and an integer d ≥ 1.

    >>> Polynomial(degree=2, c=1).gram([[1, 1]], [[1, 1], [-1, 1]])
    array([[9., 1.]])
    """

    key = "poly"
    title = "Polynomial"
    formula = "(γ x·z + c)^d"
    psd_reason = "with γ > 0 and c ≥ 0 it is a whole power, a product, of a sum of kernels (Schur 1911; Aronszajn 1950)"

    degree: int = param(
        2, "Degree d: the highest power of a coordinate.", scale="integer", low=1, high=50, slider=(1, 10), symbol="d"
    )
    gamma: float = param(
        1.0, "Scales the inner product.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="γ"
    )
    c: float = param(1.0, "Weighs the lower powers; 0 keeps only the highest.", low=0, slider=(0, 10))

    def norm_error(self, d: int) -> float:
        return EPSILON * self.degree * (d + 7)

    def values(self, X: Floats, Z: Floats) -> Floats:
        base = inner_products(X, Z)
        if self.gamma != 1:
            base *= self.gamma
        base += self.c
        return power(base, self.degree)

    def diagonal_values(self, X: Floats) -> Floats:
        return power(self.gamma * np.einsum("ij,ij->i", X, X) + self.c, self.degree)

    def of_product(self, product: Rounded) -> Rounded:
        base = product if self.gamma == 1 else self.gamma * product
        return power(base + self.c, self.degree)

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return power(exact_number(self.gamma) * (X @ Z.T) + exact_number(self.c), self.degree)

    @cached_property
    def digits(self) -> int:
        return self.degree * max(INNER_DIGITS + digits_of(self.gamma), digits_of(self.c))

    def max_deviation(self, ellipse: BernsteinEllipse) -> float:
        """By the mean value theorem, with the largest derivative inside the ellipse."""
        change = self.gamma * ellipse.product_change
        largest = self.gamma * ellipse.products + self.c + change
        return change * self.degree * prod([largest] * (self.degree - 1))
