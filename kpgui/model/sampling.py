"""A part of a dataset that stands for the whole."""

import numpy as np

from kpgui.model.arrays import frozen
from kpgui.model.dataset import Dataset


def subsample(dataset: Dataset, count: int, seed: int) -> Dataset:
    """`count` points drawn without replacement, in their order and with their ids; all when there are fewer.

    Each class, and of it the held-out points, has the share that it has in the whole, up to one point, and none that is
    there gets lost as long as `count` allows. The same seed draws the same points.
    """
    if count >= len(dataset):
        return dataset
    rng = np.random.default_rng(seed)
    kinds = (dataset.labels > 0) + 2 * dataset.held_out
    groups = [np.flatnonzero(kinds == kind) for kind in range(4)]
    sizes = np.array([len(group) for group in groups])
    shares = _shares(sizes, count)
    drawn = [rng.choice(group, k, replace=False) for group, k in zip(groups, shares, strict=True)]
    chosen = np.sort(np.concatenate(drawn))
    return Dataset(
        frozen(dataset.points[chosen], np.float64),
        frozen(dataset.labels[chosen], np.int8),
        frozen(dataset.held_out[chosen], bool),
        frozen(dataset.ids[chosen], np.int64),
    )


def _shares(sizes: np.ndarray, count: int) -> list[int]:
    """How many of each group, `count` altogether: by largest remainder (Hamilton), one of each at least if possible."""
    exact = sizes * (count / sizes.sum())
    shares = np.floor(exact).astype(int)
    if count >= np.count_nonzero(sizes):
        shares = np.maximum(shares, sizes > 0)
    order = np.argsort(shares - exact, kind="stable")  # those that are furthest below their share first
    for k in order[: max(0, count - int(shares.sum()))].tolist():
        shares[k] += 1
    while shares.sum() > count:  # a group of less than one point took one
        shares[int(np.argmax(shares))] -= 1
    return [int(each) for each in shares]
