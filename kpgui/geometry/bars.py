"""Rows of bars, most of them for a point, as instruments show them."""

from typing import NamedTuple


class Line(NamedTuple):
    """One row. id, positive: of the point, and whether it is of class +1; the id is None where the row stands for
    none. name: what it is called, as its number.

    value: the number that the bar shows. length: its size as a share of the largest. upwards: whether it is in favour
    of class +1, in whose colour the bar is then. tick: where on the same scale the largest possible value is; None if
    there is no such limit, or none of the list has reached it.
    """

    id: int | None
    name: str
    value: str
    length: float
    positive: bool
    upwards: bool
    tick: float | None = None
