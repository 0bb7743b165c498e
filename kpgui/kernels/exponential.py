"""The exponential kernel: the Matérn kernel with ν = 1/2."""

from dataclasses import dataclass

import numpy as np

from kpgui.kernels.bases import Radial
from kpgui.kernels.numerics import BernsteinEllipse, radial_growth, squared_distances
from kpgui.model.arrays import Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Exponential(Radial):
    """K(x, z) = exp(−‖x − z‖₂ / σ), a round tent with a sharp tip at each point.

    >>> float(Exponential(sigma=5).gram([[0, 0]], [[3, 4]])[0, 0])
    0.36787944117144233
    """

    key = "exponential"
    title = "Exponential"
    formula = "exp(−‖x − z‖₂ / σ)"
    psd_reason = "its Fourier transform is positive in any number of dimensions (Bochner)"

    sigma: float = param(
        1.0, "Width of the tent.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="σ", unit="data units"
    )

    def values(self, X: Floats, Z: Floats) -> Floats:
        distances = squared_distances(X, Z, self.sigma)
        np.sqrt(distances, out=distances)
        np.negative(distances, out=distances)
        return np.exp(distances, out=distances)

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """‖x − z‖ has a branch point where x = z, and is analytic away from there."""
        return radial_growth(ellipse, self.sigma)

    def roundings(self, d: int) -> tuple[float, float]:
        """Half of the d + 4 roundings of the square, plus that of the square root."""
        return 5, 0.5 * d + 3
