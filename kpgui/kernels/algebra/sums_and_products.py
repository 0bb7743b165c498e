"""Sums, products and multiples of kernels, which are kernels, and differences, which need not be.

The closure rules (Aronszajn 1950): aK₁ + bK₂ with a, b ≥ 0 and K₁·K₂ are positive semidefinite when K₁ and K₂ are.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt
from typing import Any

import numpy as np

from kpgui.kernels.algebra import Composite
from kpgui.kernels.base import Kernel, Terms
from kpgui.kernels.numerics import BernsteinEllipse, Rounded, digits_of, exact_number
from kpgui.language import _
from kpgui.model.arrays import EPSILON, Bools, Exacts, Floats
from kpgui.model.errors import KpguiError
from kpgui.model.expression import MAX_OPERATIONS
from kpgui.model.param import text_of

MOST_TERMS = 64
"""Most terms into which a product of sums is expanded; more take as long as the kernel values themselves."""


@dataclass(frozen=True)
class Pair(Composite, ABC):
    """Two kernels combined by a binary operator."""

    left: Kernel
    right: Kernel

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return self.left, self.right

    @abstractmethod
    def joined(self, left: Any, right: Any) -> Any:
        """The values of both parts combined: float64 arrays, `Rounded` ones, or arrays of exact numbers."""

    def values(self, X: Floats, Z: Floats) -> Floats:
        return self._of_both(lambda part: part.values(X, Z))

    def _of_both(self, ask: Callable[[Kernel], Any]) -> Any:
        """The answers of both parts, combined.

        The part with more operations is evaluated first, so that few intermediate arrays are alive at a time; in a
        right-leaning chain there would be one for each term.
        """
        if self.right.operations > self.left.operations:
            right = ask(self.right)
            return self.joined(ask(self.left), right)
        left = ask(self.left)
        return self.joined(left, ask(self.right))

    def diagonal_values(self, X: Floats) -> Floats:
        return self.joined(self.left.diagonal_values(X), self.right.diagonal_values(X))

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return self._of_both(lambda part: part.rounded(X, Z))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return self.joined(self.left.rounded_diagonal(X), self.right.rounded_diagonal(X))

    def rounded_bound(self, points: Floats) -> Rounded:
        return self.joined(self.left.rounded_bound(points), self.right.rounded_bound(points))

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return self.joined(self.left.exact_values(X, Z), self.right.exact_values(X, Z))


@dataclass(frozen=True)
class Combination(Pair, ABC):
    """Base of sum and difference."""

    @cached_property
    def bound(self) -> float:
        return self.left.bound + self.right.bound

    @cached_property
    def degree(self) -> int | None:
        return _both(self.left.degree, self.right.degree, max)

    @cached_property
    def digits(self) -> int | None:
        return _both(self.left.digits, self.right.digits, max)

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        return max(self.left.log_growth_bound(ellipse), self.right.log_growth_bound(ellipse))

    def max_deviation(self, ellipse: BernsteinEllipse) -> float:
        return self.left.max_deviation(ellipse) + self.right.max_deviation(ellipse)


@dataclass(frozen=True)
class Sum(Combination):
    """K₁ + K₂."""

    noun = "a sum"
    psd_reason = "a sum of such kernels is one (Aronszajn 1950)"

    def norm_error(self, d: int) -> float:
        return max(self.left.norm_error(d), self.right.norm_error(d)) + EPSILON

    def relative_error(self, points: Floats) -> float:
        return max(self.left.relative_error(points), self.right.relative_error(points)) + EPSILON

    @cached_property
    def strictly_positive_definite(self) -> bool:
        return self.indefinite_reason is None and (
            self.left.strictly_positive_definite or self.right.strictly_positive_definite
        )

    def joined(self, left: Any, right: Any) -> Any:
        return left + right

    def terms(self) -> Terms:
        return self.left.terms() + self.right.terms()

    def __str__(self) -> str:
        return f"{self.left} + {bracketed(self.right, SUMS)}"


@dataclass(frozen=True)
class Difference(Combination):
    """K₁ − K₂: positive semidefinite only if K₁ outweighs K₂ in every direction, which no rule guarantees."""

    psd_reason = ""

    @cached_property
    def indefinite_reason(self) -> str:
        return _("the difference {kernel} may have negative eigenvalues, even where both its parts have none").format(
            kernel=self
        )

    def joined(self, left: Any, right: Any) -> Any:
        return left - right

    def rounded_bound(self, points: Floats) -> Rounded:
        return self.left.rounded_bound(points) + self.right.rounded_bound(points)

    def terms(self) -> Terms:
        return self.left.terms() + tuple((-weight, kernel) for weight, kernel in self.right.terms())

    def __str__(self) -> str:
        return f"{self.left} - {bracketed(self.right, SUMS)}"


@dataclass(frozen=True)
class Product(Pair):
    """K₁ · K₂."""

    noun = "a product"
    psd_reason = "a product of such kernels is one (Schur 1911; Aronszajn 1950)"

    def norm_error(self, d: int) -> float:
        return 2 * (self.left.norm_error(d) + self.right.norm_error(d))

    def relative_error(self, points: Floats) -> float:
        return 2 * (self.left.relative_error(points) + self.right.relative_error(points))

    @cached_property
    def strictly_positive_definite(self) -> bool:
        return self.left.strictly_positive_definite and self.right.strictly_positive_definite

    @cached_property
    def separable(self) -> bool:
        return self.left.separable and self.right.separable

    @cached_property
    def bound(self) -> float:
        left, right = self.left.bound, self.right.bound
        return left * right if left < inf and right < inf else inf

    def joined(self, left: Any, right: Any) -> Any:
        return left * right

    @cached_property
    def degree(self) -> int | None:
        return _both(self.left.degree, self.right.degree, int.__add__)

    @cached_property
    def digits(self) -> int | None:
        return _both(self.left.digits, self.right.digits, int.__add__)

    @cached_property
    def unnormalised(self) -> Kernel | None:
        left, right = self.left.unnormalised, self.right.unnormalised
        return None if left is right is None else Product(left or self.left, right or self.right)

    def norms(self, X: Floats) -> Floats:
        left, right = self.left.norms(X), self.right.norms(X)
        return finite_or_nan(left * right, np.isinf(left) | np.isinf(right))

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        return self.left.log_growth_bound(ellipse) + self.right.log_growth_bound(ellipse)

    def factor(self, x: Floats, z: Floats) -> Floats:
        return self.left.factor(x, z) * self.right.factor(x, z)

    def terms(self) -> Terms:
        return multiplied_out(self, self.left.terms(), self.right.terms())

    def __str__(self) -> str:
        return f"{bracketed(self.left, (*SUMS, Scaled))} * {bracketed(self.right, (*SUMS, Scaled, Product))}"


@dataclass(frozen=True)
class Scaled(Composite):
    """weight · K. Raises KpguiError unless the weight is a number ≥ 0."""

    weight: float
    kernel: Kernel

    noun = "a multiple"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.weight < inf:
            raise KpguiError(
                _("A kernel can be multiplied by a number of at least 0, not {weight:g}.").format(weight=self.weight)
            )

    def norm_error(self, d: int) -> float:
        return self.kernel.norm_error(d) + 2 * EPSILON

    def relative_error(self, points: Floats) -> float:
        return self.kernel.relative_error(points) + 2 * EPSILON if 1e-10 < self.weight < 1e10 else inf

    @property
    def psd_reason(self) -> str:
        return _("a multiple ≥ 0 of such a kernel is one") if self.weight else _("it is 0 everywhere")

    @cached_property
    def strictly_positive_definite(self) -> bool:
        return self.weight > 0 and self.kernel.strictly_positive_definite

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (self.kernel,)

    @cached_property
    def indefinite_reason(self) -> str | None:
        return self.kernel.indefinite_reason if self.weight else None

    @cached_property
    def bound(self) -> float:
        inner = self.kernel.bound
        return self.weight * inner if inner < inf else inf

    def values(self, X: Floats, Z: Floats) -> Floats:
        return self.weight * self.kernel.values(X, Z)

    def diagonal_values(self, X: Floats) -> Floats:
        return self.weight * self.kernel.diagonal_values(X)

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return self.weight * self.kernel.rounded(X, Z)

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return self.weight * self.kernel.rounded_diagonal(X)

    def rounded_bound(self, points: Floats) -> Rounded:
        return self.weight * self.kernel.rounded_bound(points)

    @cached_property
    def digits(self) -> int | None:
        inner = self.kernel.digits
        return None if inner is None else inner + digits_of(self.weight)

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return exact_number(self.weight) * self.kernel.exact_values(X, Z)

    @cached_property
    def degree(self) -> int | None:
        return self.kernel.degree

    @cached_property
    def separable(self) -> bool:
        return self.kernel.separable

    def factor(self, x: Floats, z: Floats) -> Floats:
        return sqrt(self.weight) * self.kernel.factor(x, z)

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        return self.kernel.log_growth_bound(ellipse)

    def max_deviation(self, ellipse: BernsteinEllipse) -> float:
        return self.weight * self.kernel.max_deviation(ellipse) if self.weight else 0.0

    def terms(self) -> Terms:
        return tuple((self.weight * weight, kernel) for weight, kernel in self.kernel.terms())

    def __str__(self) -> str:
        return f"{text_of(self.weight)}*{bracketed(self.kernel, (*SUMS, Scaled, Product))}"


def multiplied_out(kernel: Kernel, *factors: Terms) -> Terms:
    """The product of these sums of terms expanded into one sum, if that is cheaper; else the kernel as one term.

    A separable term, and a polynomial, costs next to nothing, any other as much as its leaves.
    """
    whole = ((1.0, kernel),)
    terms, *others = factors
    for further in others:
        operations = 1 + sum(max(each.operations for __, each in some) for some in (terms, further))
        if len(terms) * len(further) > MOST_TERMS or operations > MAX_OPERATIONS:
            return whole
        terms = tuple((a * b, Product(k, m)) for a, k in terms for b, m in further)
    slow = sum(len(each.leaves) for __, each in terms if not _is_quick(each.unnormalised or each))
    return terms if len(terms) == 1 or slow <= len(kernel.leaves) else whole


def _is_quick(kernel: Kernel) -> bool:
    return kernel.degree is not None or kernel.separable


def _both(left: int | None, right: int | None, join: Callable[[int, int], int]) -> int | None:
    return None if left is None or right is None else join(left, right)


def finite_or_nan(norms: Floats, zero: Bools) -> Floats:
    """The norms, in place, with those that overflowed set to NaN: inf is reserved for where the kernel counts as 0."""
    norms[np.isinf(norms) & ~zero] = np.nan
    return norms


SUMS = Sum, Difference


def bracketed(kernel: Kernel, loose: tuple[type[Kernel], ...]) -> str:
    """The text of a part, in brackets if it is of a type in `loose`, which binds less tightly or reads unclearly."""
    return f"({kernel})" if isinstance(kernel, loose) else str(kernel)
