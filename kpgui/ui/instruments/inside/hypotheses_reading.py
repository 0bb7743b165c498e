"""The last hypothesis, the vote of all and their mean, side by side: three answers of one run of the perceptron."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kpgui.language import later
from kpgui.learners import learner
from kpgui.model.arrays import Floats, Ints, Labels, frozen
from kpgui.model.errors import Token
from kpgui.model.expansion import Answers, Expansion, Votes
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.model.session import Session, View

if TYPE_CHECKING:
    from kpgui.engine.picture.raster import Raster

PIXELS = 64
"""Pixels along each side of a small map."""

MOST_VOTERS = 20_000
"""Most hypotheses whose vote is drawn small: about two seconds of work, less where it continues a map from before."""

MOST_SCORED = 1 << 24
"""Most hypotheses times points for which the points that the vote gets wrong are counted: about a second of work."""

LIMIT = 3.0
"""Seconds after which a map or a count is given up. Where many hypotheses are exactly 0 at many places, as those of a
linear kernel are at points of a lattice, deciding each tie takes a hundred times as long as the bounds above say."""

PIECE = 0.02
"""Seconds of counting between two looks at the token, about."""

ASIDE = np.pi / 1000, np.e / 1000
"""How far a map is moved aside, as a share of half its side: else pixels are on lines of symmetry, as ties are."""

NO_CURVE: Floats = np.zeros((0, 2))

NAMES = later("last f"), later("vote"), later("mean")


@dataclass(frozen=True, eq=False)
class HypothesesValue:
    """The answers after `step` steps, functions on the points of `session`.

    voted_errors: the points trained on that the vote gets wrong, where the run knows it: it answers with the vote.
    """

    session: Session
    step: int
    answers: Answers
    voted_errors: int | None


@dataclass(frozen=True)
class HypothesesReading(Reading):
    """The answers as functions, which takes a millisecond; `SmallMaps` computes their values, away from the trainer.

    None for learners that do not combine hypotheses, or if the points are not in a plane.
    """

    key: ClassVar[str] = "hypotheses"

    def read(self, moment: Moment, focus: Focus) -> HypothesesValue | None:
        frame, session = moment.frame, moment.session
        answers = learner(session.learner).answers(moment, MOST_VOTERS) if session.dataset.d == 2 else None
        if answers is None:
            return None
        voted = frame.counters.errors if frame.expansion.voters else None
        return HypothesesValue(session, frame.counters.step, answers, voted)

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        """Of each hypothesis: its number from 1, the point whose mistake made it, from 1, and its votes."""
        answers = learner(moment.session.learner).answers(moment, moment.frame.counters.mistakes)
        vote = None if answers is None else answers.vote
        points, votes = (np.zeros(0, np.int64),) * 2 if vote is None else (vote.points, vote.counts)
        return Numbers(("prototype", "point", "votes"), (np.arange(1, len(points) + 1), points + 1, votes))


@dataclass(frozen=True, eq=False)
class SmallMap:
    """One answer over `view`. name: which. errors: the points trained on that it gets wrong. None means too much work.

    signs (ny, nx): of f at the pixel centres, row 0 at ymin. boundary (k, 2): f = 0, NaN rows between polylines.
    """

    name: str
    view: View
    signs: Labels | None
    boundary: Floats
    errors: int | None


@dataclass(frozen=True, eq=False)
class Maps:
    """The maps after `step` steps. count: number of hypotheses; trained: number of points trained on."""

    step: int
    count: int
    trained: int
    maps: tuple[SmallMap, ...]


class SmallMaps:
    """Computes maps of the answers, in any one thread; a vote that continues an earlier one takes less time."""

    def __init__(self) -> None:
        self._for: tuple[object, ...] = ()
        self._rasters: list[Raster] = []

    def maps(self, value: HypothesesValue, token: Token) -> Maps:
        """Raises KpguiError when f is too large, `Cancelled` soon after the token says so."""
        from kpgui.engine.exact import DistinctPoints
        from kpgui.engine.picture.raster import Raster
        from kpgui.engine.run.run import effective_kernel
        from kpgui.process import one_blas_thread  # the window opens sooner without them

        session, answers = value.session, value.answers
        dataset, kernel = session.dataset, effective_kernel(session)
        view = square_around(dataset.points)
        if self._for != (dataset, session.kernel):
            distinct = DistinctPoints(dataset.points)
            self._rasters = [Raster(kernel, distinct, view, PIXELS, PIXELS) for _ in NAMES]
            self._for = dataset, session.kernel
        trained, made = dataset.training, []
        with one_blas_thread():
            for name, f, raster in zip(NAMES, (answers.last, answers.vote, answers.mean), self._rasters, strict=True):
                known = value.voted_errors if name == "vote" else None
                signs, boundary = (None, NO_CURVE) if f is None else _drawn(raster, f, token)
                errors = _errors(f, kernel, session, trained, token) if known is None and f is not None else known
                made.append(SmallMap(name, view, signs, frozen(boundary, np.float64), errors))
        return Maps(value.step, answers.count, len(trained), tuple(made))


def square_around(points: Floats) -> View:
    """A view around these points that is as high as it is wide."""
    view = View.around(points)
    half = max(view.xmax - view.xmin, view.ymax - view.ymin) / 2
    x = (view.xmin + view.xmax) / 2 + ASIDE[0] * half
    y = (view.ymin + view.ymax) / 2 + ASIDE[1] * half
    return View(x - half, x + half, y - half, y + half)


def _drawn(raster: "Raster", f: Expansion, token: Token) -> tuple[Labels | None, Floats]:
    """The signs and the boundary; None and no curve if that takes too long."""
    from kpgui.engine.picture.field import contours

    values = np.empty((raster.ny, raster.nx))
    pieces: Iterator[None] = raster.fill(f, values)
    began = perf_counter()
    for _ in pieces:
        token.check()
        if perf_counter() - began > LIMIT:
            return None, NO_CURVE
    return frozen(np.sign(values), np.int8), next(contours(values, raster.view, (0.0,)))


def _errors(f: Expansion, kernel: Any, session: Session, trained: Ints, token: Token) -> int | None:
    """How many of the points trained on f gets wrong, under the tie rule; None if that is too much work."""
    from kpgui.engine.run.problem import decision

    dataset = session.dataset
    if isinstance(f, Votes) and f.voters * len(trained) > MOST_SCORED:
        return None
    wrong, done, height, began = 0, 0, 1, perf_counter()
    while done < len(trained):
        token.check()
        rows, before = trained[done : done + height], perf_counter()
        signed = dataset.labels[rows] * decision(f, kernel, dataset.points, dataset.points[rows])
        wrong += int(np.count_nonzero(session.conventions.wrong(signed, dataset.labels[rows])))
        done, now = done + len(rows), perf_counter()
        height = max(1, height // 2) if now - before > PIECE else 2 * height
        if now - began > LIMIT and done < len(trained):
            return None
    return wrong
