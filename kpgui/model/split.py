"""A held-out split: which points are scored but not trained on."""

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
"""What a split is made by."""


def split(labels: Labels, share: float = 0.25, seed: int = 0, stratified: bool = True) -> Bools:
    """Which of the points with these labels, (n,), are held out: (n,) bool, the same for the same seed.

    That are share · n points, rounded, halves upwards; one point at least is left to train on. If stratified, each
    class gives its share of them to within one point. A larger share holds the same points out and more.

    Raises KpguiError that names what is not allowed.

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
    """The same places in an order of which every beginning has each class in its share, to within one point."""
    rank = np.empty(len(order))
    for sign in (1, -1):
        own = np.flatnonzero(labels[order] == sign)
        rank[own] = (np.arange(len(own)) + 0.5) / max(1, len(own))
    return order[np.argsort(rank, kind="stable")]
