"""What all variants of a sheet have in common: kernel, learner, conventions and order, as far as hands can do them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from kpgui.engine.run.problem import Problem
from kpgui.engine.run.run import effective_kernel
from kpgui.kernels import Kernel
from kpgui.learners import learner, learner_of
from kpgui.learners.base import Learner
from kpgui.model.arrays import Exacts
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.words.exercise_sheet.band import FARTHEST, FINEST, LEAST_POINTS, MOST_EPOCHS, MOST_POINTS, USUAL_POINTS

LEARNERS = "perceptron", "kernel_perceptron", "averaged_perceptron", "voted_perceptron"

Place = tuple[int, int]

PLACES: tuple[Place, ...] = tuple(
    (x, y) for x in range(-FARTHEST, FARTHEST + 1) for y in range(-FARTHEST, FARTHEST + 1) if x or y
)


Exact = int | Fraction


def plain(number: Exact) -> Exact:
    """The number as an int if it is whole: ints are computed with twenty times faster."""
    return int(number) if number.denominator == 1 else number


def decimal(number: float) -> Exact:
    """The number as it is written: 0.1 is 1/10, not the nearest binary fraction."""
    return plain(Fraction(repr(number)))


@dataclass(frozen=True, eq=False)
class Setting:
    """session: with no points, and the learner's epochs limited. order: of an epoch, indices of the points, (count,).

    Make one with `of`.
    """

    session: Session
    learner: Learner
    kernel: Kernel
    count: int
    order: tuple[int, ...]

    @classmethod
    def of(cls, session: Session) -> "Setting":
        """That of a session, whose points only say how many. Raises KpguiError for what cannot be done by hand."""
        chosen, n = learner(session.learner), len(session.dataset)
        count = n if LEAST_POINTS <= n <= MOST_POINTS else USUAL_POINTS
        _check(session, chosen, count)
        epochs = min(chosen.settings()["epochs"] or MOST_EPOCHS, MOST_EPOCHS)
        limited = type(chosen)(**{**chosen.settings(), "epochs": epochs})
        bare = replace(session, dataset=Dataset.empty(), learner=str(limited), reached=None, ghosts=(), answers=())
        kernel = effective_kernel(session)
        dataset = Dataset.of(PLACES[:count], [1] * count)
        session.conventions.check(dataset, learner_of(session).possible, chosen.key)
        problem = Problem(dataset, kernel, session.order, session.seed, conventions=session.conventions)
        found = cls(bare, learner_of(bare), kernel, count, tuple(problem.presentation(0).tolist()))
        values = (value for row in found.gram.values() for value in row.values())
        if max(*(each.denominator for each in (found.eta, found.b, *found.w, *values))) > FINEST:
            raise KpguiError(f"{kernel} and {chosen} lead to fractions with denominators above {FINEST}.")
        return found

    @property
    def epochs(self) -> int:
        return int(self.learner.settings()["epochs"])

    @cached_property
    def gram(self) -> dict[Place, dict[Place, Exact]]:
        """K of any two places, exactly; with a bias K + 1."""
        places = np.array(PLACES, dtype=object)
        rows = (self.kernel.exact_values(places, places) + int(self.learner.biased)).tolist()
        return {each: dict(zip(PLACES, map(plain, row), strict=True)) for each, row in zip(PLACES, rows, strict=True)}

    @cached_property
    def eta(self) -> Exact:
        return decimal(float(self.learner.settings().get("eta", 1)))

    @cached_property
    def w(self) -> tuple[Exact, ...]:
        """What w starts from; () for 0."""
        return tuple(map(decimal, self.session.conventions.w))

    @cached_property
    def b(self) -> Exact:
        """What b starts from."""
        return decimal(self.session.conventions.b)

    def features(self, points: Sequence[Place]) -> Exacts | None:
        """φ of the points, (n, D); None where there is no w to ask for."""
        places, explicit = np.array(points, dtype=object), self.learner.feature_map
        if explicit is not None:
            return explicit.phi(places)
        return places if str(self.kernel) == "linear()" else None


def _check(session: Session, chosen: Learner, count: int) -> None:
    """Raises KpguiError for what cannot be done by hand, or not exactly."""
    given, kernel, dataset = chosen.settings(), effective_kernel(session), session.dataset
    if chosen.key not in LEARNERS:
        raise KpguiError(f"{chosen.key} cannot be done by hand exactly; a sheet takes {', '.join(LEARNERS)}.")
    if given.get("decay", 1) != 1 or given.get("alpha_cap") or given.get("max_updates"):
        raise KpguiError(f"{chosen} is not for a sheet; leave out decay, alpha_cap and max_updates.")
    if not kernel.rational:
        raise KpguiError(f"{kernel} cannot be done by hand exactly; a sheet takes linear and polynomial kernels.")
    if session.order == "shuffled_each_epoch":
        raise KpguiError("A sheet cannot tell an order that is shuffled for each epoch; choose another one.")
    if len(dataset) and dataset.d != 2:
        raise KpguiError(f"A sheet has points in the plane; these have {dataset.d} coordinates.")
    first, named = session.conventions.first or 0, session.conventions.order or session.conventions.alpha
    if count != len(dataset) and (named or first >= count):
        allowed = f"{LEAST_POINTS} to {MOST_POINTS}"
        raise KpguiError(f"The conventions name points, of which a sheet has {allowed}; there are {len(dataset)}.")
