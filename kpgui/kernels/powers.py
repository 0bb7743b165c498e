"""Powers of kernels, which are kernels, being products (Schur 1911; Aronszajn 1950)."""

from math import inf, prod

import numpy as np

from kpgui.kernels.algebra import SUMS, Product, Scaled, bracketed, finite_or_nan
from kpgui.kernels.base import Kernel, Wrapped, power, powers_of_sum, useful_rank
from kpgui.kernels.ellipse import Ellipse
from kpgui.kernels.rounding import Rounded
from kpgui.model.arrays import EPSILON, Exacts, Floats
from kpgui.model.dataclass import dataclass

MOST_TERMS = 8
"""A power of a sum is multiplied out when it has at most so many terms."""


@dataclass(frozen=True)
class Power(Wrapped):
    """K^m for a whole m ≥ 1."""

    exponent: int

    noun = "a power"
    rule = "a whole power of such a kernel is one, being a product (Schur 1911; Aronszajn 1950)"

    @property
    def separable(self) -> bool:
        return self.kernel.separable

    @property
    def bound(self) -> float:
        try:
            return self.kernel.bound**self.exponent
        except OverflowError:
            return inf

    def norm_error(self, d: int) -> float:
        return self.exponent * (self.kernel.norm_error(d) + EPSILON)

    def values(self, X: Floats, Z: Floats) -> Floats:
        return power(self.kernel.values(X, Z), self.exponent)

    def diagonal_values(self, X: Floats) -> Floats:
        return power(self.kernel.diagonal_values(X), self.exponent)

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return power(self.kernel.rounded(X, Z), self.exponent)

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return power(self.kernel.rounded_diagonal(X), self.exponent)

    def rounded_bound(self, points: Floats) -> Rounded:
        return power(self.kernel.rounded_bound(points), self.exponent)

    @property
    def rational(self) -> bool:
        return self.kernel.rational

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return power(self.kernel.exact_values(X, Z), self.exponent)

    @property
    def degree(self) -> int | None:
        inner = self.kernel.degree
        return None if inner is None else self.exponent * inner

    @property
    def unnormalised(self) -> Kernel | None:
        inner = self.kernel.unnormalised
        return None if inner is None else Power(inner, self.exponent)

    def norms(self, X: Floats) -> Floats:
        norms = self.kernel.norms(X)
        return finite_or_nan(power(norms, self.exponent), np.isinf(norms))

    def growth(self, ellipse: Ellipse) -> float:
        return self.exponent * self.kernel.growth(ellipse)

    @property
    def rank(self) -> int | None:
        inner = self.kernel.rank
        return None if inner is None else useful_rank(inner**self.exponent)

    def factors(self, axis: int, x: Floats, z: Floats) -> list[Floats]:
        return powers_of_sum(self.kernel.factors(axis, x, z), self.exponent)

    def log_range(self, x: Floats, z: Floats) -> float:
        return self.exponent * self.kernel.log_range(x, z)

    def factor(self, x: Floats, z: Floats) -> Floats:
        return power(self.kernel.factor(x, z), self.exponent)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        parts = self.kernel.terms()
        if len(parts) == 1:
            ((weight, kernel),) = parts
            return ((prod([weight] * self.exponent), Power(kernel, self.exponent)),)
        if len(parts) ** self.exponent > MOST_TERMS:
            return ((1.0, self),)
        multiplied: Kernel = self.kernel
        for _ in range(self.exponent - 1):
            multiplied = Product(multiplied, self.kernel)
        return multiplied.terms()

    def __str__(self) -> str:
        return f"{bracketed(self.kernel, (*SUMS, Scaled, Product, Power))}**{self.exponent}"
