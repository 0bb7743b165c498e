"""Feature space as it can be looked at: the points and the plane of w, in two or three coordinates."""

from dataclasses import dataclass

import numpy as np

from kpgui.language import later
from kpgui.model.arrays import Bools, Floats, Ints, Labels, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.feature_map import FeatureMap
from kpgui.model.mechanism import Plane

MOST_POINTS, MOST_VALUES = 800, 1 << 15
"""Most points in the picture, and most coordinates of all of them together: more take long and cannot be told apart."""

ALONG, ACROSS = later("distance to the plane"), later("across w, where the points spread most")


@dataclass(frozen=True, eq=False)
class FeatureSpace:
    """Points and a plane in D = 2 or 3 orthogonal coordinates of feature space, all of one scale; arrays read-only.

    axes: names of the coordinates. Of more than three features two directions are shown: along w, where a coordinate is
    the distance to the plane, and the one orthogonal to w in which the points spread most. ids (k,), labels (k,), wrong
    (k,), places (k, D): of the points, chosen evenly if there are too many; wrong: on the wrong side. count: number of
    all points. The plane is {z: normal·z + offset = 0}; normal (D,) is a unit vector, or 0 as long as w is. size: ‖w‖
    in these coordinates. added (D,): what the step made last added to w; None if nothing, or if D < that of all.
    """

    axes: tuple[str, ...]
    ids: Ints
    labels: Labels
    wrong: Bools
    places: Floats
    count: int
    normal: Floats
    offset: float
    size: float
    added: Floats | None = None

    @property
    def projected(self) -> bool:
        """Whether there are more coordinates than these."""
        return self.axes[0] == ALONG


def feature_space(
    chosen: FeatureMap, plane: Plane, dataset: Dataset, wrong: Bools | None = None
) -> FeatureSpace | None:
    """The picture of a plane of this feature map; None where the plane of the points shows all, or w = 0 hides it.

    wrong: the points on the wrong side, (n,), where they are known exactly; by default up to rounding.
    """
    names, group = _coordinates(chosen, dataset.d)
    width = len(names)
    if len(plane.w) != len(group) or width < 3:
        return None
    rows = _evenly(len(dataset), min(MOST_POINTS, max(1, MOST_VALUES // len(group))))
    phi = chosen.phi(dataset.points[rows])
    with np.errstate(over="ignore", invalid="ignore"):
        features, w = _joined(phi, group, width), _joined(plane.w[None], group, width)[0]
        offset = plane.bias + float(plane.w[group < 0].sum())
        f, size = phi @ plane.w + plane.bias, float(np.linalg.norm(w))
        unit = w / size if size else np.zeros(width)
        places, normal, axes = (features, unit, names) if width == 3 else (_seen_along(features, w, offset), unit, ())
    if places is None or not np.isfinite(places).all() or not np.isfinite(size):
        return None
    added = (
        None if plane.added is None or width > 3 else frozen(_joined(plane.added[None], group, width)[0], np.float64)
    )
    labels = dataset.labels[rows]
    return FeatureSpace(
        axes=axes or (ALONG, ACROSS),
        ids=frozen(dataset.ids[rows], np.int64),
        labels=frozen(labels, np.int8),
        wrong=frozen(labels * f <= 0 if wrong is None else wrong[rows], np.bool_),
        places=frozen(places, np.float64),
        count=len(dataset),
        normal=frozen(normal if axes else (1.0, 0.0), np.float64),
        offset=(offset / size if size else 0.0) if axes else 0.0,
        size=size,
        added=added,
    )


def _coordinates(chosen: FeatureMap, d: int) -> tuple[tuple[str, ...], Ints]:
    """The names of the orthogonal coordinates, and of each feature the coordinate that it is part of, (D,), −1 for a
    constant, which only moves the plane.

    A feature that occurs m times, as x₁x₂ and x₂x₁ do, is one coordinate, √m times as long: lengths stay the same.
    """
    probe = np.random.default_rng(0).normal(size=(2, d))  # at which different monomials have different values
    values = chosen.phi(probe)
    _, first, group, times = np.unique(values[0], return_index=True, return_inverse=True, return_counts=True)
    constant = values[0, first] == values[1, first]
    order = [k for k in np.argsort(first).tolist() if not constant[k]]
    number = np.full(len(first), -1)
    number[order] = np.arange(len(order))
    names = (("" if times[k] == 1 else f"√{times[k]}·") + chosen.monomial(int(first[k]), d) for k in order)
    return tuple(names), number[group.ravel()]


def _joined(features: Floats, group: Ints, width: int) -> Floats:
    """Features (k, D), or weights, in coordinates (k, width): equal ones added up and divided by √m."""
    joined = np.zeros((width, len(features)))
    np.add.at(joined, group[group >= 0], features.T[group >= 0])
    times = np.bincount(group[group >= 0], minlength=width)
    return (joined / np.sqrt(times)[:, None]).T


def _seen_along(features: Floats, w: Floats, offset: float) -> Floats | None:
    """The points (k, 2) in the directions of w and of their largest spread across it; None while w = 0."""
    size = float(np.linalg.norm(w))
    if not size or not len(features):
        return None
    along = features @ (w / size)
    rest = features - np.outer(along, w / size)
    rest -= rest.mean(axis=0)
    direction = np.linalg.svd(rest, full_matrices=False)[2][0] if np.isfinite(rest).all() else rest[0]
    direction = direction * np.sign(direction[np.argmax(np.abs(direction))] or 1.0)  # or it would flip by rounding
    return np.column_stack([along + offset / size, rest @ direction])


def _evenly(count: int, most: int) -> Ints:
    """Indices of all of so many, or of `most` of them at equal distances."""
    return np.arange(count) if count <= most else np.linspace(0, count - 1, most).astype(np.int64)
