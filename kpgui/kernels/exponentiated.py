"""The exponential of a kernel."""

from dataclasses import dataclass
from math import exp, inf

import numpy as np

from kpgui.kernels.base import Kernel
from kpgui.model.arrays import Floats


@dataclass(frozen=True)
class Exp(Kernel):
    """exp(K), the power series Σ Kⁿ/n!: a kernel when K is, as a limit of sums of products of kernels."""

    kernel: Kernel

    key = "exp"
    noun = "an exponential"
    rule = "exp of such a kernel is one, being a power series with no negative coefficient"

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (self.kernel,)

    @property
    def bound(self) -> float:
        return exp(self.kernel.bound) if self.kernel.bound < 700 else inf

    def values(self, X: Floats, Z: Floats) -> Floats:
        return np.exp(self.kernel.values(X, Z))

    def diagonal_values(self, X: Floats) -> Floats:
        return np.exp(self.kernel.diagonal_values(X))

    def __str__(self) -> str:
        return f"{self.key}({self.kernel})"
