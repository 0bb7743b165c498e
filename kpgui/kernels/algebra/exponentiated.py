"""The exponential of a kernel."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, expm1, inf

import numpy as np

from kpgui.kernels.algebra.composite import Wrapped
from kpgui.kernels.numerics import FUNCTION, BernsteinEllipse, Rounded
from kpgui.model.arrays import Floats


@dataclass(frozen=True)
class Exp(Wrapped):
    """exp(K), the power series Σ Kⁿ/n!: a kernel when K is, as a limit of sums of products of kernels."""

    key = "exp"
    noun = "an exponential"
    psd_reason = "exp of such a kernel is one, being a power series with no negative coefficient"

    @cached_property
    def bound(self) -> float:
        inner = self.kernel.bound
        return exp(inner) if inner < 700 else inf

    @cached_property
    def separable(self) -> bool:
        return self.kernel.additive

    def factor(self, x: Floats, z: Floats) -> Floats:
        return np.exp(self.kernel.addend(x, z))

    def log_range(self, x: Floats, z: Floats) -> float:
        return float(np.abs(self.kernel.addend(x, z)).max(initial=0.0))

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """From |exp K| = exp(Re K): the log grows by at most the deviation of K."""
        return self.kernel.max_deviation(ellipse)

    def relative_error(self, points: Floats) -> float:
        error = self.kernel.magnitude(points)[1]
        return 2 * (expm1(error) + FUNCTION) if error < 1 else inf

    def values(self, X: Floats, Z: Floats) -> Floats:
        return np.exp(self.kernel.values(X, Z))

    def diagonal_values(self, X: Floats) -> Floats:
        return np.exp(self.kernel.diagonal_values(X))

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return self.kernel.rounded(X, Z).exp()

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return self.kernel.rounded_diagonal(X).exp()

    def rounded_bound(self, points: Floats) -> Rounded:
        return self.kernel.rounded_bound(points).exp()

    def __str__(self) -> str:
        return f"{self.key}({self.kernel})"
