"""Stratified random subsamples of a dataset."""

import numpy as np

from kpgui.model.dataset import Dataset


def subsample(dataset: Dataset, n: int, seed: int = 0) -> Dataset:
    """`n` ≥ 1 points drawn at random without replacement, in their old order and with their ids.

    Stratified: each class, held out and not, keeps its proportion to within one point, except that the largest group
    gives up a point to each that would have none: no group disappears as long as n ≥ 4. The same seed gives the same
    points. Returns the dataset itself when it has no more than n points.

    >>> whole = Dataset.of([[k, 0] for k in range(100)], [1] * 90 + [-1] * 10)
    >>> part = subsample(whole, 10)
    >>> int((part.labels > 0).sum()), int((part.labels < 0).sum())
    (9, 1)
    """
    if len(dataset) <= n:
        return dataset
    rng = np.random.default_rng(seed)
    group = (dataset.labels > 0) * 2 + dataset.held_out
    members = [np.flatnonzero(group == k) for k in range(4)]
    counts = _shares([len(each) for each in members], n)
    drawn = [rng.choice(each, count, replace=False) for each, count in zip(members, counts, strict=True) if count]
    kept = np.sort(np.concatenate(drawn))
    arrays = dataset.points[kept], dataset.labels[kept], dataset.held_out[kept], dataset.ids[kept]
    return Dataset.of(*arrays).named(dataset.columns, dataset.classes)


def _shares(sizes: list[int], n: int) -> list[int]:
    """n divided in proportion to the sizes (largest remainders); no group gets 0 while n suffices."""
    total = sum(sizes)
    counts = [n * size // total for size in sizes]
    order = sorted(range(len(sizes)), key=lambda k: -(n * sizes[k] % total))
    for k in order[: n - sum(counts)]:
        counts[k] += 1
    for k, size in enumerate(sizes):
        richest = max(range(len(sizes)), key=lambda j: counts[j])
        if size and not counts[k] and counts[richest] > 1:
            counts[k] += 1
            counts[richest] -= 1
    return counts
