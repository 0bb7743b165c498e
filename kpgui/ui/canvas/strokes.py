"""Curves cut into short straight strokes.

Qt takes 20 ms and more for a boundary of 3000 vertices drawn as one smooth path 2.5 pixels wide, but 1 to 2 ms for
separate lines, for which its rasteriser has a fast path. Dashes are strokes with gaps.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF

from kpgui.model.arrays import Floats

MOST = 6000
"""Most strokes of one curve; they get longer when it would take more."""

_BETWEEN = 1.0
"""Arc length between the end of one polyline and the start of the next, so that they do not touch."""

_PIECE = 5.0
"""Longest straight piece of a dash in pixels, short enough for curves to look round."""


def strokes(curve: Floats, length: float, gap: float = 0.0) -> Floats:
    """Straight strokes along a curve, as rows x1, y1, x2, y2.

    curve: (k, 2) in pixels, with NaN rows between its polylines. Each polyline starts with a stroke, and its last
    stroke ends with it.
    """
    return _cut(curve, [(0.0, length)], length + gap)


def dashed(curve: Floats, pattern: Sequence[float]) -> Floats:
    """The same with a pattern of dashes and gaps in turn, in pixels. A long dash consists of several strokes."""
    ends = np.cumsum(pattern).tolist()
    pieces: list[tuple[float, float]] = []
    for start, end in zip([0.0, *ends[1::2]], ends[::2], strict=False):
        cuts = np.linspace(start, end, 1 + int(np.ceil((end - start) / _PIECE))).tolist()
        pieces += pairwise(cuts)
    return _cut(curve, pieces, ends[-1])


def _cut(curve: Floats, pieces: Sequence[tuple[float, float]], period: float) -> Floats:
    """The strokes between such arc lengths of each period; the lines, in turn, of the first, the second, … stroke."""
    breaks = np.isnan(curve[:, 0])
    vertices = curve[~breaks]
    if len(vertices) < 2:
        return np.zeros((0, 4))
    polyline = np.cumsum(breaks)[~breaks]
    joined = polyline[1:] == polyline[:-1]
    steps = np.where(joined, np.hypot(*np.diff(vertices, axis=0).T), _BETWEEN)
    along = np.concatenate([[0.0], np.cumsum(steps)])

    first = np.concatenate([[0], np.flatnonzero(~joined) + 1])
    last = np.concatenate([first[1:] - 1, [len(vertices) - 1]])
    lengths = along[last] - along[first]
    stretched = max(period, len(pieces) * float(lengths.sum()) / MOST)
    counts = np.ceil(lengths / stretched).astype(np.int64)
    order = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    begins, limits = np.repeat(along[first], counts) + order * stretched, np.repeat(along[last], counts)
    shares = np.array(pieces) * (stretched / period)
    starts, ends = (np.minimum(begins + share[:, None], limits).ravel() for share in shares.T)
    some = ends > starts

    x, y = vertices.T
    return np.column_stack([np.interp(at[some], along, axis) for at in (starts, ends) for axis in (x, y)])


def lengthened(lines: Floats, more: float) -> Floats:
    """The lines extended at both ends, which hides the seams between adjacent strokes."""
    direction = lines[:, 2:] - lines[:, :2]
    direction *= more / np.maximum(np.hypot(*direction.T), 1e-9)[:, None]
    return np.hstack([lines[:, :2] - direction, lines[:, 2:] + direction])


def visible(lines: Floats, width: float, height: float) -> Floats:
    """Those of the lines (m, 4) that may touch a canvas of this size."""
    low, high = np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])
    return lines[((high >= 0) & (low <= (width, height))).all(axis=1)]


def drawable(lines: Floats) -> PrimitiveArray:
    """The lines, (m, 4), as QPainter takes them."""
    array = PrimitiveArray(QLineF, 4)
    array.resize(len(lines))
    if len(lines):
        array.ndarray()[:] = lines
    return array
