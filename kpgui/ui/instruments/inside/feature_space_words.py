"""The picture of feature space: where points, plane and w are on the screen, from any direction; and its caption."""

from itertools import product
from typing import NamedTuple

import numpy as np

from kpgui.geometry.arrows import Arrow, arrows
from kpgui.language import _
from kpgui.model.arrays import Bools, Floats, Ints
from kpgui.model.number import grouped, shown
from kpgui.ui.instruments.inside.feature_space_reading import FeatureSpace

FIRST = -60.0, 22.0
"""Azimuth and elevation, in degrees, from which space is seen at first."""

ROOM = 0.06
"""Empty part of the picture beyond the points, on each side."""

ARROW = 0.4
"""Length of the longest arrow as a share of half the picture's diagonal in space."""

EDGE = 16.0
"""Pixels that are left free for names along the edge."""


class SpaceScene(NamedTuple):
    """What is painted, in pixels.

    places (k, 2): of the points. order (k,): from the back to the front. before (k,): which are in front of the plane.
    plane (m, 2): a polygon in space, a line otherwise; empty out of sight. edges (e, 2, 2): of the box around the
    points. names: of the axes, each with its pixel and the direction in which it is written from there.
    """

    places: Floats
    order: Ints
    before: Bools
    plane: Floats
    edges: Floats
    names: tuple[tuple[str, Floats, Floats], ...]
    arrows: list[Arrow]


def scene(space: FeatureSpace, turn: tuple[float, float], width: float, height: float) -> SpaceScene:
    """The picture at this size. turn: azimuth and elevation of the viewer in degrees, in space."""
    return _flat(space, width, height) if len(space.axes) == 2 else _in_space(space, turn, width, height)


def caption(space: FeatureSpace | None) -> str:
    """What the picture shows, and on which axes."""
    if space is None:
        return _("Feature space is shown once w is not 0.")
    some = (
        ""
        if len(space.ids) == space.count
        else _(" {ids} of {count} points.").format(ids=grouped(len(space.ids)), count=grouped(space.count))
    )
    if space.projected:
        return _("Feature space: → {across}; ↑ {up}.{some}").format(
            across=_(space.axes[0]), up=_(space.axes[1]), some=some
        )
    return _("Feature space, the plane w·φ(x) + b = 0 and w. Drag to turn it.{some}").format(some=some)


def _flat(space: FeatureSpace, width: float, height: float) -> SpaceScene:
    """Distances to the right, the plane as an upright line; each axis has its own scale."""
    low, high = _bounds(np.vstack([space.places, np.zeros((1, 2))]))
    size = np.array([width - 2 * EDGE, height - 2 * EDGE])
    scale = size / (high - low) * (1, -1)
    origin = np.array([EDGE, height - EDGE]) - low * scale

    def pixels(places: Floats) -> Floats:
        return origin + places * scale

    line = pixels(np.array([[0.0, low[1]], [0.0, high[1]]]))
    middle = line.mean(axis=0)
    arrow = Arrow(middle, middle + np.array([ARROW * size[0] / 2, 0]), "w", "w")
    down = np.array([0.0, 1.0])
    numbers = [(shown(value, 2), pixels(np.array([value, low[1]])), down) for value in (low[0], 0.0, high[0])]
    count = len(space.places)
    nothing = np.zeros((0, 2, 2))
    return SpaceScene(
        pixels(space.places), np.arange(count), np.ones(count, bool), line, nothing, tuple(numbers), [arrow]
    )


def _in_space(space: FeatureSpace, turn: tuple[float, float], width: float, height: float) -> SpaceScene:
    low, high = _bounds(space.places)
    centre, radius = (low + high) / 2, float(np.linalg.norm(high - low)) / 2
    frame = _frame(turn)
    corners = np.array(list(product(*zip(low, high, strict=True))))
    middle = np.array([width / 2, height / 2])
    scale = float(((middle - EDGE) / np.abs((corners - centre) @ frame[:2].T).max(axis=0)).min())

    def pixels(places: Floats) -> Floats:
        seen: Floats = middle + (places - centre) @ frame[:2].T * (scale, -scale)
        return seen

    pairs = [(a, b) for a in range(8) for b in range(a + 1, 8) if (corners[a] != corners[b]).sum() == 1]
    edges = np.array([(corners[a], corners[b]) for a, b in pairs])
    polygon = _cut(edges, space.normal, space.offset)
    foot = centre - (float(space.normal @ centre) + space.offset) * space.normal
    drawn = arrows(space.size * space.normal, space.added, ("w", "", "+ η·y·φ(x)")) if len(polygon) else []
    before = (space.places @ space.normal + space.offset) * float(space.normal @ frame[2]) >= 0

    def placed(end: Floats) -> Floats:
        return pixels((foot + ARROW * radius * end)[None])[0]

    lines = pixels(edges.reshape(-1, 3)).reshape(-1, 2, 2)
    return SpaceScene(
        pixels(space.places),
        np.argsort(space.places @ frame[2], kind="stable"),
        before,
        pixels(polygon) if len(polygon) else np.zeros((0, 2)),
        lines,
        tuple(
            _named(name, lines[edges[:, 0, axis] != edges[:, 1, axis]], axis) for axis, name in enumerate(space.axes)
        ),
        [each._replace(start=placed(each.start), end=placed(each.end)) for each in drawn],
    )


def _named(name: str, lines: Floats, axis: int) -> tuple[str, Floats, Floats]:
    """The name of an axis, beside the outermost of the box's edges along it, (4, 2, 2), at the left or below."""
    middles = lines.mean(axis=1)
    outermost = middles[np.argmin(middles[:, 0]) if axis == 2 else np.argmax(middles[:, 1])]
    return name, outermost, np.array([-1.0, 0.0]) if axis == 2 else np.array([0.0, 1.0])


def _bounds(places: Floats) -> tuple[Floats, Floats]:
    """The least and the largest coordinates with some room, (D,) each."""
    if not len(places):
        return -np.ones(places.shape[1]), np.ones(places.shape[1])
    low, high = places.min(axis=0), places.max(axis=0)
    room = np.maximum(ROOM * (high - low), 1e-9 * np.maximum(np.abs(low), np.abs(high)))
    room[room == 0] = 1.0
    return low - room, high + room


def _frame(turn: tuple[float, float]) -> Floats:
    """Unit vectors to the right, upwards and towards the viewer, as rows (3, 3)."""
    azimuth, elevation = np.radians(turn)
    (sine, cosine), (rise, run) = ((np.sin(angle), np.cos(angle)) for angle in (azimuth, elevation))
    return np.array([[-sine, cosine, 0], [-rise * cosine, -rise * sine, run], [run * cosine, run * sine, rise]])


def _cut(edges: Floats, normal: Floats, offset: float) -> Floats:
    """The polygon (m, 3) in which a plane cuts a box with these edges (12, 2, 3); empty where it does not."""
    ends = edges @ normal + offset
    crossing = (ends[:, 0] > 0) != (ends[:, 1] > 0)  # which counts a corner in the plane as one behind it
    share = ends[crossing, 0] / (ends[crossing, 0] - ends[crossing, 1])
    found: Floats = edges[crossing, 0] + share[:, None] * (edges[crossing, 1] - edges[crossing, 0])
    if len(found) < 3:
        return found[:0]
    out = found - found.mean(axis=0)
    across = out[np.argmax(np.linalg.norm(out, axis=1))]
    angles = np.arctan2(out @ np.cross(normal, across), out @ across)
    return found[np.argsort(angles)]
