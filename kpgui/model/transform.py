"""Choices of points by chance, and transformations of points in the plane."""

from dataclasses import replace
from math import floor
from typing import NamedTuple

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Bools, Floats, Ints, Labels
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
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
    named = Dataset.of(*arrays).named(dataset.columns, dataset.classes)
    return replace(named, multiclass=dataset.multiclass)


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


X, Y = 0, 1


class Box(NamedTuple):
    """A bounding box: the least and the greatest coordinates of some points, each (d,)."""

    low: Floats
    high: Floats

    @property
    def centre(self) -> Floats:
        return 0.5 * self.low + 0.5 * self.high  # halved first: the sum may overflow


def box(points: Floats) -> Box:
    """The bounding box of at least one point."""
    return Box(points.min(axis=0), points.max(axis=0))


def mirrored(points: Floats, axis: int) -> Floats:
    """The points mirrored along one axis within their bounding box: the least coordinate becomes the greatest.

    Mirroring twice restores exactly every point whose distance from the box's edge is a double, and the others to
    the last bit of the box's size; the box itself stays the same to the bit.

    >>> mirrored(np.array([[0.0, 5.0], [1.0, 6.0], [4.0, 7.0]]), X).tolist()
    [[4.0, 5.0], [3.0, 6.0], [0.0, 7.0]]
    """
    low, high = (edge[axis] for edge in box(points))
    along = points[:, axis]
    turned = points.copy()
    with np.errstate(over="ignore"):
        turned[:, axis] = np.where(along == high, low, high - (along - low))
    return np.clip(_checked(turned, _("Mirroring")), *box(points))


def rotated(points: Floats, degrees: float, about: Floats | None = None) -> Floats:
    """Points (k, 2) rotated counter-clockwise about a position, by default the centre. Quarter turns are exact."""
    about = box(points).centre if about is None else about
    cosine, sine = _cosine_and_sine(degrees)
    if (cosine, sine) == (1.0, 0.0):
        return points.copy()
    with np.errstate(over="ignore", invalid="ignore"):
        x, y = (points - about).T
        turned = np.column_stack([cosine * x - sine * y, sine * x + cosine * y]) + about
    return _checked(turned, _("Rotating"))


def scaled(points: Floats, across: float, up: float, about: Floats | None = None) -> Floats:
    """Points (k, 2) with distances from a position, by default the centre, multiplied by a factor along each axis."""
    about = box(points).centre if about is None else about
    factors = np.array([across, up])
    with np.errstate(over="ignore", invalid="ignore"):
        # A factor of 1 leaves its axis unchanged to the bit.
        grown = np.where(factors == 1, points, about + (points - about) * factors)
    return _checked(grown, _("Scaling"))


def aligned(points: Floats, axis: int, share: float) -> Floats:
    """Points with one common coordinate on `axis`, at a share of the box: 0 its low edge, 1 its high edge."""
    low, high = (edge[axis] for edge in box(points))
    lined = points.copy()
    lined[:, axis] = {0.0: low, 1.0: high}.get(share, (1 - share) * low + share * high)
    return lined


def distributed(points: Floats, axis: int) -> Floats:
    """Points spaced evenly along an axis, in their order along it; the two outermost stay.

    >>> distributed(np.array([[0.0, 1.0], [9.0, 1.0], [1.0, 1.0], [2.0, 1.0]]), X)[:, X].tolist()
    [0.0, 9.0, 3.0, 6.0]
    """
    low, high = (edge[axis] for edge in box(points))
    order = np.argsort(points[:, axis], kind="stable")
    share = np.linspace(0.0, 1.0, len(points))
    even = points.copy()
    even[order, axis] = np.where(share == 1, high, np.clip((1 - share) * low + share * high, low, high))
    return even


def _cosine_and_sine(degrees: float) -> tuple[float, float]:
    """Cosine and sine of an angle in degrees, exact for multiples of 90, however large."""
    rest = float(np.fmod(degrees, 360.0)) % 360.0
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = np.radians(rest)
    return exact.get(rest, (float(np.cos(angle)), float(np.sin(angle))))


def _checked(points: Floats, what: str) -> Floats:
    if not np.isfinite(points).all():
        raise KpguiError(
            _("{what} would take a point beyond the largest number there is; use a smaller selection.").format(
                what=what
            )
        )
    return points
