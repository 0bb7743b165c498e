"""Points that a brush or a lasso touches, and how strongly. Pure geometry in screen pixels."""

import numpy as np

from kpgui.model.arrays import Bools, Floats, Ints

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
