"""Generators whose points lie on curves, in cells and in clouds: one class each."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kpgui.generators.base import HALF_HEIGHT, HALF_WIDTH, Generator, noise_param, spread
from kpgui.model.arrays import Floats
from kpgui.model.param import param

MOON = 1.4
"""Radius of a half-moon."""

CIRCLE = 1.6
"""Radius of the larger of two circles."""

OUTERMOST = 1.8
"""Radius of spirals and rings."""

QUADRANT = 1.6
"""Distance of the squares' outer sides from the axes."""

BOARD, STRIPED = 1.8, 1.5
"""Half the sides of the checkerboard and of the striped square."""


def distance_param(default: float) -> Any:
    """The parameter `distance` of generators with two clouds."""
    return param(default, "From one cloud's centre to the other's.", low=0, high=1e6, slider=(0, 5), unit="data units")


@dataclass(frozen=True)
class Blobs(Generator):
    """A Gaussian cloud for each class, −1 on the left and +1 on the right.

    A line separates them as far as they do not overlap.

    >>> Blobs(n=1, noise=0, distance=2).make().points.tolist()
    [[1.0, 0.0]]
    """

    key = "blobs"
    title = "Two blobs"
    formula = "(±distance/2, 0) + noise"

    noise: float = noise_param(0.55, "Standard deviation of each cloud.")
    distance: float = distance_param(2.8)

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        return np.tile([label * self.distance / 2, 0.0], (count, 1))


@dataclass(frozen=True)
class Moons(Generator):
    """Two half-circles, each with its end inside the other: the upper one is −1, the lower one +1.

    No line separates the two curves. The shape is that of scikit-learn's make_moons, centred and 1.4 times as large.

    >>> bool((Moons(n=1, noise=0).make().points == [[-0.7, 0.35]]).all())
    True
    """

    key = "moons"
    title = "Two moons"
    formula = "half-circles of radius 1.4, shifted by (1.4, −0.7)"

    noise: float = noise_param(0.15)

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        angle = np.linspace(0, np.pi, count)
        upper = np.column_stack([np.cos(angle) - 0.5, np.sin(angle) - 0.25])
        return -label * MOON * upper


@dataclass(frozen=True)
class Circles(Generator):
    """Two circles around the origin, +1 inside and −1 outside; x² + y² separates them, no line does.

    >>> Circles(n=1, noise=0, ratio=0.5).make().points.tolist()
    [[0.8, 0.0]]
    """

    key = "circles"
    title = "Circle in a circle"
    formula = "circles of radius 1.6 and ratio · 1.6"

    ratio: float = param(0.5, "Radius of the inner circle over that of the outer one.", low=0, high=1, slider=(0, 1))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        angle = 2 * np.pi * np.arange(count) / max(1, count)
        radius = CIRCLE if label < 0 else CIRCLE * self.ratio
        return radius * np.column_stack([np.cos(angle), np.sin(angle)])


@dataclass(frozen=True)
class Xor(Generator):
    """Points spread over four squares, one in each quadrant: +1 where exactly one coordinate is positive.

    The classic example that no line separates (Minsky, Papert 1969), but the product x·y does.
    """

    key = "xor"
    title = "XOR"
    formula = "+1 where x·y < 0, −1 where x·y > 0"

    gap: float = param(
        0.2, "Distance of the squares from the axes.", low=0, high=QUADRANT, slider=(0, 1), unit="data units"
    )

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        sizes = QUADRANT - (QUADRANT - self.gap) * rng.random((count, 2))
        side = np.where(np.arange(count) % 2, -1.0, 1.0)
        return sizes * np.column_stack([side, -label * side])


@dataclass(frozen=True)
class Spirals(Generator):
    """Two Archimedean spirals from the origin outwards, each the point reflection of the other.

    A classic hard case (Lang, Witbrock 1988). Except near the origin, the points are about evenly spaced along an arm.
    """

    key = "spirals"
    title = "Two spirals"
    formula = "r = 1.8 t,   φ = 2π · turns · t,   0 < t < 1"

    noise: float = noise_param(0.05)
    turns: float = param(1.5, "How often each arm winds around the origin.", low=0, high=20, slider=(0, 4))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        t = np.sqrt((np.arange(count) + 0.5) / max(1, count))
        angle = 2 * np.pi * self.turns * t
        return label * OUTERMOST * t[:, np.newaxis] * np.column_stack([np.cos(angle), np.sin(angle)])


@dataclass(frozen=True)
class Checkerboard(Generator):
    """Points spread over the cells of a square board with alternating classes; the lower left cell is −1.

    All cells of a class get equally many points to within one.
    """

    key = "checkerboard"
    title = "Checkerboard"
    formula = "−1 where column + row is even, +1 where it is odd"

    noise: float = noise_param(0.0)
    cells: int = param(4, "Cells along each side.", scale="integer", low=2, high=100, slider=(2, 8))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        column, row = np.divmod(np.arange(self.cells**2), self.cells)
        own = np.flatnonzero((column + row) % 2 == (label > 0))
        cell = rng.permutation(own)[np.arange(count) % len(own)]
        corner = np.column_stack([column[cell], row[cell]])
        # The middle 98 % of a cell, so that rounding never puts a point on its neighbour's side.
        return (corner + 0.01 + 0.98 * rng.random((count, 2))) * (2 * BOARD / self.cells) - BOARD


@dataclass(frozen=True)
class Rings(Generator):
    """Circles around the origin with alternating classes, +1 innermost; the points of a class are evenly spaced.

    Separating them takes a polynomial in x² + y² of degree `rings` − 1 or more.

    >>> Rings(n=1, noise=0, rings=3).make().points.round(9).tolist()
    [[0.6, 0.0]]
    """

    key = "rings"
    title = "Rings"
    formula = "circles of radius 1.8 · k / rings; +1, −1, +1, … from inside"

    noise: float = noise_param(0.05)
    rings: int = param(4, "How many rings, of both classes together.", scale="integer", low=2, high=50, slider=(2, 10))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        radii = OUTERMOST / self.rings * np.arange(1 if label > 0 else 2, self.rings + 1, 2)
        ends = np.cumsum(radii)
        along = ends[-1] * np.arange(count) / max(1, count)
        ring = np.searchsorted(ends, along, side="right")
        angle = 2 * np.pi * (along - (ends - radii)[ring]) / radii[ring]
        return radii[ring, np.newaxis] * np.column_stack([np.cos(angle), np.sin(angle)])


@dataclass(frozen=True)
class Stripes(Generator):
    """A square cut into stripes of equal width with alternating classes; the first one is −1.

    A line separates two stripes, but no line separates more.
    """

    key = "stripes"
    title = "Stripes"
    formula = "−1, +1, −1, … along the direction of the angle"

    noise: float = noise_param(0.0)
    stripes: int = param(6, "How many stripes.", scale="integer", low=2, high=100, slider=(2, 12))
    angle: float = param(
        30.0, "Direction in which the stripes follow one another.", low=-360, high=360, slider=(0, 180), unit="degrees"
    )

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        own = np.arange(1 if label > 0 else 0, self.stripes, 2)
        stripe = own[np.arange(count) % len(own)]
        # The middle 98 % of a stripe, so that rounding never puts a point on its neighbour's side.
        across = (stripe + 0.01 + 0.98 * rng.random(count)) * (2 * STRIPED / self.stripes) - STRIPED
        along = STRIPED * (2 * rng.random(count) - 1)
        cos, sin = np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))
        return np.column_stack([cos * across - sin * along, sin * across + cos * along])


@dataclass(frozen=True)
class Outliers(Blobs):
    """A Gaussian cloud for each class, −1 on the left and +1 on the right, and points far from both.

    Some points of each class, the outliers, lie anywhere, even in the other cloud. Their effect on the boundary shows
    what a soft margin or a budget is for.
    """

    key = "outliers"
    title = "Gaussians with outliers"
    formula = "(±distance/2, 0) + noise; outliers anywhere"

    noise: float = noise_param(0.4, "Standard deviation of each cloud.")
    distance: float = distance_param(2.5)
    outliers: float = param(0.1, "Share of each class's points that lie anywhere.", low=0, high=1, slider=(0, 0.5))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        points = super().place(label, count, rng)
        out = round(count * self.outliers)
        points[:out] = spread(out, rng)
        return points


@dataclass(frozen=True)
class Sine(Generator):
    """Points spread evenly over a rectangle, +1 above a sine wave and −1 below it."""

    key = "sine"
    title = "Sine boundary"
    formula = "+1 where y > amplitude · sin(2π · waves · x / 5.4)"

    noise: float = noise_param(0.0)
    amplitude: float = param(
        0.9, "Height of the wave's crests.", low=0, high=HALF_HEIGHT, slider=(0, HALF_HEIGHT), unit="data units"
    )
    waves: float = param(1.5, "How many waves there are from the left to the right.", low=0, high=50, slider=(0, 5))

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        points = spread(count, rng)
        x, y = points.T
        above = y > self.amplitude * np.sin(np.pi * self.waves * x / HALF_WIDTH)
        # The wave is point-symmetric about the origin, so a point on the wrong side is reflected to the right one.
        points[above != (label > 0)] *= -1
        return points
