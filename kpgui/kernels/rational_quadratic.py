"""The rational quadratic kernel."""

from dataclasses import dataclass
from math import inf, log

import numpy as np

from kpgui.kernels.base import power
from kpgui.kernels.bases import Radial
from kpgui.kernels.numerics import BernsteinEllipse, squared_distances
from kpgui.model.arrays import Floats
from kpgui.model.param import param

MULTIPLIED = 8
"""For an integer α up to this the power is multiplied out, which is quicker than exp and log."""


@dataclass(frozen=True)
class RationalQuadratic(Radial):
    """K(x, z) = (1 + ‖x − z‖²/(2αℓ²))^−α (Rasmussen and Williams 2006, eq. 4.19), an RBF with a heavy tail.

    >>> RationalQuadratic(alpha=1, length=1).gram([[0, 0]], [[0, 2]])
    array([[0.33333333]])
    """

    key = "rational_quadratic"
    title = "Rational quadratic"
    formula = "(1 + ‖x − z‖² / (2αℓ²))^−α"
    psd_reason = "it is a mixture of RBF kernels of all widths with positive weights (Rasmussen, Williams 2006)"

    alpha: float = param(
        1.0, "Shape: small for a heavy tail, large for an RBF.", scale="log", low=0, open_low=True,
        slider=(0.1, 100), symbol="α",
    )  # fmt: skip
    length: float = param(
        1.0, "Distance over which f changes.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="ℓ",
        unit="data units",
    )  # fmt: skip

    def values(self, X: Floats, Z: Floats) -> Floats:
        tail = squared_distances(X, Z, self.length)
        tail *= 0.5
        tail /= self.alpha
        beyond = np.isinf(tail) if tail.size and np.isinf(tail.max()) else None
        values = self._of_tail(tail)
        if beyond is not None:
            rows, columns = np.nonzero(beyond)
            values[rows, columns] = self._far(X[rows], Z[columns])
        return values

    def _of_tail(self, tail: Floats) -> Floats:
        """(1 + tail)^−α."""
        if self.alpha.is_integer() and self.alpha <= MULTIPLIED:
            tail += 1
            return np.reciprocal(power(tail, int(self.alpha)))
        np.log1p(tail, out=tail)
        tail *= -self.alpha
        return np.exp(tail, out=tail)

    def _far(self, X: Floats, Z: Floats) -> Floats:
        """K of each row of X with the same row of Z, by logarithms: the squared distance overflows, but K need not."""
        gaps = np.abs(0.5 * X - 0.5 * Z)  # halved, since the difference may overflow as well
        largest = gaps.max(axis=1)
        gaps /= largest[:, None]
        squared = 2 * (np.log(largest) + log(2) - log(self.length)) + np.log((gaps * gaps).sum(axis=1))
        tail = squared - log(2) - log(self.alpha)  # the logarithm of the tail, which a large α may make small again
        return np.exp(-self.alpha * np.logaddexp(0.0, tail))

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """K has poles where ‖x − z‖² = −2αℓ²."""
        scale = 2 * self.alpha * self.length * self.length
        inside = scale + ellipse.nearest_squared
        return self.alpha * log((scale + ellipse.away * ellipse.away) / inside) if 0 < inside < inf else inf

    def roundings(self, d: int) -> tuple[float, float]:
        """Roundings of α multiplications, of log1p and exp, or of logarithms up to 745 where the distance overflows."""
        return 5 + 2 * min(self.alpha, MULTIPLIED), d + 40
