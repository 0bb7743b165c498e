"""Links from a place in the plane to points, as the canvas draws them."""

from typing import NamedTuple

import numpy as np

from kpgui.model.arrays import Bools, Floats
from kpgui.ui.instruments.why.probe_reading import ProbeValue

MOST = 12
"""Most links that are drawn: more cannot be told apart."""


class Links(NamedTuple):
    """place (2,); to (k, 2): the points; weights (k,), in (0, 1]; upwards (k,): whether each is in favour of +1."""

    place: Floats
    to: Floats
    weights: Floats
    upwards: Bools


def links(value: ProbeValue) -> Links | None:
    """The links to the points with the largest parts of f; None if the points are not in a plane."""
    if len(value.place) != 2:
        return None
    parts, to = value.listed.parts[:MOST], value.positions[:MOST]
    some = parts != 0
    sizes = np.abs(parts[some])
    return Links(value.place, to[some], sizes / sizes.max(initial=np.finfo(float).tiny), parts[some] > 0)
