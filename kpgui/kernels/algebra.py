"""Kernels made of kernels: sums, products and multiples of kernels are kernels; a difference need not be.

The closure rules (Aronszajn 1950): aK₁ + bK₂ with a, b ≥ 0 and K₁·K₂ are positive semidefinite when K₁ and K₂ are.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf, log, sqrt
from typing import Any

import numpy as np

from kpgui.kernels.base import Kernel, useful_rank
from kpgui.kernels.ellipse import Ellipse
from kpgui.kernels.rounding import Rounded, exact_number
from kpgui.model.arrays import EPSILON, Bools, Exacts, Floats
from kpgui.model.dataclass import dataclass
from kpgui.model.errors import KpguiError
from kpgui.model.param import text_of


@dataclass(frozen=True)
class Pair(Kernel, ABC):
    """Two kernels joined by a sign."""

    left: Kernel
    right: Kernel

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return self.left, self.right

    @abstractmethod
    def joined(self, left: Any, right: Any) -> Any:
        """Values of the two joined: numbers as computed, with their errors, or exact."""

    def values(self, X: Floats, Z: Floats) -> Floats:
        return self.joined(self.left.values(X, Z), self.right.values(X, Z))

    def diagonal_values(self, X: Floats) -> Floats:
        return self.joined(self.left.diagonal_values(X), self.right.diagonal_values(X))

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        return self.joined(self.left.rounded(X, Z), self.right.rounded(X, Z))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return self.joined(self.left.rounded_diagonal(X), self.right.rounded_diagonal(X))

    def rounded_bound(self, points: Floats) -> Rounded:
        return self.joined(self.left.rounded_bound(points), self.right.rounded_bound(points))

    @property
    def rational(self) -> bool:
        return self.left.rational and self.right.rational

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return self.joined(self.left.exact_values(X, Z), self.right.exact_values(X, Z))


@dataclass(frozen=True)
class Combination(Pair, ABC):
    """What a sum and a difference share."""

    @property
    def bound(self) -> float:
        return self.left.bound + self.right.bound

    @property
    def degree(self) -> int | None:
        return _both(self.left.degree, self.right.degree, max)

    @property
    def additive(self) -> bool:
        return self.left.additive and self.right.additive

    def growth(self, ellipse: Ellipse) -> float:
        return max(self.left.growth(ellipse), self.right.growth(ellipse))

    def swing(self, ellipse: Ellipse) -> float:
        return self.left.swing(ellipse) + self.right.swing(ellipse)


@dataclass(frozen=True)
class Sum(Combination):
    """K₁ + K₂."""

    noun = "a sum"
    rule = "a sum of such kernels is one (Aronszajn 1950)"

    def norm_error(self, d: int) -> float:
        return max(self.left.norm_error(d), self.right.norm_error(d)) + EPSILON

    def relative_error(self, points: Floats) -> float:
        return max(self.left.relative_error(points), self.right.relative_error(points)) + EPSILON

    @property
    def strict(self) -> bool:
        return self.spoiler is None and (self.left.strict or self.right.strict)

    def joined(self, left: Any, right: Any) -> Any:
        return left + right

    def addend(self, x: Floats, z: Floats) -> Floats:
        return self.left.addend(x, z) + self.right.addend(x, z)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        return self.left.terms() + self.right.terms()

    def __str__(self) -> str:
        return f"{self.left} + {bracketed(self.right, SUMS)}"


@dataclass(frozen=True)
class Difference(Combination):
    """K₁ − K₂, which no rule guarantees: it is a kernel only where K₁ outweighs K₂ in every direction."""

    rule = ""

    @property
    def spoiler(self) -> str:
        return f"the difference {self} may have negative eigenvalues, even where both its parts have none"

    def joined(self, left: Any, right: Any) -> Any:
        return left - right

    def rounded_bound(self, points: Floats) -> Rounded:
        return self.left.rounded_bound(points) + self.right.rounded_bound(points)

    def addend(self, x: Floats, z: Floats) -> Floats:
        return self.left.addend(x, z) - self.right.addend(x, z)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        return self.left.terms() + tuple((-weight, kernel) for weight, kernel in self.right.terms())

    def __str__(self) -> str:
        return f"{self.left} - {bracketed(self.right, SUMS)}"


@dataclass(frozen=True)
class Product(Pair):
    """K₁ · K₂."""

    noun = "a product"
    rule = "a product of such kernels is one (Schur 1911; Aronszajn 1950)"

    def norm_error(self, d: int) -> float:
        return 2 * (self.left.norm_error(d) + self.right.norm_error(d))

    def relative_error(self, points: Floats) -> float:
        return 2 * (self.left.relative_error(points) + self.right.relative_error(points))

    @property
    def strict(self) -> bool:
        return self.left.strict and self.right.strict

    @property
    def separable(self) -> bool:
        return self.left.separable and self.right.separable

    @property
    def bound(self) -> float:
        left, right = self.left.bound, self.right.bound
        return left * right if left < inf and right < inf else inf

    def joined(self, left: Any, right: Any) -> Any:
        return left * right

    @property
    def degree(self) -> int | None:
        return _both(self.left.degree, self.right.degree, int.__add__)

    @property
    def unnormalised(self) -> Kernel | None:
        left, right = self.left.unnormalised, self.right.unnormalised
        return None if left is right is None else Product(left or self.left, right or self.right)

    def norms(self, X: Floats) -> Floats:
        left, right = self.left.norms(X), self.right.norms(X)
        return finite_or_nan(left * right, np.isinf(left) | np.isinf(right))

    def growth(self, ellipse: Ellipse) -> float:
        return self.left.growth(ellipse) + self.right.growth(ellipse)

    def factor(self, x: Floats, z: Floats) -> Floats:
        return self.left.factor(x, z) * self.right.factor(x, z)

    @property
    def rank(self) -> int | None:
        return useful_rank(_both(self.left.rank, self.right.rank, int.__mul__))

    def factors(self, axis: int, x: Floats, z: Floats) -> list[Floats]:
        right = self.right.factors(axis, x, z)
        return [one * other for one in self.left.factors(axis, x, z) for other in right]

    def log_range(self, x: Floats, z: Floats) -> float:
        return self.left.log_range(x, z) + self.right.log_range(x, z)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        return tuple((a * b, Product(k, m)) for a, k in self.left.terms() for b, m in self.right.terms())

    def __str__(self) -> str:
        return f"{bracketed(self.left, (*SUMS, Scaled))} * {bracketed(self.right, (*SUMS, Scaled, Product))}"


@dataclass(frozen=True)
class Scaled(Kernel):
    """weight · K. Raises KpguiError unless the weight is a number ≥ 0."""

    weight: float
    kernel: Kernel

    noun = "a multiple"

    def __post_init__(self) -> None:
        if not 0 <= self.weight < inf:
            raise KpguiError(f"A kernel can be multiplied by a number of at least 0, not {self.weight:g}.")

    def norm_error(self, d: int) -> float:
        return self.kernel.norm_error(d) + EPSILON

    def relative_error(self, points: Floats) -> float:
        return self.kernel.relative_error(points) + EPSILON if 1e-10 < self.weight < 1e10 else inf

    @property
    def rule(self) -> str:
        return "a multiple ≥ 0 of such a kernel is one" if self.weight else "it is 0 everywhere"

    @property
    def strict(self) -> bool:
        return self.weight > 0 and self.kernel.strict

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (self.kernel,)

    @property
    def spoiler(self) -> str | None:
        return self.kernel.spoiler if self.weight else None

    @property
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

    @property
    def rational(self) -> bool:
        return self.kernel.rational

    def exact_values(self, X: Exacts, Z: Exacts) -> Exacts:
        return exact_number(self.weight) * self.kernel.exact_values(X, Z)

    @property
    def degree(self) -> int | None:
        return self.kernel.degree

    @property
    def additive(self) -> bool:
        return self.kernel.additive

    def addend(self, x: Floats, z: Floats) -> Floats:
        return self.weight * self.kernel.addend(x, z)

    @property
    def separable(self) -> bool:
        return self.kernel.separable

    def factor(self, x: Floats, z: Floats) -> Floats:
        return sqrt(self.weight) * self.kernel.factor(x, z)

    def log_range(self, x: Floats, z: Floats) -> float:
        return self.kernel.log_range(x, z) + (abs(log(self.weight)) / 2 if self.weight else 0.0)

    def growth(self, ellipse: Ellipse) -> float:
        return self.kernel.growth(ellipse)

    def swing(self, ellipse: Ellipse) -> float:
        return self.weight * self.kernel.swing(ellipse) if self.weight else 0.0

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        return tuple((self.weight * weight, kernel) for weight, kernel in self.kernel.terms())

    def __str__(self) -> str:
        return f"{text_of(self.weight)}*{bracketed(self.kernel, (*SUMS, Scaled, Product))}"


def _both(left: int | None, right: int | None, join: Callable[[int, int], int]) -> int | None:
    return None if left is None or right is None else join(left, right)


def finite_or_nan(norms: Floats, zero: Bools) -> Floats:
    """Norms that have overflowed are not to be taken for those of places where the kernel counts as 0."""
    norms[np.isinf(norms) & ~zero] = np.nan
    return norms


SUMS = Sum, Difference


def bracketed(kernel: Kernel, loose: tuple[type[Kernel], ...]) -> str:
    """A part as text: in brackets where it would be read otherwise, and where that is clearer."""
    return f"({kernel})" if isinstance(kernel, loose) else str(kernel)
