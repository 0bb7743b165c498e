"""Bernstein ellipses: how much a kernel grows inside one says how many Chebyshev nodes interpolate it."""

from math import inf
from typing import NamedTuple


class BernsteinEllipse(NamedTuple):
    """An ellipse in the complex plane with the ends of an interval as its foci (Trefethen 2013, chapter 8).

    A function analytic inside it and at most M there differs from its interpolant in n Chebyshev nodes by at most
    4 M ρ^(1−n) / (ρ − 1).

    rho: the sum of its semi-axes in half lengths of the interval, > 1. extent: the interval's length. away: the
    distance of the kernel's other argument z from the interval, or from a rectangle of which it is a side. reach: the
    largest |coordinate| of z. products: the largest |x·z| on the real axis.
    """

    rho: float
    extent: float
    away: float = 0.0
    reach: float = inf
    products: float = inf

    @property
    def height(self) -> float:
        """The largest imaginary part of a point inside."""
        return 0.25 * self.extent * (self.rho - 1 / self.rho)

    @property
    def product_change(self) -> float:
        """A bound of how much x·z at a point inside differs from its value at the nearest point of the interval."""
        overhang = 0.25 * self.extent * (self.rho + 1 / self.rho) - 0.5 * self.extent
        return self.reach * (self.height + overhang)

    @property
    def nearest_squared(self) -> float:
        """A lower bound of the real part of ‖x − z‖² for a coordinate of x inside; it may be negative.

        With z over the interval it is away² − height² in the middle. With z beyond an end, at d from the middle, it is
        (d − p cos t)² − (q sin t)² on the ellipse with half axes p, q, which is least where cos t = dp/(p² + q²).
        """
        q, p, d = self.height, 0.25 * self.extent * (self.rho + 1 / self.rho), self.away + 0.5 * self.extent
        over = self.away * self.away - q * q
        squares = p * p + q * q
        beyond = (d - p) * (d - p) if d * p > squares else q * q * (d * d - squares) / squares
        return min(over, beyond)
