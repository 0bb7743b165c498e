"""Why a step did what it did, and what adds up to f at one place."""

from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar

import numpy as np

from kpgui.kernels import Kernel
from kpgui.learners import learner_of
from kpgui.model.arrays import Floats, Ints, Labels, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion, Similarity, Votes, finite
from kpgui.model.explanation import CodeLine, Examined, Explanation, ran
from kpgui.model.frame import Frame
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.model.session import Session

_NO_PROBE: Floats = frozen((), np.float64)


@dataclass(frozen=True, eq=False)
class ScoreParts:
    """The parts of f at one place, all of them or the largest, (k,); f is their sum plus a bias.

    rows: indices of the points that they come from. coefficients: β of each point, or the share of the votes of each
    prototype. values: K(xᵢ, x), or the sign of each prototype at x. parts: the products of both. prototypes: the
    numbers of the prototypes from 1, the first one made first; None where f is a sum over points.
    """

    rows: Ints
    coefficients: Floats
    values: Floats
    parts: Floats
    prototypes: Ints | None = None

    def at(self, chosen: Ints) -> "ScoreParts":
        """Those with these indices."""
        return ScoreParts(
            frozen(self.rows[chosen], np.int64),
            frozen(self.coefficients[chosen], np.float64),
            frozen(self.values[chosen], np.float64),
            frozen(self.parts[chosen], np.float64),
            None if self.prototypes is None else frozen(self.prototypes[chosen], np.int64),
        )


@dataclass(frozen=True, eq=False)
class ProbeValue:
    """f at `place` (d,), and its largest parts by size, in descending order.

    examined: position from 1 of the point whose place it is; 0 for the pointer's. f: with the right sign, 0 where that
    cannot be determined. rest: the sum of the parts that are not listed. count: number of all parts. ids, labels (k,):
    of the points that the listed parts come from; positions (k, d): their coordinates. symbol: what f is called.
    start: the part of the w that f started from.
    """

    place: Floats
    examined: int
    f: float
    bias: float
    rest: float
    count: int
    listed: ScoreParts
    ids: Ints
    labels: Labels
    positions: Floats
    symbol: str = "f"
    start: float = 0.0


@dataclass(frozen=True)
class Probe(Reading):
    """The `most` largest parts of f at the pointer; None where there is no such place.

    That is its last place on the canvas, so that the parts can be looked at; before there is any, the point examined
    last.
    """

    key: ClassVar[str] = "probe"
    needs: ClassVar[frozenset[str]] = frozenset({"place"})

    most: int = 64

    def read(self, moment: Moment, focus: Focus) -> ProbeValue | None:
        from kpgui.engine.run.run import effective_kernel  # the window opens sooner without it

        dataset, frame = moment.session.dataset, moment.frame
        found = self._place(dataset, frame, focus)
        if found is None:
            return None
        return probed(frame.expansion, effective_kernel(moment.session), dataset, *found, self.most)

    def _place(self, dataset: Dataset, frame: Frame, focus: Focus) -> tuple[Floats, int] | None:
        """The place (d,), and the position from 1 of the examined point whose place it is, else 0."""
        if focus.place is not None and dataset.d == 2:
            return np.array(focus.place), 0
        return None if frame.point < 0 else (dataset.points[frame.point], frame.point + 1)

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """All parts of f at that place, the largest first, with the position from 1 of the point of each."""
        from kpgui.engine.run.run import effective_kernel
        from kpgui.formats.tabular.text import coordinate_names  # the window opens sooner without it

        dataset, frame = moment.session.dataset, moment.frame
        found = self._place(dataset, frame, focus)
        names = ("prototype",) if frame.expansion.voters else ()
        names = *names, "point", *coordinate_names(dataset.d), "label", "coefficient", "value", "part"
        if found is None:
            return Numbers(names, tuple(np.zeros(0) for __ in names))
        parts = parts_of(frame.expansion, effective_kernel(moment.session), dataset.points, found[0])
        parts = parts.at(np.argsort(-np.abs(parts.parts), kind="stable"))
        first = () if parts.prototypes is None else (parts.prototypes,)
        of = dataset.points[parts.rows].T, dataset.labels[parts.rows]
        return Numbers(names, (*first, parts.rows + 1, *of[0], of[1], parts.coefficients, parts.values, parts.parts))


def probed(
    expansion: Expansion, kernel: Kernel, dataset: Dataset, place: Floats, examined: int, most: int
) -> ProbeValue:
    """f at a place (d,), and its `most` largest parts. examined: see `ProbeValue`.

    Raises KpguiError when a kernel value overflows.
    """
    from kpgui.engine.run.problem import decision  # the window opens sooner without it

    parts = parts_of(expansion, kernel, dataset.points, place)
    largest = np.argsort(-np.abs(parts.parts), kind="stable")
    listed, others, anchor = parts.at(largest[:most]), largest[most:], expansion.anchor
    return ProbeValue(
        place=frozen(place, np.float64),
        examined=examined,
        f=float(decision(expansion, kernel, dataset.points, place[None])[0]),
        bias=0.0 if parts.prototypes is not None else expansion.bias,
        rest=float(parts.parts[others].sum()),
        count=len(parts.parts),
        listed=listed,
        ids=frozen(dataset.ids[listed.rows], np.int64),
        labels=frozen(dataset.labels[listed.rows], np.int8),
        positions=frozen(dataset.points[listed.rows], np.float64),
        symbol=expansion.symbol,
        start=0.0 if anchor is None else expansion.unit * anchor.term * float(np.dot(anchor.place, place)),
    )


@singledispatch
def parts_of(expansion: Expansion, kernel: Similarity, points: Floats, place: Floats) -> ScoreParts:
    """All parts of f at a place (d,): of the support vectors, or of the prototypes that vote.

    Raises KpguiError when a kernel value overflows.
    """
    support = expansion.support
    values = kernel.gram(points[support], place[None])[:, 0] if len(support) else _NO_PROBE
    beta = expansion.beta[support]
    return ScoreParts(support, beta, values, finite(beta * values, kernel))


@parts_of.register
def _votes(votes: Votes, kernel: Kernel, points: Floats, place: Floats) -> ScoreParts:
    """Those of the prototypes: each has the share c_k / Σ c of the votes, for or against."""
    from kpgui.engine.votes.exact_votes import exact_signs  # the window opens sooner without it

    count = len(votes.points)
    signs = np.zeros(count)
    if count:
        with np.errstate(over="ignore", invalid="ignore"):
            for first, block in exact_signs(votes, kernel, points, place[None]):
                signs[first : first + len(block)] = np.nan_to_num(block[:, 0])
    shares = votes.counts / max(1, votes.total)
    return ScoreParts(votes.points, shares, signs, shares * signs, np.arange(1, count + 1))


_NONE: Ints = frozen((), np.int64)


@dataclass(frozen=True, eq=False)
class StepValue:
    """The step made last. workings: formulas of the learner with their numbers. before, after: f at the point examined.

    f, f_after: the sums that these are of. sums: formulas of the learner in place of these, see `Learner.sums`.
    """

    explanation: Explanation
    workings: tuple[str, ...]
    before: ProbeValue
    after: ProbeValue
    f: Expansion
    f_after: Expansion
    sums: tuple[str, str] | None = None


@dataclass(frozen=True, eq=False)
class WhyValue:
    """title: of the learner. lines: its pseudocode. ran: whether each line ran in the step, () without a step.

    steps: made so far. step: None before the first one, and if it is no longer on record.
    """

    title: str
    lines: tuple[CodeLine, ...]
    ran: tuple[bool, ...]
    steps: int
    step: StepValue | None
    session: Session

    @property
    def table(self) -> Numbers:
        """The parts of f at the point examined, before and after the step, by position of the points from 1."""
        from kpgui.engine.run.run import effective_kernel
        from kpgui.formats.tabular.text import coordinate_names  # the window opens sooner without it

        dataset, step = self.session.dataset, self.step
        rows, place = _NONE, np.zeros(dataset.d)
        values: list[Floats] = [frozen((), np.float64)] * 5
        if step is not None:
            rows, place = np.union1d(step.f.support, step.f_after.support), step.before.place
            every = Expansion.of(np.isin(np.arange(len(dataset)), rows), 0.0)
            kernel = parts_of(every, effective_kernel(self.session), dataset.points, place).values
            old, new = step.f.beta[rows], step.f_after.beta[rows]
            values = [old, new, kernel, old * kernel, new * kernel]
        names = "point", *coordinate_names(dataset.d), "label", "beta_before", "beta_after", "kernel"
        columns = rows + 1, *dataset.points[rows].T, dataset.labels[rows], *values
        return Numbers((*names, "part_before", "part_after"), columns)


@dataclass(frozen=True)
class Why(Reading):
    """The step made last, with the `most` largest parts of f at its point, of an SVM at the first of its two."""

    key: ClassVar[str] = "why"

    most: int = 64

    def read(self, moment: Moment, focus: Focus) -> WhyValue:
        session, chosen = moment.session, learner_of(moment.session)
        lines, found = chosen.pseudocode, moment.trace.last_step()
        branches = () if found is None else chosen.branches(found[0])
        return WhyValue(
            title=chosen.title,
            lines=lines,
            ran=() if found is None else ran(lines, branches),
            steps=moment.frame.counters.step,
            step=None if found is None else self._step(session, *found),
            session=session,
        )

    def _step(self, session: Session, examined: Examined, state: object) -> StepValue:
        from kpgui.engine.run.run import effective_kernel  # the window opens sooner without it

        chosen, dataset, kernel = learner_of(session), session.dataset, effective_kernel(session)
        at = dataset.points[examined.point], examined.point + 1, self.most
        return StepValue(
            explanation=chosen.explain(state, examined),
            workings=chosen.workings(state, examined),
            before=probed(examined.f, kernel, dataset, *at),
            after=probed(examined.f_after, kernel, dataset, *at),
            f=examined.f,
            f_after=examined.f_after,
            sums=chosen.sums(state, examined),
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        return self.read(moment, focus).table
