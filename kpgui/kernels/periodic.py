"""The periodic kernel."""

from dataclasses import dataclass
from math import inf, pi, sinh
from typing import Any

import numpy as np

from kpgui.kernels.base import Leaf
from kpgui.kernels.numerics import SMALL, TINY, BernsteinEllipse, Rounded, axis_gaps, zero_at_equal_points
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.param import param


@dataclass(frozen=True)
class Periodic(Leaf):
    """K(x, z) = Π over the axes of exp(−2 sin²(π(x − z)/p)/ℓ²) (MacKay 1998): f repeats itself along each axis.

    >>> Periodic(period=2, length=1).gram([[0, 0]], [[4, 0], [1, 0]])
    array([[1. , 0.13533528]])
    """

    key = "periodic"
    title = "Periodic"
    formula = "Π exp(−2 sin²(π(xₐ − zₐ)/p) / ℓ²)"
    psd_reason = "each axis is wound round a circle, and between places on circles it is an RBF kernel (MacKay 1998)"
    separable = True
    bound = 1.0

    period: float = param(
        1.0, "Distance p after which f repeats itself.", scale="log", low=0, open_low=True, slider=(0.01, 100),
        symbol="p", unit="data units",
    )  # fmt: skip
    length: float = param(
        1.0, "Width of the bell on the circle.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="ℓ"
    )

    def values(self, X: Floats, Z: Floats) -> Floats:
        X, Z = self._reduced(X), self._reduced(Z)
        total = np.zeros(len(Z) if len(X) == 1 else (len(X), len(Z)))
        for axis in range(X.shape[1]):
            total += self._on_axis(axis_gaps(X, Z, axis))
        return np.exp(total, out=total).reshape(len(X), len(Z))

    def diagonal_values(self, X: Floats) -> Floats:
        return np.ones(len(X))

    def rounded(self, X: Floats, Z: Floats) -> Rounded:
        """`values` with error bounds: the range of values that the rounding of each axis' sine leaves possible."""
        reduced_x, reduced_z = self._reduced(X), self._reduced(Z)
        least = np.zeros((len(X), len(Z)))
        most = np.zeros((len(X), len(Z)))
        for axis in range(X.shape[1]):
            angles = 2 * pi * ((reduced_z[:, axis] - reduced_x[:, axis, None]) / self.period)
            sines = np.abs(np.sin(angles))
            sine_errors = self._error_of_sine(np.abs(angles), sines)
            least += 2 * (np.maximum(sines - sine_errors, 0) / self.length) ** 2
            most += 2 * ((sines + sine_errors) / self.length) ** 2
        largest = np.exp(-least)
        spread = largest - np.exp(-most) + EPSILON * largest * (10 + (X.shape[1] + 5) * np.minimum(least, 750))
        values = self.values(X, Z)
        errors = np.minimum(spread + np.where(largest < SMALL, TINY, 0.0), 1.0)
        return Rounded(values, zero_at_equal_points(errors, values, X, Z))

    def rounded_diagonal(self, X: Floats) -> Rounded:
        return Rounded(np.ones(len(X)), np.zeros(len(X)))

    def rounded_bound(self, points: Floats) -> Rounded:
        """The bound 1, with an error from the steepest slope of exp(−2q²), which is below 1.22."""
        d = points.shape[1]
        error = 2.5 * d * self._error_of_sine(2 * pi, 1.0) / self.length + EPSILON * (d + 15)
        return Rounded(np.float64(1.0), min(error, 1.0))

    def _error_of_sine(self, angles: Any, sines: Any) -> Any:
        """Error bounds of the sines: four roundings of the angle, that of π, and the sine's own."""
        return EPSILON * (3 * angles + 5 * sines) + 7 * TINY / self.period

    def factor(self, x: Floats, z: Floats) -> Floats:
        with np.errstate(over="ignore"):  # peaks so narrow that K is 0 between them
            gaps = self._on_axis(self._reduced(x)[:, None] - self._reduced(z))
        return np.exp(gaps, out=gaps)

    def log_growth_bound(self, ellipse: BernsteinEllipse) -> float:
        """From Re sin²(u + iv) ≥ −sinh² v."""
        angle = pi * ellipse.height / self.period
        return inf if angle > 300 else 2 * sinh(angle) / self.length * (sinh(angle) / self.length)

    def _reduced(self, coordinates: Floats) -> Floats:
        """Half of each coordinate's remainder modulo the period: exact, unlike the fraction of a rounded quotient.

        Halved, since the difference of two remainders is up to twice the period and could overflow.
        """
        return 0.5 * np.fmod(coordinates, self.period)

    def _on_axis(self, gaps: Floats) -> Floats:
        """−2 sin²(π·gap/p)/ℓ² of halved gaps, computed in place."""
        gaps /= self.period
        gaps *= 2 * pi
        np.sin(gaps, out=gaps)
        gaps /= self.length
        gaps *= gaps
        gaps *= -2
        return gaps
