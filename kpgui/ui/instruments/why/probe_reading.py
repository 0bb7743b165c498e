"""The probe: what adds up to f at one place."""

from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar

import numpy as np

from kpgui.kernels import Kernel
from kpgui.model.arrays import Floats, Ints, Labels, frozen
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion, Similarity, finite
from kpgui.model.frame import Frame
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.model.votes import Votes

_NONE: Floats = frozen((), np.float64)


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


@dataclass(frozen=True)
class Probe(Reading):
    """The `most` largest parts of f at the pointer, or at the point examined last; None where there is no such place.

    The pointer's place is the last one on the canvas, so that the parts can be looked at; before there is any it is the
    point examined last.
    """

    key: ClassVar[str] = "probe"
    needs: ClassVar[frozenset[str]] = frozenset({"place"})

    most: int = 64
    at_examined: bool = False

    def read(self, moment: Moment, focus: Focus) -> ProbeValue | None:
        from kpgui.engine.run.run import effective_kernel  # the window opens sooner without it

        dataset, frame = moment.session.dataset, moment.frame
        found = self._place(dataset, frame, focus)
        if found is None:
            return None
        return probed(frame.expansion, effective_kernel(moment.session), dataset, *found, self.most)

    def _place(self, dataset: Dataset, frame: Frame, focus: Focus) -> tuple[Floats, int] | None:
        """The place (d,), and the position from 1 of the examined point whose place it is, else 0."""
        if focus.place is not None and not self.at_examined and dataset.d == 2:
            return np.array(focus.place), 0
        return None if frame.point < 0 else (dataset.points[frame.point], frame.point + 1)

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """All parts of f at that place, the largest first, with the position from 1 of the point of each."""
        from kpgui.engine.run.run import effective_kernel
        from kpgui.formats.tabular.writing import coordinate_names  # the window opens sooner without it

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
    from kpgui.engine.run.scoring import decision  # the window opens sooner without it

    parts = parts_of(expansion, kernel, dataset.points, place)
    largest = np.argsort(-np.abs(parts.parts), kind="stable")
    listed, others = parts.at(largest[:most]), largest[most:]
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
    )


@singledispatch
def parts_of(expansion: Expansion, kernel: Similarity, points: Floats, place: Floats) -> ScoreParts:
    """All parts of f at a place (d,): of the support vectors, or of the prototypes that vote.

    Raises KpguiError when a kernel value overflows.
    """
    support = expansion.support
    values = kernel.gram(points[support], place[None])[:, 0] if len(support) else _NONE
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
                signs[first : first + len(block)] = block[:, 0]
    shares = votes.counts / max(1, votes.total)
    return ScoreParts(votes.points, shares, signs, shares * signs, np.arange(1, count + 1))
