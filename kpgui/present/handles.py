"""The handles around a selection: where they are, and what dragging one means. Pure geometry, in pixels of the screen.

Pixels count to the right and down; a box is that of the selected points on the screen.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Floats
from kpgui.model.transform import Box, X, Y

Place = tuple[float, float]

ROOM = 16.0
"""Between the outermost points and the frame, so that no handle lies on a point that it belongs to."""

STEM = 26.0
"""From the frame to the handle that turns."""

REACH = 8.0
"""To each side of a handle's middle, within which a press takes hold of it."""

LEAST = 1.0
"""What is shorter cannot be scaled by hand, and nothing is made shorter: it could not be taken hold of again."""

STEP = 15.0
"""Degrees to which an angle snaps."""


class Handle(NamedTuple):
    """One of eight that scale. column: −1 left, 0 in the middle, 1 right; row: −1 top, 0 in the middle, 1 bottom.

    The one in no edge, (0, 0), is the one that turns.
    """

    column: int
    row: int


TURN = Handle(0, 0)

SCALING = tuple(Handle(column, row) for row in (-1, 0, 1) for column in (-1, 0, 1) if (column, row) != (0, 0))


def frame(box: Box) -> Box:
    """The frame around a box."""
    return Box(box.low - ROOM, box.high + ROOM)


def handles(box: Box, width: float, height: float) -> dict[Handle, Place]:
    """Where the handles are on a canvas of this size.

    Only those with which something can be done: points on a level line cannot be made higher, and those on one
    place have no handles at all.
    """
    if not (np.isfinite(box.low).all() and np.isfinite(box.high).all()):
        return {}
    extended = box.high - box.low >= LEAST
    if not extended.any():
        return {}
    low, high = frame(box)
    xs, ys = ({-1: low[axis], 0: box.centre[axis], 1: high[axis]} for axis in (X, Y))
    found = {
        each: (float(xs[each.column]), float(ys[each.row]))
        for each in SCALING
        if (extended[X] or not each.column) and (extended[Y] or not each.row)
    }
    return {**found, TURN: _turning_place(low, high, width, height)}


def _turning_place(low: Floats, high: Floats, width: float, height: float) -> Place:
    """Above the frame, below it where there is no room above, and within it where there is none at all."""
    left, right = max(float(low[X]), 0.0), min(float(high[X]), width)
    x = (left + right) / 2  # of the part that is seen
    above, below = float(low[Y]) - STEM, float(high[Y]) + STEM
    if above >= REACH or high[Y] <= 0:
        return x, above
    return x, below if below <= height - REACH else max(float(low[Y]) + STEM, STEM)


def handle_at(places: Mapping[Handle, Place], x: float, y: float) -> Handle | None:
    """The handle nearest to a pixel of those whose square it is in."""
    away = {each: max(abs(x - place[0]), abs(y - place[1])) for each, place in places.items()}
    best = min(away, key=away.__getitem__, default=None)
    return best if best is not None and away[best] <= REACH else None


def factors(
    handle: Handle,
    box: Box,
    start: Place,
    pointer: Place,
    *,
    proportional: bool = False,
    centred: bool = False,
    snapped: Callable[[float, float], Place] = lambda x, y: (x, y),
) -> tuple[float, float]:
    """By how much the box grows in x and y when a handle is dragged from start to pointer; negative when mirrored.

    The edge that is opposite stays, or the centre. proportional: both by the same factor, the larger one.
    snapped: where the edge that follows the pointer may be.
    """
    anchors = [_side(box, axis, 0 if centred else -side) for axis, side in enumerate(handle)]
    edges = [_side(box, axis, side) for axis, side in enumerate(handle)]
    reached = [
        _follow(edge, anchor, start[axis], pointer[axis])
        for axis, (edge, anchor) in enumerate(zip(edges, anchors, strict=True))
    ]
    aims = snapped(*reached)
    grown = [
        _factor(edges[axis], anchors[axis], aims[axis]) if side and pointer[axis] != start[axis] else 1.0
        for axis, side in enumerate(handle)
    ]
    if proportional:
        larger = max(abs(grown[axis]) for axis, side in enumerate(handle) if side)
        grown = [math.copysign(larger, each) for each in grown]
    return grown[X], grown[Y]


def _side(box: Box, axis: int, side: int) -> float:
    """Where one side of a box is: −1 the low one, 0 the middle, 1 the high one."""
    return float((box.low, box.centre, box.high)[side + 1][axis])


def _follow(edge: float, anchor: float, start: float, pointer: float) -> float:
    """Where the edge is for a pointer that took hold a little outside of it.

    Through the anchor and on, the pointer is as far outside on the other side; the edge waits until it is.
    """
    outward = math.copysign(1.0, edge - anchor)
    outside = max(0.0, (start - edge) * outward)
    reached = (pointer - anchor) * outward
    return anchor + outward * math.copysign(max(abs(reached) - outside, LEAST), reached)


def _factor(edge: float, anchor: float, aim: float) -> float:
    size, length = edge - anchor, aim - anchor
    if abs(length) < LEAST:
        length = math.copysign(LEAST, length)
    return length / size


def angle(centre: Place, start: Place, pointer: Place, *, stepped: bool = False) -> float:
    """Degrees counter-clockwise, above −180 and up to 180, by which the pointer has gone round the centre.

    In tenths, so that what is said is what is done; stepped: in steps of 15.

    >>> angle((0, 0), (0, -10), (-10, 0)), angle((0, 0), (0, -10), (9, -11), stepped=True)
    (90.0, -45.0)
    """
    before, after = (math.atan2(centre[1] - y, x - centre[0]) for x, y in (start, pointer))
    turned = math.degrees(after - before)
    turned = STEP * round(turned / STEP) if stepped else round(turned, 1)
    return 180.0 - (180.0 - turned) % 360.0
