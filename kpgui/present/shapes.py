"""Where new points go: along a line, in or on an ellipse, as a cloud, and along the path of a spray can.

All in pixels of the screen, so that what is round on the screen comes out round whatever the axes' scales are. Nothing
is cut off at an edge of the screen. The generator's type is written as text, for a look at it makes NumPy load
numpy.random, which the start of the window does without.
"""

import numpy as np

from kpgui.model.arrays import Floats


def on_line(start: tuple[float, float], end: tuple[float, float], count: int) -> Floats:
    """`count` points (count, 2) equally far apart from start to end, both included; a single one is at the start."""
    share = np.linspace(0.0, 1.0, count)[:, None]
    return np.asarray(start, float) * (1 - share) + np.asarray(end, float) * share


def on_circle(count: int) -> Floats:
    """Points (count, 2) on the unit circle, equally far apart, the first at (1, 0)."""
    angle = 2 * np.pi * np.arange(count) / count
    return np.column_stack([np.cos(angle), np.sin(angle)])


def in_circle(count: int, rng: "np.random.Generator") -> Floats:
    """Points (count, 2) in the unit disc, all parts of it equally likely; the same whether drawn at once or in turn."""
    squared, turn = rng.uniform(size=(count, 2)).T
    return np.sqrt(squared)[:, None] * np.column_stack([np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)])


def cloud(count: int, rng: "np.random.Generator") -> Floats:
    """Points (count, 2) of a normal distribution of which the unit circle is the contour at two deviations."""
    return rng.normal(0.0, 0.5, (count, 2))


def along(path: Floats, distances: Floats) -> Floats:
    """The places (k, 2) on a path (m, 2) at these distances (k,) from its start; its ends beyond it."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    travelled = np.concatenate([[0.0], np.cumsum(steps)])
    return np.column_stack([np.interp(distances, travelled, axis) for axis in path.T])
