"""Held-out splits: the choice of the points that are scored but not trained on."""

from math import floor

import numpy as np

from kpgui.model.arrays import Bools, Ints, Labels
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
