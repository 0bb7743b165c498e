"""The sigmoid kernel, the well-known example of one that is not positive semidefinite."""

from dataclasses import dataclass
from functools import cached_property
from math import inf, log, pi, tan

import numpy as np

from kpgui.kernels.bases import InnerProduct, largest_square, rounded_products
from kpgui.kernels.numerics import FUNCTION, TINY, BernsteinEllipse, Rounded, inner_products
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Sigmoid(InnerProduct):
    """K(x, z) = tanh(γ x·z + c), which looks like a neuron; whatever γ > 0 and c, it is not positive semidefinite.

    Near the origin a negative term of its power series in x·z outweighs those after it (proof in docs/theory.md).

    >>> Sigmoid(gamma=1, c=1).gram([[1, 0]], [[-1, 5]])
    array([[0.]])
    """

    key = "sigmoid"
    title = "Sigmoid"
    formula = "tanh(γ x·z + c)"
    psd_reason = ""
    known_indefinite = True
    bound = 1.0

    gamma: float = param(
        1.0, "Scales the inner product.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="γ"
    )
    c: float = param(0.0, "Shifts the inner product.", slider=(-10, 10))

    @cached_property
    def indefinite_reason(self) -> str:
        return _("{kernel} is not positive semidefinite, since its power series in x·z has negative terms").format(
            kernel=self
        )

    def values(self, X: Floats, Z: Floats) -> Floats:
        products = inner_products(X, Z)
        lost = np.isnan(products)
        if lost.any():
            rows, columns = np.nonzero(lost)
            products[rows, columns] = _huge_products(X[rows], Z[columns])
        return self._of_products(products)

    def diagonal_values(self, X: Floats) -> Floats:
        return self._of_products(np.einsum("ij,ij->i", X, X))

    def of_product(self, product: Rounded) -> Rounded:
        """tanh with error bounds, from its slope 1 − tanh² ≤ min(1, 4 exp(−2|base|))."""
        base = self.gamma * product + self.c
        values = np.nan_to_num(np.tanh(base.values))  # for ∞ − ∞ only |tanh| ≤ 1 is known
        slope = np.minimum(1.0, 4 * np.exp(-2 * np.fmax(np.abs(base.values) - base.error, 0)))
        return Rounded(values, np.fmin(base.error * slope + FUNCTION * np.abs(values), 2.0))

    @np.errstate(all="ignore")
    def split(self, X: Floats, Z: Floats) -> tuple[Floats, Rounded]:
        """±1, and what it lacks, ∓2/(exp(2|base|) + 1), where |base| > 1: next to ±1 tanh has few digits of that."""
        product = rounded_products(X, Z)
        base, near = self.gamma * product + self.c, self.of_product(product)
        whole = np.where(np.abs(base.values) > 1 + base.error, np.sign(base.values), 0.0)
        lacking = -2 * whole / (np.exp(2 * np.abs(base.values)) + 1)
        error = TINY + np.abs(lacking) * (np.expm1(2 * base.error) + 2 * FUNCTION)
        return whole, Rounded(np.where(whole, lacking, near.values), np.where(whole, error, near.error))

    def rounded_bound(self, points: Floats) -> Rounded:
        base = self.gamma * largest_square(points) + abs(self.c)
        return Rounded(np.float64(1.0), np.fmin(base.error + FUNCTION, 2.0))

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """tanh has poles at ±iπ/2; |tanh(u + iv)| is at most the larger of 1 and tan v."""
        angle = self.gamma * ellipse.reach * ellipse.height
        return inf if angle >= 0.499 * pi else log(max(1.0, tan(angle)))

    def _of_products(self, products: Floats) -> Floats:
        if self.gamma != 1:
            products *= self.gamma
        products += self.c
        return np.tanh(products, out=products)


def _huge_products(X: Floats, Z: Floats) -> Floats:
    """x·z of each row of X with the same row of Z where it overflowed to ∞ − ∞; tanh needs at most its sign."""
    largest = np.abs(X).max(axis=1), np.abs(Z).max(axis=1)
    cosines = np.einsum("ij,ij->i", X / largest[0][:, None], Z / largest[1][:, None])
    return np.where(cosines == 0, 0.0, cosines * largest[0] * largest[1])
