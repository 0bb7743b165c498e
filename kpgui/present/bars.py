"""Rows of bars, one for each point, as instruments show them."""

from typing import NamedTuple


class Line(NamedTuple):
    """One row. id, positive: of the point, and whether it is of class +1. name: what it is called, as its number.

    value: the number that the bar shows. length: its size as a share of the largest. upwards: whether it is in favour
    of class +1, in whose colour the bar is then.
    """

    id: int
    name: str
    value: str
    length: float
    positive: bool
    upwards: bool
