"""Transformations of points in the plane: mirror, rotate, scale, align, distribute.

Each takes points (k, d) and gives new ones of the same shape; the selection's box (its least and greatest
coordinates) says where its middle and its edges are. All raise KpguiError when a coordinate would leave the
range of doubles.
"""

from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError

X, Y = 0, 1


class Box(NamedTuple):
    """The least and the greatest coordinates of some points, each (d,)."""

    low: Floats
    high: Floats

    @property
    def centre(self) -> Floats:
        return 0.5 * self.low + 0.5 * self.high  # the sum of two large ones may be no double


def box(points: Floats) -> Box:
    """The box of at least one point."""
    return Box(points.min(axis=0), points.max(axis=0))


def mirrored(points: Floats, axis: int) -> Floats:
    """Turned over along one axis, within the same box: what was at its least coordinate is at its greatest.

    Mirroring twice gives back every point whose distance from the box's edge is a double, and the others to
    the last bit of the box's size; the box itself stays as it is to the bit.

    >>> mirrored(np.array([[0.0, 5.0], [1.0, 6.0], [4.0, 7.0]]), X).tolist()
    [[4.0, 5.0], [3.0, 6.0], [0.0, 7.0]]
    """
    low, high = (edge[axis] for edge in box(points))
    along = points[:, axis]
    turned = points.copy()
    with np.errstate(over="ignore"):
        turned[:, axis] = np.where(along == high, low, high - (along - low))
    return np.clip(_checked(turned, "Mirroring"), *box(points))


def rotated(points: Floats, degrees: float, about: Floats | None = None) -> Floats:
    """Turned counter-clockwise about a place, usually the middle of the box. Quarter turns are exact there.

    points: (k, 2).
    """
    about = box(points).centre if about is None else about
    cosine, sine = _cosine_and_sine(degrees)
    if (cosine, sine) == (1.0, 0.0):
        return points.copy()
    with np.errstate(over="ignore", invalid="ignore"):
        x, y = (points - about).T
        turned = np.column_stack([cosine * x - sine * y, sine * x + cosine * y]) + about
    return _checked(turned, "Rotating")


def scaled(points: Floats, across: float, up: float, about: Floats | None = None) -> Floats:
    """Distances from a place, usually the middle of the box, times a factor along each axis. points: (k, 2)."""
    about = box(points).centre if about is None else about
    factors = np.array([across, up])
    with np.errstate(over="ignore", invalid="ignore"):
        # A factor of 1 leaves its axis as it is to the bit.
        grown = np.where(factors == 1, points, about + (points - about) * factors)
    return _checked(grown, "Scaling")


def aligned(points: Floats, axis: int, share: float) -> Floats:
    """All put on one line across an axis: at a share of the box, 0 its low edge, ½ its middle, 1 its high edge."""
    low, high = (edge[axis] for edge in box(points))
    lined = points.copy()
    lined[:, axis] = {0.0: low, 1.0: high}.get(share, (1 - share) * low + share * high)
    return lined


def distributed(points: Floats, axis: int) -> Floats:
    """Put at equal distances along an axis, in the order in which they lie there; the two outermost stay.

    >>> distributed(np.array([[0.0, 1.0], [9.0, 1.0], [1.0, 1.0], [2.0, 1.0]]), X)[:, X].tolist()
    [0.0, 9.0, 3.0, 6.0]
    """
    low, high = (edge[axis] for edge in box(points))
    order = np.argsort(points[:, axis], kind="stable")
    share = np.linspace(0.0, 1.0, len(points))
    even = points.copy()
    even[order, axis] = np.where(share == 1, high, np.clip((1 - share) * low + share * high, low, high))
    return even


def _cosine_and_sine(degrees: float) -> tuple[float, float]:
    """Of an angle in degrees; without rounding for quarter turns, nor for many turns more."""
    rest = float(np.fmod(degrees, 360.0)) % 360.0
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = np.radians(rest)
    return exact.get(rest, (float(np.cos(angle)), float(np.sin(angle))))


def _checked(points: Floats, what: str) -> Floats:
    if not np.isfinite(points).all():
        raise KpguiError(f"{what} would take a point beyond the largest number there is; use a smaller selection.")
    return points
