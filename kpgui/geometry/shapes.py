"""Shapes of new points, what a brush or a lasso touches, and the handles around a selection.

All in screen pixels, so that shapes look round whatever the scales of the axes. Nothing is clipped at the edge of the
screen. The generator's type is quoted, since evaluating it would import numpy.random and slow the start.

x grows to the right and y downwards; a box is the bounding box of the selected points on the screen.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.transform import Box, X, Y


def on_line(start: tuple[float, float], end: tuple[float, float], count: int) -> Floats:
    """`count` points (count, 2) evenly spaced from start to end, both included; a single one is at the start."""
    share = np.linspace(0.0, 1.0, count)[:, None]
    return np.asarray(start, float) * (1 - share) + np.asarray(end, float) * share


def on_circle(count: int) -> Floats:
    """Points (count, 2) evenly spaced on the unit circle, the first at (1, 0)."""
    angle = 2 * np.pi * np.arange(count) / count
    return np.column_stack([np.cos(angle), np.sin(angle)])


def in_circle(count: int, rng: "np.random.Generator") -> Floats:
    """Points (count, 2) uniformly distributed in the unit disc; the same whether drawn at once or one by one."""
    squared, turn = rng.uniform(size=(count, 2)).T
    return np.sqrt(squared)[:, None] * np.column_stack([np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)])


def cloud(count: int, rng: "np.random.Generator") -> Floats:
    """Points (count, 2) from a normal distribution whose contour at two standard deviations is the unit circle."""
    return rng.normal(0.0, 0.5, (count, 2))


def along(path: Floats, distances: Floats) -> Floats:
    """The positions (k, 2) on a path (m, 2) at these distances (k,) from its start, clamped to its ends."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    travelled = np.concatenate([[0.0], np.cumsum(steps)])
    return np.column_stack([np.interp(distances, travelled, axis) for axis in path.T])


FALLOFFS = ("smooth", "linear", "constant")


def touched(pixels: Floats, start: tuple[float, float], end: tuple[float, float], radius: float) -> Ints:
    """Indices of the pixel positions (n, 2) within a radius, inclusive, of the segment from start to end.

    A quick hand produces few events; what lies between two of them has been brushed over as well.
    """
    low, high = np.minimum(start, end) - radius, np.maximum(start, end) + radius
    near = np.flatnonzero(((pixels >= low) & (pixels <= high)).all(axis=1))
    return near[distance_to_way(pixels[near], start, end) <= radius]


def distance_to_way(pixels: Floats, start: tuple[float, float], end: tuple[float, float]) -> Floats:
    """Distances of the pixel positions (n, 2) from the segment from start to end, (n,)."""
    first, way = np.asarray(start, float), np.subtract(end, start)
    length = float(way @ way)
    from_start = pixels - first
    share = np.clip(from_start @ way / length, 0.0, 1.0) if length > 0 else np.zeros(len(pixels))
    return np.hypot(*(from_start - share[:, None] * way).T)


def weights(distances: Floats, radius: float, falloff: str) -> Floats:
    """The strength of a brush at these distances from its centre, (n,) from 0 to 1; 0 outside it.

    smooth: (1 − d²/r²)², flat at the centre and at the edge. linear: 1 − d/r. constant: 1 up to the edge.
    """
    share = np.minimum(distances / radius, 1.0)
    if falloff == "constant":
        return (distances <= radius).astype(float)
    return 1.0 - share if falloff == "linear" else (1.0 - share**2) ** 2


def crosses(pixels: Floats, start: tuple[float, float], end: tuple[float, float]) -> Bools:
    """Whether the ray to the right from each pixel position (n, 2) crosses the edge from start to end, (n,).

    One end of the edge belongs to it and the other does not, so that a ray through a corner crosses one of its edges.
    """
    (x1, y1), (x2, y2) = start, end
    if y1 == y2:
        return np.zeros(len(pixels), bool)
    x, y = pixels.T
    spans = (y >= min(y1, y2)) & (y < max(y1, y2))
    return spans & (x < x1 + (y - y1) * ((x2 - x1) / (y2 - y1)))


Position = tuple[float, float]
"""x and y in pixels."""

FRAME_DISTANCE = 16.0
"""Distance of the frame from the outermost points, so that no handle covers a selected point."""

STEM = 26.0
"""Distance of the rotation handle from the frame."""

REACH = 8.0
"""Distance from a handle's centre, along each axis, within which a press grabs it."""

LEAST_EXTENT = 1.0
"""Least extent of a box that can be scaled, and to which it can be scaled: a smaller one could not be grabbed again."""

STEP = 15.0
"""Step in degrees to which angles snap."""


class Handle(NamedTuple):
    """A handle. column: −1 left, 0 centre, 1 right; row: −1 top, 0 centre, 1 bottom.

    The eight on the frame scale the selection; (0, 0) is the rotation handle.
    """

    column: int
    row: int


TURN = Handle(0, 0)

SCALING = tuple(Handle(column, row) for row in (-1, 0, 1) for column in (-1, 0, 1) if (column, row) != (0, 0))


def frame(box: Box) -> Box:
    """The frame around a box."""
    return Box(box.low - FRAME_DISTANCE, box.high + FRAME_DISTANCE)


def handles(box: Box, width: float, height: float) -> dict[Handle, Position]:
    """The handles and their positions on a canvas of this size in pixels.

    Only those that have an effect: points on a horizontal line cannot be made taller, and points in a single position
    have no handles at all.
    """
    if not (np.isfinite(box.low).all() and np.isfinite(box.high).all()):
        return {}
    extended = box.high - box.low >= LEAST_EXTENT
    if not extended.any():
        return {}
    low, high = frame(box)
    xs, ys = ({-1: low[axis], 0: box.centre[axis], 1: high[axis]} for axis in (X, Y))
    found = {
        each: (float(xs[each.column]), float(ys[each.row]))
        for each in SCALING
        if (extended[X] or not each.column) and (extended[Y] or not each.row)
    }
    return {**found, TURN: _rotation_handle(low, high, width, height)}


def _rotation_handle(low: Floats, high: Floats, width: float, height: float) -> Position:
    """Position of the rotation handle: above the frame, else below, and inside if there is no room at all."""
    left, right = max(float(low[X]), 0.0), min(float(high[X]), width)
    x = (left + right) / 2  # of the visible part
    above, below = float(low[Y]) - STEM, float(high[Y]) + STEM
    if above >= REACH or high[Y] <= 0:
        return x, above
    return x, below if below <= height - REACH else max(float(low[Y]) + STEM, STEM)


def handle_at(positions: Mapping[Handle, Position], x: float, y: float) -> Handle | None:
    """The nearest handle within whose square a pixel lies; None if there is none."""
    away = {each: max(abs(x - at[0]), abs(y - at[1])) for each, at in positions.items()}
    best = min(away, key=away.__getitem__, default=None)
    return best if best is not None and away[best] <= REACH else None


def factors(
    handle: Handle,
    box: Box,
    start: Position,
    pointer: Position,
    *,
    proportional: bool = False,
    centred: bool = False,
    snapped: Callable[[float, float], Position] = lambda x, y: (x, y),
) -> tuple[float, float]:
    """The factors by which the box grows in x and y when a handle is dragged from start to pointer.

    Negative if it is mirrored. The opposite edge stays fixed, or the centre if `centred`. proportional: use the larger
    factor for both axes. snapped: maps the position of the dragged edge to an allowed one.
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
    """The coordinate of one side of a box: −1 the low one, 0 the centre, 1 the high one."""
    return float((box.low, box.centre, box.high)[side + 1][axis])


def _follow(edge: float, anchor: float, start: float, pointer: float) -> float:
    """The position of an edge that the pointer grabbed a little outside of it.

    The edge keeps that distance. Past the anchor, where the box is mirrored, the pointer is as far outside on the other
    side.
    """
    outward = math.copysign(1.0, edge - anchor)
    outside = max(0.0, (start - edge) * outward)
    reached = (pointer - anchor) * outward
    return anchor + outward * math.copysign(max(abs(reached) - outside, LEAST_EXTENT), reached)


def _factor(edge: float, anchor: float, aim: float) -> float:
    size, length = edge - anchor, aim - anchor
    if abs(length) < LEAST_EXTENT:
        length = math.copysign(LEAST_EXTENT, length)
    return length / size


def angle(centre: Position, start: Position, pointer: Position, *, stepped: bool = False) -> float:
    """Counter-clockwise angle in degrees, in (−180, 180], by which the pointer has turned about the centre.

    Rounded to tenths, so that the angle shown is the angle applied; stepped: in steps of 15.

    >>> angle((0, 0), (0, -10), (-10, 0)), angle((0, 0), (0, -10), (9, -11), stepped=True)
    (90.0, -45.0)
    """
    before, after = (math.atan2(centre[1] - y, x - centre[0]) for x, y in (start, pointer))
    turned = math.degrees(after - before)
    turned = STEP * round(turned / STEP) if stepped else round(turned, 1)
    return 180.0 - (180.0 - turned) % 360.0
