"""The difference between a dataset and another that edits made of it."""

import numpy as np

from kpgui.model.arrays import Bools, Ints
from kpgui.model.dataset import Dataset


def difference(before: Dataset, after: Dataset) -> tuple[Ints, Ints] | None:
    """The indices in `before` of the points gone or changed, and in `after` of those new or changed.

    All other points are equal and in the same order. None when comparing ids cannot tell: the points were reordered,
    or the whole dataset was replaced.
    """
    if before.d != after.d:
        return None
    if after.ids is before.ids:
        rows = changed(before, after)
        return rows, rows
    left, right = np.isin(before.ids, after.ids), np.isin(after.ids, before.ids)
    if not np.array_equal(before.ids[left], after.ids[right]) or _differ(before, left, after, right).any():
        return None
    return np.flatnonzero(~left), np.flatnonzero(~right)


def changed(before: Dataset, after: Dataset) -> Ints:
    """The ascending indices of the points that differ between two datasets with the same ids and d.

    Arrays that both share are not compared, nor rows on record as equal.
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
