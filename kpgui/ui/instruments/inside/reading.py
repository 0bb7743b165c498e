"""What a learner keeps, as readings: its mechanism, the ledger of coefficients."""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np

from kpgui.learners import learner, learner_of
from kpgui.model import explanation
from kpgui.model.arrays import Floats, Ints, Labels, frozen
from kpgui.model.expansion import MAPS
from kpgui.model.explanation import largest
from kpgui.model.reading import Focus, Moment, Numbers, Reading


@dataclass(frozen=True, eq=False)
class MechanismValue:
    """What the learner declares, and of the points of its bars the ids and labels (k,), −1 and 0 where there is none.

    title: of the learner. gone: ids of the points that no longer carry f. in_plane: of a learner whose features are the
    coordinates of points in the plane, w and its plane, which is the boundary.
    """

    title: str
    mechanism: explanation.Mechanism
    ids: Ints
    labels: Labels
    gone: Ints
    in_plane: explanation.Plane | None = None

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
        rows = mechanism.bars.rows
        some = rows >= 0
        ids, labels = np.full(len(rows), -1), np.zeros(len(rows), np.int8)
        ids[some], labels[some] = dataset.ids[rows[some]], dataset.labels[rows[some]]
        flat = chosen.feature_map is MAPS["identity"] and dataset.d == 2
        return MechanismValue(
            chosen.title,
            mechanism,
            frozen(ids, np.int64),
            frozen(labels, np.int8),
            frozen(dataset.ids[mechanism.gone], np.int64),
            in_plane=mechanism.plane if flat else None,
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
