"""What a learner keeps, as readings: its mechanism, the ledger of coefficients, feature space."""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np

from kpgui.language import later
from kpgui.learners import learner, learner_of
from kpgui.model import explanation
from kpgui.model.arrays import Bools, Floats, Ints, Labels, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import MAPS, FeatureMap
from kpgui.model.explanation import Plane, largest
from kpgui.model.reading import Focus, Moment, Numbers, Reading

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


@dataclass(frozen=True, eq=False)
class MechanismValue:
    """What the learner declares, and of the points of its bars the ids and labels (k,), −1 and 0 where there is none.

    title: of the learner. gone: ids of the points that no longer carry f. in_plane: of a learner whose features are the
    coordinates of points in the plane, w and its plane, which is the boundary. has_space: whether there are more
    features than those, so that space shows them; it is None as long as that is impossible.
    """

    title: str
    mechanism: explanation.Mechanism
    ids: Ints
    labels: Labels
    gone: Ints
    in_plane: explanation.Plane | None = None
    has_space: bool = False
    space: FeatureSpace | None = None

    @property
    def table(self) -> Numbers:
        """The bars: name, position of the point from 1, label, number, and since and until which step if any."""
        bars = self.mechanism.bars
        names = np.array(bars.names, str) if bars.names else bars.rows + 1
        columns = {"entry": names, "point": bars.rows + 1, "label": self.labels, bars.symbol: bars.values}
        if len(bars.since):
            columns["since_step"] = bars.since
        if len(bars.until):
            columns["until_step"] = bars.until
        return Numbers(tuple(columns), tuple(columns.values()))


@dataclass(frozen=True)
class MechanismReading(Reading):
    """The learner's own description of its state, with the ids of the points in it."""

    key: ClassVar[str] = "mechanism"

    def read(self, moment: Moment, focus: Focus) -> MechanismValue:
        dataset, chosen = moment.session.dataset, learner_of(moment.session)
        mechanism = chosen.mechanism(moment)
        rows, plane, space = mechanism.bars.rows, mechanism.plane, None
        some = rows >= 0
        ids, labels = np.full(len(rows), -1), np.zeros(len(rows), np.int8)
        ids[some], labels[some] = dataset.ids[rows[some]], dataset.labels[rows[some]]
        flat = chosen.feature_map is MAPS["identity"] and dataset.d == 2
        if plane is not None and chosen.feature_map is not None and not flat:
            space = feature_space(chosen.feature_map, plane, dataset, moment.frame.counters.wrong)
        return MechanismValue(
            chosen.title,
            mechanism,
            frozen(ids, np.int64),
            frozen(labels, np.int8),
            frozen(dataset.ids[mechanism.gone], np.int64),
            in_plane=plane if flat else None,
            has_space=plane is not None and not flat,
            space=space,
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        return self.read(moment, focus).table


@dataclass(frozen=True)
class LedgerEntry:
    """One point in the ledger. number: its position in the dataset, from 1. rank: 1 for the largest |β|, 0 if β = 0."""

    number: int
    alpha: float
    beta: float
    rank: int


@dataclass(frozen=True, eq=False)
class LedgerValue:
    """The support vectors of largest |β|, in descending order, equal ones in the order of the dataset; arrays are (k,).

    numbers: positions in the dataset, from 1. shares: cumulative sums of |β| divided by the sum over all support
    vectors. count: number of support vectors, listed or not. points: number of all points. hovered: the hovered point,
    if any. limit: the largest |β| that a point can have.
    """

    ids: Ints
    numbers: Ints
    labels: Labels
    beta: Floats
    shares: Floats
    count: int
    points: int
    hovered: LedgerEntry | None = None
    limit: float = inf


@dataclass(frozen=True)
class Ledger(Reading):
    """The `most` support vectors of largest |β|, and the rank of the hovered point among all."""

    key: ClassVar[str] = "ledger"
    needs: ClassVar[frozenset[str]] = frozenset({"hovered"})

    most: int = 128

    def read(self, moment: Moment, focus: Focus) -> LedgerValue:
        dataset, expansion = moment.session.dataset, moment.frame.expansion
        size = np.abs(expansion.beta)
        shown = largest(size, expansion.support, self.most)
        top = float(size[shown[0]]) if len(shown) else 1.0  # dividing by it first keeps the sums from overflowing
        return LedgerValue(
            ids=frozen(dataset.ids[shown], np.int64),
            numbers=frozen(shown + 1, np.int64),
            labels=frozen(dataset.labels[shown], np.int8),
            beta=frozen(expansion.beta[shown], np.float64),
            shares=frozen(np.cumsum(size[shown] / top) / max((size / top).sum(), 1.0), np.float64),
            count=len(expansion.support),
            points=len(dataset),
            hovered=_entry(moment, size, focus.hovered),
            limit=learner(moment.session.learner).alpha_limit,
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """Every support vector: its position in the dataset from 1, label, α and β, the largest |β| first."""
        dataset, expansion = moment.session.dataset, moment.frame.expansion
        rows = largest(np.abs(expansion.beta), expansion.support, len(dataset))
        columns = rows + 1, dataset.labels[rows], moment.frame.counters.alpha[rows], expansion.beta[rows]
        return Numbers(("point", "label", "alpha", "beta"), columns)


def _entry(moment: Moment, size: Floats, point: int | None) -> LedgerEntry | None:
    """The entry of the point with this id; None if it is not in the run. size: |β| of all points, (n,)."""
    if point is None:
        return None
    found = np.flatnonzero(moment.session.dataset.ids == point)
    if not len(found):
        return None
    i = int(found[0])
    rank = 1 + int(np.count_nonzero(size > size[i])) if size[i] else 0
    alpha, beta = moment.frame.counters.alpha[i], moment.frame.expansion.beta[i]
    return LedgerEntry(i + 1, float(alpha), float(beta), rank)
