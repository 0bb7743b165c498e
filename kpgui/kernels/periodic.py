"""The periodic kernel."""

from math import inf, pi, sinh

import numpy as np

from kpgui.kernels.base import Leaf, axis_gaps
from kpgui.kernels.ellipse import Ellipse
from kpgui.model.arrays import Floats
from kpgui.model.dataclass import dataclass
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
    rule = "each axis is wound round a circle, and between places on circles it is an RBF kernel (MacKay 1998)"
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
        X, Z = self._wound(X), self._wound(Z)
        total = np.zeros(len(Z) if len(X) == 1 else (len(X), len(Z)))
        for axis in range(X.shape[1]):
            total += self._on_axis(axis_gaps(X, Z, axis))
        return np.exp(total, out=total).reshape(len(X), len(Z))

    def diagonal_values(self, X: Floats) -> Floats:
        return np.ones(len(X))

    def factor(self, x: Floats, z: Floats) -> Floats:
        with np.errstate(over="ignore"):  # so narrow that nothing is left between the peaks
            gaps = self._on_axis(self._wound(x)[:, None] - self._wound(z))
        return np.exp(gaps, out=gaps)

    def growth(self, ellipse: Ellipse) -> float:
        """sin² is at least −sinh² of the imaginary part."""
        angle = pi * ellipse.height / self.period
        return inf if angle > 300 else 2 * sinh(angle) / self.length * (sinh(angle) / self.length)

    def _wound(self, coordinates: Floats) -> Floats:
        """Half of each coordinate's remainder by the period: exact, where that of a rounded quotient is noise.

        Halves, since the difference of two remainders is up to twice the period and could overflow.
        """
        return 0.5 * np.fmod(coordinates, self.period)

    def _on_axis(self, gaps: Floats) -> Floats:
        """−2 sin²(π·gap/p)/ℓ² of halved gaps, in their own memory."""
        gaps /= self.period
        gaps *= 2 * pi
        np.sin(gaps, out=gaps)
        gaps /= self.length
        gaps *= gaps
        gaps *= -2
        return gaps
