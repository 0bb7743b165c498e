"""How points and rings are drawn where many are on the screen, so that the boundary is seen among them."""

from typing import NamedTuple

AREA = 250_000.0
"""The area in square pixels that the levels are for: half the canvas of a window of usual size."""

SMALLEST = AREA / 4
"""A smaller canvas counts as one of this area."""


class Crowding(NamedTuple):
    """The look of points up to a number of them on `AREA`.

    most: that number. size: diameter of a point in logical pixels, odd to be sharp. points, rings: their opacity; rings
    also get thinner and closer to their points with it. over: whether the boundary lies on the points, with a casing.
    """

    most: float
    size: float
    points: float
    rings: float
    over: bool


LEVELS = (
    Crowding(100, 13.0, 1.0, 1.0, False),
    Crowding(300, 11.0, 1.0, 1.0, False),
    Crowding(1000, 9.0, 1.0, 0.75, True),
    Crowding(3000, 7.0, 0.85, 0.55, True),
    Crowding(10_000, 5.0, 0.75, 0.4, True),
    Crowding(float("inf"), 3.0, 0.65, 0.3, True),
)

NO_CROWD = LEVELS[0]


def crowding(visible: int, area: float = AREA) -> Crowding:
    """The level for so many visible points on so many square pixels.

    >>> crowding(50).size, crowding(5000).size, crowding(5000, 4 * AREA).size
    (13.0, 5.0, 7.0)
    """
    crowd = visible * AREA / max(area, SMALLEST)
    return next(level for level in LEVELS if crowd <= level.most)
