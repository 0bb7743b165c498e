"""Points that no boundary can get right: opposite labels on one place."""

import numpy as np

from kpgui.model.dataset import Dataset


def conflict(dataset: Dataset) -> tuple[int, int] | None:
    """The first two training points that lie on the same place with opposite labels, as positions in the dataset."""
    kept = dataset.training
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
    pairs = np.sort(kept[np.column_stack([order[found], order[found + 1]])], axis=1)
    first, second = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))[0]]
    return int(first), int(second)
