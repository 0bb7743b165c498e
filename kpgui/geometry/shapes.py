"""Shapes of new points, such as ellipses and clouds, and the points that a brush or a lasso touches.

All in screen pixels, so that shapes look round whatever the scales of the axes. Nothing is clipped at the edge of the
screen. The generator's type is quoted, since evaluating it would import numpy.random and slow the start.
"""

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints


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
