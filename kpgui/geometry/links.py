"""Links to points, arrows of weights, and rows of bars."""

from typing import NamedTuple

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Bools, Floats
from kpgui.model.explanation import Plane
from kpgui.model.param import shown


class Links(NamedTuple):
    """place (2,); to (k, 2): the points; weights (k,), in (0, 1]; upwards (k,): whether each is in favour of +1."""

    place: Floats
    to: Floats
    weights: Floats
    upwards: Bools


class Coefficients(NamedTuple):
    """places (k, 2): of points; c (k,): the coefficient of each."""

    places: Floats
    c: Floats


class Arrow(NamedTuple):
    """An arrow from `start` to `end`, (D,) each. role: "w", "before" or "added"."""

    start: Floats
    end: Floats
    text: str
    role: str


def arrows(w: Floats, added: Floats | None, names: tuple[str, str, str]) -> list[Arrow]:
    """w from 0; after a step that changed it also w before, and what was added, which leads from there to w.

    Scaled alike, so that the longest is 1. names: of w, of w before and of what was added, "" for none.
    """
    size = norm(w)
    name_now, named_before, named_added = names
    if added is None:
        return [Arrow(np.zeros(len(w)), w / size, name_now, "w")] if 0 < size < np.inf else []
    longest = max(norm(each) for each in (w, added, w - added))
    if not 0 < longest < np.inf:
        return []
    origin, before, after = np.zeros(len(w)), (w - added) / longest, w / longest
    found = [Arrow(before, after, named_added, "added")]
    if before.any():
        found.append(Arrow(origin, before, named_before, "before"))
    if after.any():
        found.append(Arrow(origin, after, name_now, "w"))
    return found


def norm(w: Floats) -> float:
    """‖w‖, infinite where its square is beyond floating point."""
    with np.errstate(over="ignore"):
        return float(np.linalg.norm(w))


class PlaneArrows(NamedTuple):
    """Arrows to be drawn from the foot of a line {x: normal·x + offset = 0}; normal (2,) is a unit vector, or 0."""

    arrows: list[Arrow]
    normal: Floats
    offset: float

    def foot(self, place: Floats) -> Floats:
        """The point of the line next to this place, (2,)."""
        return place - (float(self.normal @ place) + self.offset) * self.normal


def plane_arrows(plane: Plane | None) -> PlaneArrows | None:
    """Those of a plane of points in the plane, None if there is nothing to draw."""
    if plane is None:
        return None
    size = norm(plane.w)
    drawn = arrows(plane.w, plane.added, (f"w, ‖w‖ = {shown(size)}", _("w before"), "+ η·y·x"))
    return PlaneArrows(drawn, plane.w / (size or 1.0), plane.bias / (size or 1.0)) if drawn else None


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
