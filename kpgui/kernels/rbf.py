"""The radial basis function kernel."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from kpgui.kernels.bases import Radial
from kpgui.kernels.numerics import FEW_DIMENSIONS, BernsteinEllipse, squared_distances
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class RBF(Radial):
    """K(x, z) = exp(−‖x − z‖² / (2σ²)), a bell around each point; its width is also given as γ = 1/(2σ²).

    >>> float(RBF(sigma=1).gram([[0, 0]], [[1, 0]])[0, 0])
    0.6065306597126334
    """

    key = "rbf"
    title = "RBF (Gaussian)"
    formula = "exp(−‖x − z‖² / (2σ²))"
    psd_reason = "exp(x·z/σ²) is a power series in x·z with no negative coefficient, and this is that kernel normalised"
    separable = True

    sigma: float = param(
        1.0, "Width of the bell.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="σ", unit="data units"
    )

    @property
    def gamma(self) -> float:
        """γ = 1/(2σ²)."""
        return 0.5 / self.sigma / self.sigma if self.sigma > 1e-150 else float("inf")

    def values(self, X: Floats, Z: Floats) -> Floats:
        distances = squared_distances(X, Z, self.sigma)
        distances *= -0.5
        return np.exp(distances, out=distances)

    def roundings(self, d: int) -> tuple[float, float]:
        """d + 4 roundings in the exponent."""
        return 5, d + 4

    def columns(self, points: Floats, accuracy: float) -> Callable[[int], Floats] | None:
        """Columns by ‖x − z‖² = ‖x‖² + ‖z‖² − 2x·z about the mean, one BLAS product each, if cancellation permits.

        With h the largest ‖x‖²/2σ², the exponent's error is at most 8εh from centring and dividing, 2dεh from the three
        sums and 4εh from the two subtractions; the exponential adds its own rounding.
        """
        if points.shape[1] <= FEW_DIMENSIONS or not len(points):
            return None
        with np.errstate(over="ignore", invalid="ignore"):
            centred = (points - points.mean(axis=0)) / self.sigma
            half = 0.5 * np.einsum("ij,ij->i", centred, centred)
            if not 4 * (points.shape[1] + 8) * EPSILON * (half.max() + 1) <= accuracy:
                return None

        def column(i: int) -> Floats:
            values = centred @ centred[i]
            values -= half
            values -= half[i]
            np.minimum(values, 0.0, out=values)
            return np.exp(values, out=values)

        return column

    def factor(self, x: Floats, z: Floats) -> Floats:
        with np.errstate(over="ignore"):  # exp(−inf) is the right 0
            gap = x[:, None] - z
            gap /= self.sigma
            gap *= gap
        gap *= -0.5
        return np.exp(gap, out=gap)

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        height = ellipse.height / self.sigma
        return inf if ellipse.away else 0.5 * height * height
