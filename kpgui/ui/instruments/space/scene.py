"""What a picture of feature space paints, in pixels: seen from any direction, and on the way from the plane to it."""

from itertools import product
from typing import NamedTuple

import numpy as np

from kpgui.geometry.links import Arrow, arrows
from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.ui.instruments.space.reading import SpaceValue

FIRST, ABOVE = (-60.0, 22.0), (-90.0, 90.0)
"""Azimuth and elevation, in degrees, from which three axes are seen at first, and fewer ones."""

ROOM = 0.06
"""Empty part of the picture beyond the points, on each side."""

LEAST = 0.5
"""Shortest side of the box, as a share of the longest: axes that differ more have scales of their own."""

ARROW = 0.4
"""Length of the longest arrow as a share of half the box's diagonal."""

EDGE = 28.0
"""Pixels that are left free for names along the edge."""


class Eye(NamedTuple):
    """turn: azimuth and elevation of the viewer in degrees. zoom: how many times as large.

    lift: how far the points are from their places in the plane to those in space, 0 to 1.
    """

    turn: tuple[float, float] = FIRST
    zoom: float = 1.0
    lift: float = 1.0


class SpaceScene(NamedTuple):
    """What is painted, in pixels.

    places (k, 2): of the points. order (k,): from the back to the front. before (k,): which are in front of the plane.
    plane (m, 2), margins: polygons, empty out of sight. edges (12, 2, 2): of the box around the points. names: of the
    axes, each with its pixel and the direction in which it is written from there.
    """

    places: Floats
    order: Ints
    before: Bools
    plane: Floats
    margins: tuple[Floats, Floats]
    edges: Floats
    names: tuple[tuple[str, Floats, Floats], ...]
    arrows: list[Arrow]


def scene(space: SpaceValue, eye: Eye, width: float, height: float) -> SpaceScene:
    """The picture at this size, in a box around the points whose longest side is 1."""
    low, high = _bounds(space.places, len(space.axes))
    extent = high - low
    sides = np.clip(extent / extent[: max(1, len(space.axes))].max(), LEAST, 1.0)
    bent = sides / extent  # what is 1 long along each axis
    sides[max(2, len(space.axes)) :] = 0.0
    frame, edges = _frame(eye.turn), _edges(sides)
    needed = np.abs(edges.reshape(-1, 3) @ frame[:2].T).max(axis=0)
    if sides[2]:
        needed[0] = np.hypot(*sides[:2]) / 2  # as far as it reaches aside however it is turned: its size stays
        needed[1] = needed[0] * abs(frame[2, 2]) + sides[2] / 2 * abs(frame[1, 2])
    middle = np.array([width / 2, height / 2])
    scale = eye.zoom * float((np.maximum(middle - EDGE, 1.0) / np.maximum(needed, 1e-6)).min())

    def pixels(places: Floats) -> Floats:
        seen: Floats = middle + places @ frame[:2].T * (scale, -scale)
        return seen

    boxed = _lifted(space, (space.places - (low + high) / 2) * bent, sides, eye.lift)
    normal = space.normal / bent
    length = float(np.linalg.norm(normal)) or 1.0
    normal, offset = normal / length, (space.offset + float(space.normal @ (low + high)) / 2) / length
    polygon = _cut(edges, normal, offset)
    drawn = arrows(space.size * space.normal, space.added, ("w", "", "Δw")) if len(polygon) else []
    longest = max((float(np.linalg.norm(bent * (each.end - each.start))) for each in drawn), default=1.0)
    foot, reach = -offset * normal, ARROW * float(np.linalg.norm(sides)) / 2 * bent / longest
    lines = pixels(edges.reshape(-1, 3)).reshape(-1, 2, 2)
    named = [(axis, name, edges[:, 0, axis] != edges[:, 1, axis]) for axis, name in enumerate(space.axes)]
    return SpaceScene(
        pixels(boxed),
        np.argsort(boxed @ frame[2], kind="stable"),
        (boxed @ normal + offset) * float(normal @ frame[2]) >= 0,
        pixels(polygon),
        (
            pixels(_cut(edges, normal, offset - space.margin / length)),
            pixels(_cut(edges, normal, offset + space.margin / length)),
        ),
        lines,
        tuple(_labelled(name, lines[along], axis == max(1, len(space.axes) - 1)) for axis, name, along in named),
        [each._replace(start=pixels(foot + reach * each.start), end=pixels(foot + reach * each.end)) for each in drawn],
    )


def _lifted(space: SpaceValue, boxed: Floats, sides: Floats, lift: float) -> Floats:
    """The points (k, 3) on their way from the plane, which is the floor of the box, to their places in it."""
    if lift >= 1 or not space.flat.size:
        return boxed
    low, high = _bounds(space.flat, 2)
    start = np.full(boxed.shape, -sides[2] / 2 if len(space.axes) > 2 else 0.0)
    start[:, :2] = (space.flat - (low + high) / 2) / (high - low).max() * sides[:2].min()
    return start + lift * (boxed - start)


def _labelled(name: str, lines: Floats, upright: bool) -> tuple[str, Floats, Floats]:
    """The name of an axis, beside the outermost of the box's edges along it, (4, 2, 2), at the left or below."""
    middles = lines.mean(axis=1)
    outermost = middles[np.argmin(middles[:, 0]) if upright else np.argmax(middles[:, 1])]
    return name, outermost, np.array([-1.0, 0.0]) if upright else np.array([0.0, 1.0])


def _edges(sides: Floats) -> Floats:
    """The edges (12, 2, 3) of a box around 0."""
    corners = np.array(list(product(*zip(-sides / 2, sides / 2, strict=True))))
    pairs = [(a, b) for a in range(8) for b in range(a + 1, 8) if (corners[a] != corners[b]).sum() == 1]
    return np.array([(corners[a], corners[b]) for a, b in pairs])


def _bounds(places: Floats, axes: int) -> tuple[Floats, Floats]:
    """The least and the largest coordinates with some room, (D,) each; only so many axes count."""
    if not len(places):
        return -np.ones(places.shape[1]), np.ones(places.shape[1])
    low, high = places.min(axis=0), places.max(axis=0)
    room = np.maximum(ROOM * (high - low), 1e-9 * np.maximum(np.abs(low), np.abs(high)))
    room[room == 0] = max(1.0, float((high - low)[:axes].max(initial=0.0)))
    return low - room, high + room


def _frame(turn: tuple[float, float]) -> Floats:
    """Unit vectors to the right, upwards and towards the viewer, as rows (3, 3)."""
    azimuth, elevation = np.radians(turn)
    (sine, cosine), (rise, run) = ((np.sin(angle), np.cos(angle)) for angle in (azimuth, elevation))
    return np.array([[-sine, cosine, 0], [-rise * cosine, -rise * sine, run], [run * cosine, run * sine, rise]])


def _cut(edges: Floats, normal: Floats, offset: float) -> Floats:
    """The polygon (m, 3) in which a plane cuts a box with these edges (12, 2, 3), a line if it is flat; or empty."""
    ends = edges @ normal + offset
    crossing = (ends[:, 0] > 0) != (ends[:, 1] > 0)  # which counts a corner in the plane as one behind it
    share = ends[crossing, 0] / (ends[crossing, 0] - ends[crossing, 1])
    found: Floats = edges[crossing, 0] + share[:, None] * (edges[crossing, 1] - edges[crossing, 0])
    found = found[np.unique(found.round(9), axis=0, return_index=True)[1]]
    if len(found) < 3:
        return found if len(found) == 2 else found[:0]
    out = found - found.mean(axis=0)
    across = out[np.argmax(np.linalg.norm(out, axis=1))]
    angles = np.arctan2(out @ np.cross(normal, across), out @ across)
    return found[np.argsort(angles)]
