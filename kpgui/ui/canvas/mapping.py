"""The mapping between the plane of the points and the pixels of the canvas."""

from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats, Ints
from kpgui.model.session import View


class Mapping(NamedTuple):
    """The mapping of a view to width × height pixels, x to the right and y downwards.

    unit: logical pixels of the screen for one of these pixels. Everything on the canvas is measured in these, so that
    with a larger unit points, lines and type all grow alike.
    """

    view: View
    width: float
    height: float
    unit: float = 1.0

    @property
    def across(self) -> float:
        """Pixels for one unit of x."""
        return self.width / (self.view.xmax - self.view.xmin)

    @property
    def up(self) -> float:
        """Pixels for one unit of y."""
        return self.height / (self.view.ymax - self.view.ymin)

    def to_pixels(self, points: Floats) -> Floats:
        """Pixels (n, 2) of points of the plane, (n, 2); infinite where that overflows."""
        pixels = np.empty((2, len(points)))  # one coordinate after the other, five times as fast as in pairs
        with np.errstate(over="ignore"):
            for k, (origin, scale) in enumerate(((self.view.xmin, self.across), (self.view.ymax, -self.up))):
                np.subtract(points[:, k], origin, out=pixels[k])
                pixels[k] *= scale
        return pixels.T

    def from_pixels(self, pixels: Floats) -> Floats:
        """Positions in the plane, (n, 2), of pixels on the canvas or beyond its edge, (n, 2)."""
        return pixels / (self.across, -self.up) + (self.view.xmin, self.view.ymax)

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        """The position in the plane of a pixel."""
        return self.view.xmin + x / self.across, self.view.ymax - y / self.up

    def contains(self, x: float, y: float) -> bool:
        """Whether a pixel is on the canvas, edge included."""
        return 0 <= x <= self.width and 0 <= y <= self.height


NO_MAPPING = Mapping(View(), 1, 1)
"""The mapping of a canvas that has not been laid out yet."""


def nearest(pixels: Floats, x: float, y: float, radius: float) -> int | None:
    """Index of the pixel position, of (n, 2), nearest to (x, y) and within the radius; None if there is none.

    Of equally near ones the last, which is drawn on top.
    """
    reach = radius + 1  # to spare, for rounding
    near = inside(pixels, (x - reach, y - reach), (x + reach, y + reach))
    if not len(near):
        return None
    squares = ((pixels[near] - (x, y)) ** 2).sum(axis=1)
    best = len(squares) - 1 - int(np.argmin(squares[::-1]))
    return int(near[best]) if squares[best] <= radius**2 else None


def inside(pixels: Floats, corner: tuple[float, float], opposite: tuple[float, float]) -> Ints:
    """Indices of the pixel positions, of (n, 2), in the rectangle between two corners, edge included."""
    low, high = np.minimum(corner, opposite), np.maximum(corner, opposite)
    x, y = pixels.T
    beside = np.flatnonzero((x >= low[0]) & (x <= high[0]))
    return beside[(y[beside] >= low[1]) & (y[beside] <= high[1])]
