"""Powers of kernels, kernels themselves as products of kernels (Schur 1911; Aronszajn 1950), and exponentials."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, expm1, inf, prod

import numpy as np

from kpgui.kernels.algebra import Wrapped
from kpgui.kernels.algebra.sums_and_products import SUMS, Product, Scaled, bracketed, finite_or_nan, multiplied_out
from kpgui.kernels.base import Kernel, Terms, power
from kpgui.kernels.numerics import FUNCTION, BernsteinEllipse, Rounded
from kpgui.language import _
from kpgui.model.arrays import EPSILON, Exacts, Floats
from kpgui.model.errors import KpguiError

MAX_EXPONENT = 50


@dataclass(frozen=True)
class Power(Wrapped):
    """K^m. Raises KpguiError unless m is an integer from 1 to `MAX_EXPONENT`."""

    exponent: int

    noun = "a power"
    psd_reason = "a whole power of such a kernel is one, being a product (Schur 1911; Aronszajn 1950)"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (type(self.exponent) is int and 1 <= self.exponent <= MAX_EXPONENT):
            raise KpguiError(_("The power of a kernel is a whole number from 1 to {most}.").format(most=MAX_EXPONENT))

    @property
    def own_effort(self) -> int:
        return 2 * self.exponent.bit_length()

    @cached_property
    def separable(self) -> bool:
        return self.kernel.separable

    @cached_property
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

    def relative_error(self, points: Floats) -> float:
        return 2 * self.exponent * (self.kernel.relative_error(points) + EPSILON)

    def rounded_bound(self, points: Floats) -> Rounded:
        return power(self.kernel.rounded_bound(points), self.exponent)

    @cached_property
    def digits(self) -> int | None:
        inner = self.kernel.digits
        return None if inner is None else self.exponent * inner

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return power(self.kernel.exact_values(X, Z), self.exponent)

    @cached_property
    def degree(self) -> int | None:
        inner = self.kernel.degree
        return None if inner is None else self.exponent * inner

    @cached_property
    def unnormalised(self) -> Kernel | None:
        inner = self.kernel.unnormalised
        return None if inner is None else Power(inner, self.exponent)

    def norms(self, X: Floats) -> Floats:
        norms = self.kernel.norms(X)
        return finite_or_nan(power(norms, self.exponent), np.isinf(norms))

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        return self.exponent * self.kernel.log_growth_bound(ellipse)

    def factor(self, x: Floats, z: Floats) -> Floats:
        return power(self.kernel.factor(x, z), self.exponent)

    def terms(self) -> Terms:
        parts = self.kernel.terms()
        (weight, kernel), *others = parts
        if others or kernel.operations >= self.operations:
            return multiplied_out(self, *[parts] * self.exponent)
        return ((prod([weight] * self.exponent), Power(kernel, self.exponent)),)

    def __str__(self) -> str:
        return f"{bracketed(self.kernel, (*SUMS, Scaled, Product, Power))}**{self.exponent}"


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
