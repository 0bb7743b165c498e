"""The kernel expansion that a learner has learned: f(z) = Σ βᵢ K(xᵢ, z) + b."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.errors import KpguiError

_BLOCK = 4_000_000
"""Most kernel values held at once: 32 MB."""


class Similarity(Protocol):
    """The part of a kernel's interface that an expansion uses."""

    @property
    def quoted(self) -> str: ...

    def gram(self, X: Any, Z: Any) -> Floats: ...


@dataclass(frozen=True, eq=False)
class Expansion:
    """Coefficients β (n,), one for each point of the dataset, and the bias b. Read-only.

    f = unit·(Σ termsᵢ K(xᵢ, ·) + constant). terms and constant are exact even where β = unit·terms and b are rounded:
    multiplying by a learning rate must not turn a tie into a nonzero score. Where the learner's own arithmetic rounds,
    roundings bounds the error of each term, relative and in units of ε, and slack the absolute error of the bracket
    in addition to that. symbol: what f is called on the screen, where a learner has more than one.
    """

    beta: Floats
    bias: float
    terms: Floats
    constant: float
    unit: float = 1.0
    roundings: float = 0.0
    slack: float = 0.0
    symbol: str = "f"

    @classmethod
    def of(
        cls,
        terms: Any,
        constant: float,
        unit: float = 1.0,
        roundings: float = 0.0,
        slack: float = 0.0,
        symbol: str = "f",
    ) -> "Expansion":
        exact = frozen(terms, np.float64)
        beta = exact if unit == 1 else frozen(unit * exact, np.float64)
        exactly = exact, float(constant), float(unit)
        return cls(beta, float(unit * constant), *exactly, float(roundings), float(slack), symbol)

    @property
    def bracket(self) -> "Expansion":
        """Σ terms·K + constant, that is f/unit, which has the sign of f exactly."""
        return self if self.unit == 1 else Expansion.of(self.terms, self.constant, roundings=self.roundings)

    @cached_property
    def support(self) -> Ints:
        """Indices of the support vectors, the points with β ≠ 0."""
        return frozen(np.flatnonzero(self.beta), np.int64)

    def same_as(self, other: "Expansion") -> bool:
        """Whether the other one has the same coefficients and bias."""
        return self.bias == other.bias and np.array_equal(self.beta, other.beta)

    def follows(self, alpha: Any) -> bool:
        """Whether |β| is α (n,) times one factor, so that α tells the size of the coefficients, too.

        It is not where f forgets or averages, or where updates are of different sizes: there α only counts.
        """
        sizes = np.abs(self.beta)
        most, largest = np.max(alpha, initial=0), np.max(sizes, initial=0)
        if not (most and largest):
            return bool(most == largest)
        return bool(np.allclose(sizes / largest, alpha / most, rtol=1e-9, atol=0))

    additive: ClassVar[bool] = True
    """Whether f is a sum over β, so that it follows when a few of the β change."""

    @property
    def voters(self) -> int:
        """How many hypotheses vote; 0 where f is a sum."""
        return 0

    @property
    def kernel_values(self) -> int:
        """Kernel values that f at one place takes."""
        return len(self.support)

    def decision(self, kernel: Similarity, points: Floats, Z: Floats) -> Floats:
        """f at each row of Z, (m,) float64, by the definition and in blocks of bounded size.

        Raises KpguiError when f is too large for a float64 somewhere.
        """
        vectors, beta = points[self.support], self.beta[self.support]
        rows = max(1, _BLOCK // max(1, len(vectors)))
        values = np.full(len(Z), self.bias)
        if len(vectors):
            for start in range(0, len(Z), rows):
                with np.errstate(over="ignore", invalid="ignore"):
                    values[start : start + rows] += kernel.gram(Z[start : start + rows], vectors) @ beta
        return finite(values, kernel)


def finite(values: Floats, kernel: Similarity) -> Floats:
    """These values of f. Raises KpguiError when one of them is too large for a float64."""
    if not np.isfinite(values).all():
        raise KpguiError(
            _("f is too large to compute with {kernel}; scale the data or the kernel down.").format(
                kernel=kernel.quoted
            )
        )
    return values
