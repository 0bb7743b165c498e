"""Points that no boundary can get right: opposite labels on one place."""

import numpy as np

from kpgui.model.arrays import Ints
from kpgui.model.dataset import Dataset


def conflict(dataset: Dataset) -> tuple[int, int] | None:
    """The first two training points that lie in the same place with opposite labels, as positions in the dataset."""
    # Usually no two classes share even a first coordinate, which is known at a tenth of the cost.
    kept = _meeting_opposites(dataset, _meeting_opposites(dataset, dataset.training, 1), dataset.d)
    if not len(kept):
        return None
    first = kept[0]
    there = (dataset.points[kept] == dataset.points[first]).all(axis=1)
    second = kept[there & (dataset.labels[kept] != dataset.labels[first])][0]
    return int(first), int(second)


def _meeting_opposites(dataset: Dataset, at: Ints, count: int) -> Ints:
    """Which of the points at these positions share their first coordinates, so many, with one of the other class."""
    if not len(at):
        return at
    points, labels = dataset.points[at, :count], dataset.labels[at]
    order = np.argsort(points[:, 0]) if count == 1 else np.lexsort(points.T)
    starts = np.flatnonzero(np.append(True, (points[order[1:]] != points[order[:-1]]).any(axis=1)))
    both = np.minimum.reduceat(labels[order], starts) != np.maximum.reduceat(labels[order], starts)
    return at[np.sort(order[np.repeat(both, np.diff(starts, append=len(at)))])]
