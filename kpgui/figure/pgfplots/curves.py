"""Curves of a scene in few coordinates: simplified polylines, and the field as nested areas."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import contourpy
import numpy as np

from kpgui.figure.scene import Scene
from kpgui.model.arrays import Floats, Ints

MOST = 3000
"""Coordinates of one curve: LaTeX takes some seconds for ten thousand."""

BANDS = 5
"""Shades of the field on each side of the boundary."""

CELLS = 200
"""About how many values of the field along each side its areas are made from."""


class Area(NamedTuple):
    """The part of the plane where |f| is at least `share` of the largest, f having this sign, as closed polylines."""

    sign: int
    share: float
    outline: Floats


def pieces(curve: Floats) -> list[Floats]:
    """The polylines of a curve (k, 2), which NaN rows separate."""
    found = np.split(curve, np.flatnonzero(np.isnan(curve[:, 0])))
    lines = [piece[~np.isnan(piece[:, 0])] for piece in found]
    return [line for line in lines if len(line) > 1]


def simplified(lines: list[Floats], tolerance: float, most: int = MOST) -> list[Floats]:
    """The polylines with the vertices that it takes to stay within the tolerance, by Ramer, Douglas and Peucker.

    The tolerance grows until they are at most so many vertices; polylines that it swallows are left out.
    """
    while True:
        found = [line[_needed(line, tolerance)] for line in lines]
        found = [line for line in found if len(line) > 2 or np.ptp(line, axis=0).max() > tolerance]
        if sum(map(len, found)) <= most:
            return found
        tolerance *= 1.5


def _needed(line: Floats, tolerance: float) -> Ints:
    """The indices of the vertices to keep."""
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        away = _distances(line[first + 1 : last], line[first], line[last])
        farthest = int(away.argmax())
        if away[farthest] > tolerance:
            middle = first + 1 + farthest
            keep[middle] = True
            spans += (first, middle), (middle, last)
    return np.flatnonzero(keep)


def _distances(points: Floats, start: Floats, end: Floats) -> Floats:
    """The distance of each point from the segment."""
    along, from_start = end - start, points - start
    square = float(along @ along)
    share = np.clip(from_start @ along / square, 0, 1) if square else np.zeros(len(points))
    away: Floats = np.hypot(*(from_start - share[:, None] * along).T)
    return away


def areas(scene: Scene, bands: int = BANDS) -> Iterator[Area]:
    """The areas of the field, each inside the one before it of the same sign, in the units of the scene."""
    every = max(1, min(scene.pixels.shape) // CELLS)
    height, width = (size // every for size in scene.pixels.shape)
    cut = scene.pixels[: height * every, : width * every].astype(np.float64)
    shares = (cut.reshape(height, every, width, every).mean(axis=(1, 3)) - 128) / 127
    view = scene.view
    xs = np.linspace(view.xmin, view.xmax, width)
    ys = np.linspace(view.ymin, view.ymax, height)
    for sign in (-1, 1):
        generator = contourpy.contour_generator(xs, ys, sign * shares, fill_type=contourpy.FillType.OuterOffset)
        for band in range(bands):
            polygons: list[Floats]
            offsets: list[Ints]
            polygons, offsets = generator.filled(max(band / bands, 1e-9), 2.0)  # type: ignore[misc,assignment]
            rings = [
                polygon[start:stop]
                for polygon, ends in zip(polygons, offsets, strict=True)
                for start, stop in pairwise(ends.tolist())
            ]
            if rings:
                separator = np.full((1, 2), np.nan)
                outline = np.concatenate([part for ring in rings for part in (ring, separator)])
                yield Area(sign, band / bands, outline)
