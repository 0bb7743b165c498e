"""The linear kernel."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpgui.kernels.bases import InnerProduct
from kpgui.kernels.numerics import INNER_DIGITS, BernsteinEllipse, Rounded, inner_products
from kpgui.model.arrays import EPSILON, Exacts, Floats


@dataclass(frozen=True)
class Linear(InnerProduct):
    """K(x, z) = x·z, with which the kernel perceptron is Rosenblatt's perceptron (1958) in its dual form.

    >>> Linear().gram([[1, 2]], [[3, 4]])
    array([[11.]])
    """

    key = "linear"
    title = "Linear"
    formula = "x·z"
    psd_reason = "it is an inner product"
    digits = INNER_DIGITS

    def norm_error(self, d: int) -> float:
        return EPSILON * (d + 3)

    def values(self, X: Floats, Z: Floats) -> Floats:
        return inner_products(X, Z)

    def diagonal_values(self, X: Floats) -> Floats:
        return np.einsum("ij,ij->i", X, X)

    def of_product(self, product: Rounded) -> Rounded:
        return product

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return X @ Z.T

    @cached_property
    def degree(self) -> int:
        return 1

    def max_deviation(self, ellipse: BernsteinEllipse) -> float:
        return ellipse.product_change
