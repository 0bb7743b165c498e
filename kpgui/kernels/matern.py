"""The Matérn kernels with ν = 3/2 and ν = 5/2."""

from dataclasses import dataclass
from math import log1p, sqrt, ulp
from typing import ClassVar

import numpy as np

from kpgui.kernels.bases import Radial
from kpgui.kernels.numerics import FAR_DISTANCE, BernsteinEllipse, radial_growth, squared_distances
from kpgui.model.arrays import Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class _Matern(Radial):
    """A polynomial in s = √(2ν) ‖x − z‖/ℓ of degree `order` = ν − 1/2, times exp(−s)."""

    psd_reason = "its Fourier transform is positive in any number of dimensions (Bochner)"
    order: ClassVar[int]
    length: float = param(
        1.0, "Distance over which f changes.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="ℓ",
        unit="data units",
    )  # fmt: skip

    def _scaled_distances(self, X: Floats, Z: Floats) -> Floats:
        s = squared_distances(X, Z, self.length)
        np.sqrt(s, out=s)
        s *= sqrt(2 * self.order + 1)
        return np.minimum(s, FAR_DISTANCE, out=s)

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """The growth of exp(−s) plus that of the polynomial; |Im s| is at most twice the ellipse's height in units."""
        unit = max(self.length / sqrt(2 * self.order + 1), ulp(0.0))  # not 0, even when the quotient underflows
        return radial_growth(ellipse, unit) + self.order * log1p(2 * ellipse.height / unit)


@dataclass(frozen=True)
class Matern32(_Matern):
    """K(x, z) = (1 + s) exp(−s), s = √3 ‖x − z‖/ℓ (Rasmussen and Williams 2006, eq. 4.17).

    The first odd power in its series 1 − s²/2 + s³/3 − … is s³: f, a sum of such K(xᵢ, ·), is twice continuously
    differentiable.

    >>> float(Matern32(length=3**0.5).gram([[0, 0]], [[0, 1]])[0, 0])
    0.735758882342884
    """

    key = "matern32"
    title = "Matérn 3/2"
    formula = "(1 + s) exp(−s),  s = √3 ‖x − z‖₂ / ℓ"
    order = 1

    def values(self, X: Floats, Z: Floats) -> Floats:
        s = self._scaled_distances(X, Z)
        decay = np.exp(-s)
        s += 1
        s *= decay
        return s

    def roundings(self, d: int) -> tuple[float, float]:
        """Half of the d + 4 roundings of the square, the square root, √3 and its product; then the polynomial."""
        return 7, d + 10


@dataclass(frozen=True)
class Matern52(_Matern):
    """K(x, z) = (1 + s + s²/3) exp(−s), s = √5 ‖x − z‖/ℓ (Rasmussen and Williams 2006, eq. 4.17).

    The first odd power in its series 1 − s²/6 + s⁴/24 − s⁵/45 + … is s⁵: f, a sum of such K(xᵢ, ·), is four times
    continuously differentiable.

    >>> float(Matern52(length=5**0.5).gram([[0, 0]], [[0, 1]])[0, 0])
    0.858385362733365
    """

    key = "matern52"
    title = "Matérn 5/2"
    formula = "(1 + s + s²/3) exp(−s),  s = √5 ‖x − z‖₂ / ℓ"
    order = 2

    def values(self, X: Floats, Z: Floats) -> Floats:
        s = self._scaled_distances(X, Z)
        decay = np.exp(-s)
        polynomial = s / 3
        polynomial += 1
        polynomial *= s
        polynomial += 1
        polynomial *= decay
        return polynomial

    def roundings(self, d: int) -> tuple[float, float]:
        """Half of the d + 4 roundings of the square, the square root, √5 and its product; then the polynomial."""
        return 10, d + 10
