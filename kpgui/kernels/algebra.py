"""Kernels made of kernels: sums, products, multiples and powers of kernels are kernels.

The closure rules (Aronszajn 1950): aK₁ + bK₂ with a, b ≥ 0, K₁·K₂ and K^m are positive semidefinite when
K, K₁ and K₂ are.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kpgui.kernels.base import Kernel, power
from kpgui.model.arrays import Floats
from kpgui.model.param import text_of

MOST_TERMS = 8
"""A power of a sum is multiplied out when it has at most so many terms."""


@dataclass(frozen=True)
class Sum(Kernel):
    """K₁ + K₂."""

    left: Kernel
    right: Kernel

    def values(self, X: Floats, Z: Floats) -> Floats:
        return self.left.values(X, Z) + self.right.values(X, Z)

    def diagonal_values(self, X: Floats) -> Floats:
        return self.left.diagonal_values(X) + self.right.diagonal_values(X)

    @property
    def degree(self) -> int | None:
        return _both(self.left.degree, self.right.degree, max)

    def nodes(self, extent: float) -> int | None:
        return _both(self.left.nodes(extent), self.right.nodes(extent), max)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        return self.left.terms() + self.right.terms()

    def __str__(self) -> str:
        return f"{self.left} + {self.right}"


@dataclass(frozen=True)
class Product(Kernel):
    """K₁ · K₂."""

    left: Kernel
    right: Kernel

    @property
    def separable(self) -> bool:  # type: ignore[override]  # follows from the parts
        return self.left.separable and self.right.separable

    def values(self, X: Floats, Z: Floats) -> Floats:
        return self.left.values(X, Z) * self.right.values(X, Z)

    def diagonal_values(self, X: Floats) -> Floats:
        return self.left.diagonal_values(X) * self.right.diagonal_values(X)

    @property
    def degree(self) -> int | None:
        return _both(self.left.degree, self.right.degree, int.__add__)

    def nodes(self, extent: float) -> int | None:
        return _both(self.left.nodes(extent), self.right.nodes(extent), int.__add__)

    def factor(self, x: Floats, z: Floats) -> Floats:
        return self.left.factor(x, z) * self.right.factor(x, z)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        return tuple((a * b, Product(k, m)) for a, k in self.left.terms() for b, m in self.right.terms())

    def __str__(self) -> str:
        return f"{_bracketed(self.left)} * {_bracketed(self.right)}"


@dataclass(frozen=True)
class Scaled(Kernel):
    """weight · K, weight ≥ 0."""

    weight: float
    kernel: Kernel

    def values(self, X: Floats, Z: Floats) -> Floats:
        return self.weight * self.kernel.values(X, Z)

    def diagonal_values(self, X: Floats) -> Floats:
        return self.weight * self.kernel.diagonal_values(X)

    @property
    def degree(self) -> int | None:
        return self.kernel.degree

    def nodes(self, extent: float) -> int | None:
        return self.kernel.nodes(extent)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        return tuple((self.weight * weight, kernel) for weight, kernel in self.kernel.terms())

    def __str__(self) -> str:
        return f"{text_of(self.weight)}*{_bracketed(self.kernel)}"


@dataclass(frozen=True)
class Power(Kernel):
    """K^m for a whole m ≥ 1."""

    kernel: Kernel
    exponent: int

    @property
    def separable(self) -> bool:  # type: ignore[override]  # follows from the part
        return self.kernel.separable

    def values(self, X: Floats, Z: Floats) -> Floats:
        return power(self.kernel.values(X, Z), self.exponent)

    def diagonal_values(self, X: Floats) -> Floats:
        return power(self.kernel.diagonal_values(X), self.exponent)

    @property
    def degree(self) -> int | None:
        return None if self.kernel.degree is None else self.exponent * self.kernel.degree

    def nodes(self, extent: float) -> int | None:
        nodes = self.kernel.nodes(extent)
        return None if nodes is None else self.exponent * nodes

    def factor(self, x: Floats, z: Floats) -> Floats:
        return power(self.kernel.factor(x, z), self.exponent)

    def terms(self) -> tuple[tuple[float, Kernel], ...]:
        parts = self.kernel.terms()
        if len(parts) == 1:
            ((weight, kernel),) = parts
            return ((weight**self.exponent, Power(kernel, self.exponent)),)
        if len(parts) ** self.exponent > MOST_TERMS:
            return ((1.0, self),)
        multiplied: Kernel = self.kernel
        for _ in range(self.exponent - 1):
            multiplied = Product(multiplied, self.kernel)
        return multiplied.terms()

    def __str__(self) -> str:
        return f"{_bracketed(self.kernel, atom=True)}**{self.exponent}"


def _both(left: int | None, right: int | None, join: Callable[[int, int], int]) -> int | None:
    return None if left is None or right is None else join(left, right)


def _bracketed(kernel: Kernel, atom: bool = False) -> str:
    loose = (Sum, Product, Scaled, Power) if atom else (Sum, Scaled)
    return f"({kernel})" if isinstance(kernel, loose) else str(kernel)
