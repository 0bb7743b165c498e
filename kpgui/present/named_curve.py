"""Curves with names, as the canvas draws them beside the boundary."""

from typing import NamedTuple

from kpgui.model.arrays import Floats


class NamedCurve(NamedTuple):
    """curve: (k, 2) in the plane, NaN rows between polylines."""

    name: str
    curve: Floats
