"""Shapes of new points: along a line, in or on an ellipse, as a cloud, and along the path of a spray can.

All in screen pixels, so that shapes look round whatever the scales of the axes. Nothing is clipped at the edge of the
screen. The generator's type is quoted, since evaluating it would import numpy.random and slow the start.
"""

import numpy as np

from kpgui.model.arrays import Floats


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
