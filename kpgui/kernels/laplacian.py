"""The Laplacian kernel."""

from dataclasses import dataclass
from math import inf

import numpy as np

from kpgui.kernels.bases import Radial
from kpgui.kernels.numerics import BernsteinEllipse, axis_gaps
from kpgui.model.arrays import Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Laplacian(Radial):
    """K(x, z) = exp(−‖x − z‖₁ / σ), a tent with a sharp ridge along each axis.

    >>> float(Laplacian(sigma=2).gram([[0, 0]], [[1, -1]])[0, 0])
    0.36787944117144233
    """

    key = "laplacian"
    title = "Laplacian"
    formula = "exp(−‖x − z‖₁ / σ)"
    psd_reason = "on each axis exp(−|x − z|/σ) has a positive Fourier transform (Bochner), and this is their product"
    separable = True

    sigma: float = param(
        1.0, "Width of the tent.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="σ", unit="data units"
    )

    def values(self, X: Floats, Z: Floats) -> Floats:
        total = np.zeros(len(Z) if len(X) == 1 else (len(X), len(Z)))
        for axis in range(X.shape[1]):
            gap = axis_gaps(X, Z, axis)
            gap /= self.sigma
            total -= np.abs(gap, out=gap)
        return np.exp(total, out=total).reshape(len(X), len(Z))

    def roundings(self, d: int) -> tuple[float, float]:
        """Roundings of a difference, a quotient and the sum over d axes."""
        return 5, d + 2

    def factor(self, x: Floats, z: Floats) -> Floats:
        with np.errstate(over="ignore"):  # exp(−inf) is the right 0
            gap = x[:, None] - z
            gap /= self.sigma
        np.abs(gap, out=gap)
        np.negative(gap, out=gap)
        return np.exp(gap, out=gap)

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """It has a kink wherever a coordinate is that of z."""
        return inf
