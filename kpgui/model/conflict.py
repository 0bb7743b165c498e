"""Conflicts: two training points at the same position with opposite labels, which no boundary gets right."""

import numpy as np

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset
from kpgui.model.difference import changed

FEW_CHANGES = 8
"""Up to this many changed points, one scan over all points for each is quicker than sorting them all."""


def conflict(dataset: Dataset) -> tuple[int, int] | None:
    """The indices of the first two training points with equal coordinates and opposite labels; None without any."""
    return _first_of(dataset, dataset.training)


def conflict_after(before: Dataset, found: tuple[int, int] | None, after: Dataset) -> tuple[int, int] | None:
    """`conflict(after)`, given the conflict `found` before some edits; quick when they changed only a few points.

    If the two points found did not change, they are still in conflict, and any earlier conflict must involve a point
    that did.
    """
    if after.ids is not before.ids or after.d != before.d:
        return conflict(after)
    differ = changed(before, after)
    if len(differ) > FEW_CHANGES or (found is not None and np.isin(found, differ).any()):
        return conflict(after)
    if not len(differ):
        return found
    x = after.points[:, 0]
    looked_for = x[differ if found is None else np.append(differ, found[0])]
    beside = np.flatnonzero(np.logical_or.reduce([x == each for each in looked_for]))
    return _first_of(after, beside[~after.held_out[beside]])


def _first_of(dataset: Dataset, at: Ints) -> tuple[int, int] | None:
    """The first two of the points with these ascending indices that are in conflict."""
    # Usually no two classes share even a first coordinate, which is known at a tenth of the cost.
    kept = _meeting_opposites(dataset, _meeting_opposites(dataset, at, 1), dataset.d)
    if not len(kept):
        return None
    first = kept[0]
    there = (dataset.points[kept] == dataset.points[first]).all(axis=1)
    second = kept[there & (dataset.labels[kept] != dataset.labels[first])][0]
    return int(first), int(second)


def _meeting_opposites(dataset: Dataset, at: Ints, count: int) -> Ints:
    """Those of the indices `at` whose point shares its first `count` coordinates with one of the other class."""
    if not len(at):
        return at
    points, labels = dataset.points[at, :count], dataset.labels[at]
    order = np.argsort(points[:, 0]) if count == 1 else np.lexsort(points.T)
    starts = np.flatnonzero(np.append(True, (points[order[1:]] != points[order[:-1]]).any(axis=1)))
    both = np.minimum.reduceat(labels[order], starts) != np.maximum.reduceat(labels[order], starts)
    return at[np.sort(order[np.repeat(both, np.diff(starts, append=len(at)))])]
