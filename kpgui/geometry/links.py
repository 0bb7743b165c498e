"""Links from a place in the plane to points, as the canvas draws them."""

from typing import NamedTuple

from kpgui.model.arrays import Bools, Floats


class Links(NamedTuple):
    """place (2,); to (k, 2): the points; weights (k,), in (0, 1]; upwards (k,): whether each is in favour of +1."""

    place: Floats
    to: Floats
    weights: Floats
    upwards: Bools
