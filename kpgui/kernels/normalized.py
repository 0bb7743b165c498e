"""A kernel normalised to 1 at x = z."""

from math import inf

import numpy as np

from kpgui.kernels.base import Kernel
from kpgui.kernels.exponentiated import Exp
from kpgui.model.arrays import Floats
from kpgui.model.dataclass import dataclass

VAGUE = 1e-8
"""What rounding may make of log K(x, x) at most: beyond that a difference of two such numbers says too little."""


@dataclass(frozen=True)
class Normalized(Kernel):
    """K(x, z) / √(K(x, x) K(z, z)): every point becomes a unit vector in feature space.

    Where K(x, x) ≤ 0 there is no such value, and it counts as 0, as it does for the cosine at the origin. Of an
    exponential it is computed by logarithms, exp(K(x, z) − ½K(x, x) − ½K(z, z)), since exp K soon overflows.
    """

    kernel: Kernel

    key = "normalized"
    noun = "a normalisation"
    rule = "multiplying such a kernel by g(x)·g(z), here with g = 1/√K(x, x), gives one"

    @property
    def strict(self) -> bool:
        return self.kernel.strict

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (self.kernel,)

    @property
    def bound(self) -> float:
        """1 by the inequality of Cauchy and Schwarz, for which K has to be positive semidefinite."""
        return 1.0 if self.kernel.bounded and self.kernel.spoiler is None else inf

    def values(self, X: Floats, Z: Floats) -> Floats:
        if isinstance(self.kernel, Exp):
            logs = self.kernel.kernel.values(X, Z)
            logs -= np.add.outer(_half_logs(self.kernel, X), _half_logs(self.kernel, Z))
            return np.exp(logs, out=logs)
        values = self.kernel.values(X, Z)
        values /= np.multiply.outer(self.norms(X), self.norms(Z))
        return values

    def diagonal_values(self, X: Floats) -> Floats:
        if isinstance(self.kernel, Exp):
            return np.where(np.isnan(_half_logs(self.kernel, X)), np.nan, 1.0)
        norms = self.norms(X)
        return np.where(np.isnan(norms), np.nan, np.isfinite(norms))

    def undefined_at(self, X: Floats) -> int | None:
        if isinstance(self.kernel, Exp):
            return self.kernel.undefined_at(X)
        with np.errstate(over="ignore", invalid="ignore"):
            rows = np.flatnonzero(self.kernel.diagonal_values(X) <= 0)
        within = self.kernel.undefined_at(X)
        return min([*rows[:1].tolist(), *([] if within is None else [within])], default=None)

    @property
    def unnormalised(self) -> Kernel:
        return self.kernel

    def norms(self, X: Floats) -> Floats:
        """√K(x, x) for each row, inf where K counts as 0, NaN where K(x, x) is too large to compute."""
        squares = self.kernel.diagonal_values(X)
        with np.errstate(invalid="ignore"):
            norms = np.sqrt(squares)
        norms[squares <= 0] = inf
        norms[np.isinf(squares)] = np.nan
        return norms

    def __str__(self) -> str:
        return f"{self.key}({self.kernel})"


def _half_logs(kernel: Exp, X: Floats) -> Floats:
    """½ log of K(x, x) for each row, NaN where rounding would show in differences of them."""
    logs = kernel.kernel.diagonal_values(X)
    return np.where(np.abs(logs) * np.finfo(np.float64).eps > VAGUE, np.nan, 0.5 * logs)
