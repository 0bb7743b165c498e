"""The grid that points snap to: a subdivision of the grid lines at the ticks."""

import math

import numpy as np

from kpgui.model.arrays import Floats

PARTS = {1: 5, 2: 4, 5: 5}
"""The number of parts into which a tick step of 1, 2 or 5 times a power of ten is divided."""


def fine_step(values: tuple[float, ...]) -> float:
    """The grid's step for ticks at these values; 0 for fewer than two.

    >>> fine_step((-1.0, -0.5, 0.0)), fine_step((0.0, 2.0)), fine_step((10.0, 20.0)), fine_step((1.0,))
    (0.1, 0.5, 2.0, 0.0)
    """
    if len(values) < 2:
        return 0.0
    step = (values[-1] - values[0]) / (len(values) - 1)
    power = math.floor(math.log10(step) + 1e-6)
    digit = round(step / 10.0**power)
    return float(f"{digit / PARTS[digit]:g}e{power}")


def snapped(values: Floats, steps: tuple[float, float]) -> Floats:
    """The grid points nearest to the values, (..., 2), with a step for each axis; a step of 0 leaves them unchanged.

    The results are the doubles nearest to the decimals: 0.3, not 0.30000000000000004.
    """
    found = np.array(values, float)
    for axis, step in enumerate(steps):
        if step > 0:
            # A multiple of a decimal fraction is computed as a quotient of integers, which is rounded only once.
            parts = 10.0 ** max(0, 1 - math.floor(math.log10(step)))
            found[..., axis] = np.round(found[..., axis] / step) * np.round(step * parts) / parts + 0.0  # no −0
    return found
