"""Transformations of points in the plane: mirror, rotate, scale, align, distribute.

Each takes points (k, d) and returns new ones of the same shape. Centre and edges are those of the points' bounding
box. All raise KpguiError when a coordinate would leave the range of doubles.
"""

from typing import NamedTuple

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError

X, Y = 0, 1


class Box(NamedTuple):
    """A bounding box: the least and the greatest coordinates of some points, each (d,)."""

    low: Floats
    high: Floats

    @property
    def centre(self) -> Floats:
        return 0.5 * self.low + 0.5 * self.high  # halved first: the sum may overflow


def box(points: Floats) -> Box:
    """The bounding box of at least one point."""
    return Box(points.min(axis=0), points.max(axis=0))


def mirrored(points: Floats, axis: int) -> Floats:
    """The points mirrored along one axis within their bounding box: the least coordinate becomes the greatest.

    Mirroring twice restores exactly every point whose distance from the box's edge is a double, and the others to
    the last bit of the box's size; the box itself stays the same to the bit.

    >>> mirrored(np.array([[0.0, 5.0], [1.0, 6.0], [4.0, 7.0]]), X).tolist()
    [[4.0, 5.0], [3.0, 6.0], [0.0, 7.0]]
    """
    low, high = (edge[axis] for edge in box(points))
    along = points[:, axis]
    turned = points.copy()
    with np.errstate(over="ignore"):
        turned[:, axis] = np.where(along == high, low, high - (along - low))
    return np.clip(_checked(turned, _("Mirroring")), *box(points))


def rotated(points: Floats, degrees: float, about: Floats | None = None) -> Floats:
    """Points (k, 2) rotated counter-clockwise about a position, by default the centre. Quarter turns are exact."""
    about = box(points).centre if about is None else about
    cosine, sine = _cosine_and_sine(degrees)
    if (cosine, sine) == (1.0, 0.0):
        return points.copy()
    with np.errstate(over="ignore", invalid="ignore"):
        x, y = (points - about).T
        turned = np.column_stack([cosine * x - sine * y, sine * x + cosine * y]) + about
    return _checked(turned, _("Rotating"))


def scaled(points: Floats, across: float, up: float, about: Floats | None = None) -> Floats:
    """Points (k, 2) with distances from a position, by default the centre, multiplied by a factor along each axis."""
    about = box(points).centre if about is None else about
    factors = np.array([across, up])
    with np.errstate(over="ignore", invalid="ignore"):
        # A factor of 1 leaves its axis unchanged to the bit.
        grown = np.where(factors == 1, points, about + (points - about) * factors)
    return _checked(grown, _("Scaling"))


def aligned(points: Floats, axis: int, share: float) -> Floats:
    """Points with one common coordinate on `axis`, at a share of the box: 0 its low edge, 1 its high edge."""
    low, high = (edge[axis] for edge in box(points))
    lined = points.copy()
    lined[:, axis] = {0.0: low, 1.0: high}.get(share, (1 - share) * low + share * high)
    return lined


def distributed(points: Floats, axis: int) -> Floats:
    """Points spaced evenly along an axis, in their order along it; the two outermost stay.

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
    """Cosine and sine of an angle in degrees, exact for multiples of 90, however large."""
    rest = float(np.fmod(degrees, 360.0)) % 360.0
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = np.radians(rest)
    return exact.get(rest, (float(np.cos(angle)), float(np.sin(angle))))


def _checked(points: Floats, what: str) -> Floats:
    if not np.isfinite(points).all():
        raise KpguiError(
            _("{what} would take a point beyond the largest number there is; use a smaller selection.").format(
                what=what
            )
        )
    return points
