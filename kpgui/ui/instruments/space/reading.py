"""Feature space, as a reading: points and the plane w·φ(x) + b = 0 on up to three axes."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from kpgui.analysis.gram import MOST_POINTS
from kpgui.engine.run.run import effective_kernel
from kpgui.geometry.rings import level
from kpgui.kernels import Kernel
from kpgui.learners import learner
from kpgui.model.arrays import Bools, Floats, Ints, Labels, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import finite
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.model.session import Session
from kpgui.ui.instruments.space.features import WORK, Basis, Features, features, sample

W, SCORE = "w", "f"
"""Names of the axis along w: the signed distance to the plane, or f where ‖w‖ is not known."""

MOST = 0.9
"""The share of the variance of f that counts as almost all of it."""

ROUNDING = 1e-9
"""f computed in two ways differs by no more than this share of the largest."""


@dataclass(frozen=True, eq=False)
class SpaceValue:
    """Points and a plane in feature space, on the axes that are shown; arrays read-only.

    title: the kernel or the map. dimensions: number of named features and of the constant one, 0 of a kernel without.
    line: whether the points lie on a line. vote: whether f is a vote of many planes. names: of all axes to choose from.
    axes: of those shown, one to three. share: what they have of ‖w‖², or of the trace of K.

    ids, labels, held_out (k,), places (k, 3): of the points, chosen evenly if there are too many; 0 on axes that are
    not shown. levels (k,): of the rings of support vectors, −1 for none. wrong (k,): on the wrong side. flat (k, 2):
    their places in the plane, (k, 0) if they are not in one. count, right: number of all points, and of those on their
    side.

    The plane is {z: normal·z + offset = 0}, its margins, where f = ±level, {… = ±margin}. normal (3,) is a unit vector,
    or 0 if there is no plane. size: the length of w on these axes. exact: whether the axes tell f exactly; else the
    plane is where what they leave out has its mean, and `astray` points are on another side of it than f says.
    added (3,): what the step made last added to w. pending: the session of which a `Basis` has to be computed first.
    """

    title: str
    dimensions: int
    line: bool
    vote: bool
    names: tuple[str, ...]
    axes: tuple[str, ...]
    share: float
    ids: Ints
    labels: Labels
    held_out: Bools
    places: Floats
    levels: Ints
    wrong: Bools
    flat: Floats
    count: int
    right: int
    normal: Floats
    offset: float
    margin: float
    level: float
    size: float
    exact: bool
    astray: int
    added: Floats | None = None
    pending: Session | None = None


class _Located(NamedTuple):
    """Points with the indices `rows` (k,) in all coordinates by name, z (k, D), and their f (k,).

    w (D,): 0 before the first update, and of a vote. norm: ‖w‖, 0 where it is not known. shares (D,): what each axis
    has of ‖w‖², or of the trace. added (D,): see `SpaceValue`. features: None of a kernel without named ones.
    """

    rows: Ints
    names: tuple[str, ...]
    z: Floats
    f: Floats
    w: Floats
    norm: float
    shares: Floats
    features: Features | None = None
    added: Floats | None = None

    @property
    def along(self) -> str:
        """The name of the axis along w, "" if there is no w."""
        return "" if not self.w.any() else W if self.norm else SCORE

    def shown(self, axes: tuple[str, ...]) -> tuple[Floats, Floats, float]:
        """The points (k, 3) on these axes, and the plane: its normal (3,), of the length of w, and offset."""
        places, normal, length = np.zeros((len(self.rows), 3)), np.zeros(3), self.norm or 1.0
        for axis, name in enumerate(axes):
            if name == self.along:
                places[:, axis] = self.f / length
            else:
                places[:, axis], normal[axis] = self.z[:, self.names.index(name)], self.w[self.names.index(name)]
        if self.along in axes:
            return places, length * np.eye(3)[axes.index(self.along)], 0.0
        return places, normal, float(np.mean(self.f - places @ normal)) if len(places) else 0.0

    @property
    def foremost(self) -> tuple[str, ...]:
        """The first three axes if f varies along them almost alone, or they have no names; else its three foremost.

        The first ones are the highest powers, of which textbooks speak, and do not change during a run.
        """
        varied = (self.w * self.z.std(axis=0)) ** 2 if len(self.rows) else np.zeros(len(self.names))
        if len(self.names) <= 3 or self.features is None or varied[:3].sum() >= MOST * varied.sum():
            return self.names[:3]
        return tuple(self.names[k] for k in sorted(np.argsort(-varied, kind="stable")[:3].tolist()))


NOWHERE = _Located(frozen((), np.int64), (), np.zeros((0, 0)), np.zeros(0), np.zeros(0), 0.0, np.zeros(0))


@dataclass(frozen=True)
class Space(Reading):
    """axes: the names of those to be shown, chosen by the reading if one is not there.

    basis: the axes of a kernel whose features have no names, which takes too long to compute here.
    """

    key: ClassVar[str] = "space"

    axes: tuple[str, ...] = ()
    basis: Basis | None = None

    def read(self, moment: Moment, focus: Focus) -> SpaceValue:
        session, expansion, counters = moment.session, moment.frame.expansion, moment.frame.counters
        dataset, chosen = session.dataset, learner(session.learner)
        located = self._located(moment)
        rows, named = located.rows, located.features
        names = (*located.names, located.along) if located.along else located.names
        axes = self.axes if self.axes and set(self.axes) <= set(names) else located.foremost
        own = [located.names.index(name) for name in axes if name in located.names]
        places, normal, offset = located.shown(axes)
        drawn, size = places @ normal + offset, float(np.linalg.norm(normal))
        exact = bool((np.abs(located.f - drawn) <= ROUNDING * np.abs(located.f).max(initial=0.0)).all())
        levels = np.full(len(dataset), -1)
        levels[expansion.support] = level(counters.alpha[expansion.support])
        added = None
        if located.added is not None and len(own) == len(axes):
            added = frozen(np.append(located.added[own], np.zeros(3 - len(own))), np.float64)
        return SpaceValue(
            title=session.kernel if chosen.feature_map is None else chosen.feature_map.formula,
            dimensions=0 if named is None else len(named.names) + (named.constant > 0),
            line=named is not None and named.on_line,
            vote=not expansion.additive,
            names=names,
            axes=axes,
            share=float(located.shares[own].sum()),
            ids=frozen(dataset.ids[rows], np.int64),
            labels=frozen(dataset.labels[rows], np.int8),
            held_out=frozen(dataset.held_out[rows], np.bool_),
            places=frozen(places, np.float64),
            levels=frozen(levels[rows], np.int64),
            wrong=frozen(counters.wrong[rows] & (counters.step > 0), np.bool_),
            flat=frozen(dataset.points[rows] if dataset.d == 2 else np.zeros((len(rows), 0)), np.float64),
            count=len(dataset),
            right=len(dataset) - int(np.count_nonzero(counters.wrong)),
            normal=frozen(normal / (size or 1.0), np.float64),
            offset=offset / (size or 1.0),
            margin=moment.frame.margin / (size or 1.0),
            level=moment.frame.margin,
            size=size,
            exact=exact,
            astray=0 if exact else int(np.count_nonzero((drawn > 0) != (located.f > 0))),
            added=added,
            pending=session if len(dataset) and not len(rows) else None,
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """Of each point shown its position in the dataset from 1, its label, all coordinates, and f unless it votes."""
        located, dataset = self._located(moment), moment.session.dataset
        columns = located.rows + 1, dataset.labels[located.rows], *located.z.T
        if not moment.frame.expansion.additive:
            return Numbers(("point", "label", *located.names), columns)
        return Numbers(("point", "label", *located.names, "f"), (*columns, located.f))

    def _located(self, moment: Moment) -> _Located:
        session, kernel = moment.session, effective_kernel(moment.session)
        named = features(kernel, session.dataset.points)
        if named is not None:
            return _by_name(moment, kernel, named)
        if self.basis is None or not self.basis.is_of(session):
            return NOWHERE
        dataset, expansion, rows, z = session.dataset, moment.frame.expansion, self.basis.rows, self.basis.coordinates
        shares = self.basis.values / (self.basis.trace or 1.0)
        if not expansion.additive:
            return _Located(rows, self.basis.names, z, np.zeros(len(z)), np.zeros(z.shape[1]), 0.0, shares)
        f = expansion.decision(kernel, dataset.points, dataset.points[rows])
        inner = f - expansion.bias
        w = z.T @ inner / np.where(self.basis.values > 0, self.basis.values, np.inf)
        square = float(expansion.beta[rows] @ inner) if len(rows) == len(dataset) else 0.0
        return _Located(rows, self.basis.names, z, f, w, float(np.sqrt(max(0.0, square))), shares)


def _by_name(moment: Moment, kernel: Kernel, named: Features) -> _Located:
    """The points in the coordinates of a kernel that has named ones. Raises KpguiError where they are too large."""
    dataset, expansion = moment.session.dataset, moment.frame.expansion.plain
    rows, beta = rows_shown(dataset, named=True), expansion.beta * expansion.additive
    places = moment.frame.expansion.places(dataset.points)
    with np.errstate(over="ignore", invalid="ignore"):
        z, w = named.coordinates(dataset.points[rows]), named.weights(places, beta)
        f = finite(z @ w + (expansion.bias + named.constant * beta.sum()) * expansion.additive, kernel)
        square = float(finite(np.array([w @ w]), kernel)[0])
    added = None
    if moment.frame.explanation and expansion.additive and (last := moment.trace.last_step()) is not None:
        change = last[0].f_after.beta - last[0].f.beta
        added = named.weights(dataset.points, change) * named.units if change.any() else None
    shares = w**2 / (square or 1.0)
    return _Located(
        rows, named.names, z / named.units, f, w * named.units, float(np.sqrt(square)), shares, named, added
    )


def rows_shown(dataset: Dataset, named: bool) -> Ints:
    """The indices of the points in the picture; of a kernel without named features fewer, since each takes all of K."""
    most = MOST_POINTS if named else min(MOST_POINTS, max(200, WORK // max(1, len(dataset))))
    return sample(dataset.labels + 4 * dataset.held_out, most)
