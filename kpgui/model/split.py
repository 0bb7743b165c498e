"""Choices of points by chance: those that are held out, and stratified subsamples."""

from math import floor

import numpy as np

from kpgui.model.arrays import Bools, Ints, Labels
from kpgui.model.dataset import Dataset
from kpgui.model.param import Param
from kpgui.model.session import SEED

SHARE = Param("share", 0.25, "Share of the points to hold out.", low=0, high=0.99, slider=(0, 0.9))
SPLIT_SEED = Param(
    "seed",
    0,
    "The same seed holds the same points out.",
    scale="integer",
    low=SEED.low,
    high=SEED.high,
    slider=(0, 100),
    rare=True,
)
STRATIFIED = Param("stratified", True, "Hold the same share of each class out.", scale="flag", rare=True)

SPLIT = (SHARE, SPLIT_SEED, STRATIFIED)
"""The parameters of a split."""


def split(labels: Labels, share: float = 0.25, seed: int = 0, stratified: bool = True) -> Bools:
    """A random choice of points to hold out, given all labels (n,): returns a mask, (n,) bool, the same for each seed.

    It holds out share · n points, rounded half up, but leaves at least one to train on. If stratified, each class
    contributes its proportion to within one point. A larger share holds out the same points and more.

    Raises KpguiError when a parameter is not allowed.

    >>> int(split(np.array([1, 1, 1, 1, -1, -1, -1, -1]), share=0.5).sum())
    4
    """
    share, seed = float(SHARE.validate(share, "split")), int(SPLIT_SEED.validate(seed, "split"))
    n = len(labels)
    total = min(floor(n * share + 0.5), max(n - 1, 0))
    order = np.random.default_rng(seed).permutation(n)
    if STRATIFIED.validate(stratified, "split"):
        order = _alternating(labels, order)
    held_out = np.zeros(n, bool)
    held_out[order[:total]] = True
    return held_out


def _alternating(labels: Labels, order: Ints) -> Ints:
    """The indices reordered so that every prefix has each class in its proportion, to within one point."""
    rank = np.empty(len(order))
    for sign in (1, -1):
        own = np.flatnonzero(labels[order] == sign)
        rank[own] = (np.arange(len(own)) + 0.5) / max(1, len(own))
    return order[np.argsort(rank, kind="stable")]


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
