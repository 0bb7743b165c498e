"""Points that no boundary can get right: opposite labels on one place."""

import numpy as np

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset


def conflict(dataset: Dataset) -> tuple[int, int] | None:
    """The first two training points that lie on the same place with opposite labels, as positions in the dataset."""
    kept = _sharing_first_coordinate(dataset)
    if len(kept) < 2:
        return None
    points, labels = dataset.points[kept], dataset.labels[kept]
    across = np.sort(points[:, 0])
    if not (across[1:] == across[:-1]).any():  # the usual case, at a tenth of the cost
        return None
    order = np.lexsort(np.column_stack([labels, points[:, ::-1]]).T)
    same_place = np.all(points[order[1:]] == points[order[:-1]], axis=1)
    opposite = labels[order[1:]] != labels[order[:-1]]
    found = np.flatnonzero(same_place & opposite)
    if not len(found):
        return None
    # At each place come those of one label, then those of the other, each in the dataset's order: the firsts of both.
    begins = np.append(True, ~same_place | opposite)
    start = np.maximum.accumulate(np.where(begins, np.arange(len(order)), 0))
    pairs = np.sort(kept[np.column_stack([order[start[found]], order[found + 1]])], axis=1)
    first, second = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))[0]]
    return int(first), int(second)


def _sharing_first_coordinate(dataset: Dataset) -> Ints:
    """Training points whose first coordinate another one has too, ascending: nobody else can share a place."""
    kept = dataset.training
    first = dataset.points[kept, 0]
    order = np.argsort(first)
    same = first[order[1:]] == first[order[:-1]]
    shared = np.zeros(len(kept), bool)
    shared[order[1:][same]] = shared[order[:-1][same]] = True
    return kept[shared]
