"""What differs between two datasets of which one came from the other by an edit."""

import numpy as np

from kpgui.model.arrays import Bools, Ints
from kpgui.model.dataset import Dataset


def difference(before: Dataset, after: Dataset) -> tuple[Ints, Ints] | None:
    """Positions in `before` of the points that are gone or changed, and in `after` of those that are new or changed.

    All other points are equal, and in the same order. None when that cannot be said by comparing ids: they were
    reordered, or another dataset was put in the place of the whole.
    """
    if before.d != after.d:
        return None
    if after.ids is before.ids:
        places = changed(before, after)
        return places, places
    left, right = np.isin(before.ids, after.ids), np.isin(after.ids, before.ids)
    if not np.array_equal(before.ids[left], after.ids[right]) or _differ(before, left, after, right).any():
        return None
    return np.flatnonzero(~left), np.flatnonzero(~right)


def changed(before: Dataset, after: Dataset) -> Ints:
    """Positions of the points that are not equal in two datasets with the same ids and d, ascending.

    Arrays that both share are not looked at, nor what is remembered to be equal.
    """
    known = after.rows_since(before)
    rows = slice(None) if known is None else known
    differ = np.zeros(len(before.ids[rows]), bool)
    if before.points is not after.points:
        for column in (before.points[rows] != after.points[rows]).T:
            differ |= column
    if before.labels is not after.labels:
        differ |= before.labels[rows] != after.labels[rows]
    if before.held_out is not after.held_out:
        differ |= before.held_out[rows] != after.held_out[rows]
    found = np.flatnonzero(differ)
    return found if known is None else known[found]


def _differ(before: Dataset, left: Bools, after: Dataset, right: Bools) -> Bools:
    differ = before.labels[left] != after.labels[right]
    differ |= before.held_out[left] != after.held_out[right]
    if before.points is not after.points:
        for was, now in zip(before.points[left].T, after.points[right].T, strict=True):  # 5 × as fast as any(axis=1)
            differ |= was != now
    return differ
