"""Points that no boundary can get right: opposite labels on one place."""

import numpy as np

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset


def conflict(dataset: Dataset) -> tuple[int, int] | None:
    """The first two training points that lie on the same place with opposite labels, as positions in the dataset."""
    kept = _perhaps_together(dataset, dataset.training)
    if len(kept) < 2:
        return None
    points, labels = dataset.points[kept], dataset.labels[kept]
    order = np.lexsort(np.column_stack([labels, points[:, ::-1]]).T)
    same_place = np.all(points[order[1:]] == points[order[:-1]], axis=1)
    opposite = labels[order[1:]] != labels[order[:-1]]
    found = np.flatnonzero(same_place & opposite)
    if not len(found):
        return None
    pairs = np.sort(kept[np.column_stack([order[found], order[found + 1]])], axis=1)
    first, second = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))[0]]
    return int(first), int(second)


def _perhaps_together(dataset: Dataset, places: Ints) -> Ints:
    """Of these positions those whose point may lie where another one does.

    Points on the same place have the same key; sorting one key a point takes a tenth of the time of sorting the points.
    """
    points = dataset.points[places]
    key = np.zeros(len(places))
    for k, axis in enumerate(points.T):
        key += axis * (0.5 / (dataset.d * np.sqrt(2 + k)))  # no sum overflows, and few different places get one key
    order = np.argsort(key)
    same = key[order[1:]] == key[order[:-1]]
    shared = np.zeros(len(places), bool)
    shared[order[1:][same]] = True
    shared[order[:-1][same]] = True
    return places[shared]
