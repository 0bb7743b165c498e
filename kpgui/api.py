"""The public Python API.

>>> import kpgui
>>> points, labels = [[-1, -1], [1, -1], [-1, 1], [1, 1]], [-1, 1, 1, -1]
>>> model = kpgui.fit(points, labels, kernel="poly(degree=2, c=1)")
>>> model.converged, model.alpha.tolist(), model.mistakes_per_epoch.tolist()
(True, [1, 1, 1, 1], [4, 0])
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from operator import index
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from kpgui import formats
from kpgui.engine.messages import Unit
from kpgui.engine.picture.field import field
from kpgui.engine.run.columns import SharedColumns
from kpgui.engine.run.problem import decision
from kpgui.engine.run.run import MOST_STEPS, Run, effective_kernel, guarantee
from kpgui.kernels import Kernel, kernel
from kpgui.learners import learner
from kpgui.model.arrays import Floats, Ints, Labels
from kpgui.model.conventions import TIES, USUAL, Conventions
from kpgui.model.dataset import Dataset, positions_of
from kpgui.model.errors import UNWATCHED, KpguiError, Token, short
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import Guarantee
from kpgui.model.frame import Counters, Status
from kpgui.model.session import ORDER, SEED, Session, View
from kpgui.model.stopping import StoppingPoint
from kpgui.model.updates import Kind, Updates
from kpgui.process import one_blas_thread

if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial
    from kpgui.engine.run.problem import Problem

__all__ = [
    "Conventions", "Kind", "KpguiError", "Model", "Session", "analyse", "fit", "kernel", "load", "losses", "save",
    "train",
]  # fmt: skip

TRIED_POINTS, TRIED_STEPS = 5_000, 500_000
"""Limits of an analysis' trial run of a perceptron: at most so many points, and about so many steps."""

TRIED_EFFORT = 12
"""`effort` of a kernel above which the trial run has fewer steps."""

TRIED_AT_ONCE = 500
"""Steps of the trial run between two checks of `stop`."""

SEARCHED_AT_ONCE = 5_000
"""Steps between two looks at how many mistakes a run has made, when it is searched for one of them."""

AT_ONCE = 0.05
"""Seconds of training between two looks at whether it is still wanted."""

TRIED_MISTAKES = 100_000
"""Mistakes after which the trial run ends: each costs a pass over all points."""

TRIED_EXACT_WORK = 6_000_000
"""`exact_work` of a problem, about one second's work, at which the trial run ends."""


@dataclass(frozen=True, eq=False)
class Model:
    """The result of training a session's learner.

    kernel: the one it learned with; for a learner on an explicit feature map, the kernel of that map. details: the
    learner's own results, by name (see docs/learners.md). margin: the margins are the curves
    f = ±margin. status: how training ended, None if it was stopped after a given number of steps. updates: the log of
    all changes, see `kpgui.model.updates.Updates`.
    """

    session: Session
    kernel: Kernel
    expansion: Expansion
    counters: Counters
    status: Status | None
    updates: Updates
    details: dict[str, Any]
    margin: float = 1.0

    @cached_property
    def guarantee(self) -> Guarantee:
        """What is proved about the learner for these points and this kernel."""
        return guarantee(self.session)

    def decision(self, Z: Any) -> Floats:
        """f at each row of Z (m, d): float64 (m,) with the right sign; 0 where the sign cannot be determined.

        Raises KpguiError when d is not the dataset's.
        """
        rows = positions_of(Z)
        if rows.shape[1] != self.session.dataset.d:
            raise KpguiError(f"Points must be an array of shape (m, {self.session.dataset.d}), not {rows.shape}.")
        with one_blas_thread():
            return decision(self.expansion, self.kernel, self.session.dataset.points, rows)

    def predict(self, Z: Any) -> Labels:
        """The side of the boundary for each row of Z: int8 (m,) in {-1, 0, +1}; a tie as the tie rule says, else 0."""
        f = self.decision(Z)
        return np.where(f == 0, TIES[self.session.conventions.tie], np.sign(f)).astype(np.int8)

    def field(self, rectangle: tuple[float, float, float, float], size: tuple[int, int]) -> Floats:
        """f at the pixel centres of the rectangle (xmin, xmax, ymin, ymax): float64 (ny, nx), row 0 at ymin.

        Raises KpguiError unless the points are two-dimensional, the rectangle has an area and (nx, ny) are at least 1.
        """
        edges, pixels = tuple(map(float, rectangle)), tuple(map(index, size))
        if len(edges) != 4 or len(pixels) != 2:
            raise KpguiError("A field needs a rectangle (xmin, xmax, ymin, ymax) and a size (nx, ny).")
        view, (nx, ny) = View(*edges), pixels
        if self.session.dataset.d != 2:
            raise KpguiError(f"A field needs points with 2 coordinates; these have {self.session.dataset.d}.")
        extents = view.xmax - view.xmin, view.ymax - view.ymin
        if not (min(extents) > 0 and max(extents) < inf and nx >= 1 and ny >= 1):
            raise KpguiError("A field needs finite xmin < xmax, ymin < ymax and at least one pixel each way.")
        with one_blas_thread():
            return field(self.kernel, self.session.dataset.points, self.expansion, view, nx, ny)

    @property
    def alpha(self) -> Any:
        """The mistakes on each point: (n,) int64, in dataset order; for the SVM its dual variables, float64."""
        return self.counters.alpha

    @property
    def beta(self) -> Floats:
        """The coefficients: (n,) float64, in dataset order."""
        return self.expansion.beta

    @property
    def bias(self) -> float:
        return self.expansion.bias

    @property
    def support(self) -> Ints:
        """Indices of the support vectors, the points with β ≠ 0."""
        return self.expansion.support

    @property
    def steps(self) -> int:
        """Points examined, over all epochs."""
        return self.counters.step

    @property
    def epochs(self) -> int:
        """Epochs begun."""
        return self.counters.epoch

    @property
    def mistakes(self) -> int:
        return self.counters.mistakes

    @property
    def mistakes_per_epoch(self) -> Ints:
        return self.counters.per_epoch

    @property
    def converged(self) -> bool:
        """Whether the last epoch had no mistake; for the SVM, whether its gap came below tol."""
        return self.status is Status.CONVERGED

    def reached(self, stop: StoppingPoint) -> bool:
        """Whether the run got as far as this; there is nothing to reach without points."""
        length = len(self.session.dataset.training)
        epochs = self.steps // length if length else 0
        made = {"step": self.steps, "mistake": self.mistakes, "epoch": epochs, "end": 0}
        return not length or made[stop.unit] >= stop.at

    @property
    def training_error(self) -> float:
        """Share of the training points that f puts on the wrong side; f = 0 counts as wrong, unless the tie
        rule says otherwise. NaN without any."""
        return _share(self.counters.errors, len(self.session.dataset.training))

    @property
    def held_out_error(self) -> float:
        """Share of the held-out points that f puts on the wrong side; NaN without any."""
        return _share(self.counters.held_out_errors, int(self.session.dataset.held_out.sum()))


def _share(count: int, of: int) -> float:
    return count / of if of else float("nan")


def fit(
    points: Any,
    labels: Any,
    kernel: str | Kernel = "rbf(sigma=1)",
    learner: str = "kernel_perceptron()",
    seed: int = 0,
    order: str = "dataset",
    held_out: Any = None,
    conventions: Conventions | dict[str, Any] = USUAL,
) -> Model:
    """Trains a learner to its end on points (n, d) with labels (n,) in {-1, +1}.

    conventions: of a textbook, as in `{"tie": "+1", "order": [2, 0, 1]}`, see `kpgui.Conventions`. Raises KpguiError
    when the points, the labels, an expression or the conventions are invalid, or a kernel value overflows.
    """
    dataset = Dataset.of(points, labels, held_out)
    given = Conventions.of(conventions)
    return train(Session(dataset, str(kernel), str(learner), order, seed, conventions=given))


def train(
    session: Session,
    steps: int | StoppingPoint | None = None,
    token: Token = UNWATCHED,
    shared: SharedColumns | None = None,
) -> Model:
    """Trains a session's learner to its end, or for a number of steps, or to a stopping point if the run gets there.

    shared: the kernel values of earlier calls, and of this one for later ones. Raises KpguiError as `fit` does, for
    steps that are none, and for an epoch or a mistake of a learner that has none; Cancelled.
    """
    session = _checked(session)
    _check_steps(steps.at if isinstance(steps, StoppingPoint) else steps)
    with one_blas_thread():
        if isinstance(steps, StoppingPoint):
            steps = _steps_to(session, steps, token, shared)
        return _trained(session, MOST_STEPS if steps is None else steps, token, shared)


def _check_steps(steps: Any) -> None:
    """Raises KpguiError unless these are a whole number that is not negative, or None for all."""
    if steps is not None and not (isinstance(steps, int | np.integer) and steps >= 0):
        raise KpguiError(f"steps must be a whole number of at least 0 or a stopping point, not {short(repr(steps))}.")


def _steps_to(session: Session, stop: StoppingPoint, token: Token, shared: SharedColumns | None) -> int:
    """The steps from the start of a session's run to a stopping point; `MOST_STEPS` when it ends before."""
    if stop.unit == "end" or stop.at == 0:
        return MOST_STEPS if stop.unit == "end" else 0
    if stop.unit == "step":
        return stop.at
    run = Run(session, shared=shared)
    if not run.learner.by_epochs:
        raise KpguiError(f"The learner {run.learner.key} has neither epochs nor mistakes; name a step, as in 100.")
    if stop.unit == "epoch":
        return min(stop.at * run.epoch_length, MOST_STEPS)
    while run.outcome is None and len(run.timeline.mistakes) < stop.at:
        token.check()
        run.advance(SEARCHED_AT_ONCE, _deadline(token))
    steps = run.step_of(Unit.MISTAKE, stop.at, 0)
    return MOST_STEPS if steps is None else steps


def _deadline(token: Token) -> float:
    """When to look again whether training is still wanted; never, if nobody watches."""
    return inf if token is UNWATCHED else perf_counter() + AT_ONCE


def _trained(session: Session, steps: int, token: Token, shared: SharedColumns | None) -> Model:
    run, made = Run(session, shared=shared), list[Updates]()
    last = min(steps, run.most_steps)
    while not made or (run.outcome is None and run.head < steps):
        token.check()
        made.append(run.advance(steps - run.head, _deadline(token)))
        if 0 < last < MOST_STEPS:
            token.report(min(1.0, run.head / last))
    updates = Updates.join(made)
    return Model(
        session=session,
        kernel=run.kernel,
        expansion=run.expansion(),
        counters=run.counters(),
        status=run.outcome,
        updates=updates,
        details=run.details,
        margin=run.margin,
    )


def analyse(
    session: Session, *, bias: bool = False, stop: Callable[[], bool] | None = None
) -> "tuple[Findings, Trial | None]":
    """Analyses a session's points under its kernel K, or its learner's feature map; K + 1 with a bias.

    Returns the findings (see `kpgui.analysis.findings`), and how a perceptron fares on the points: None if there are
    none or very many, or each step would take too long. stop: whether to give up, asked every few milliseconds in the
    calling thread, such as `threading.Event.is_set`. Raises KpguiError as `fit` does, `kpgui.model.errors.Cancelled`.
    """
    from kpgui.analysis.findings import findings
    from kpgui.engine.run.problem import Problem
    from kpgui.kernels.algebra.explicit import Explicit

    session, token = _checked(session), Token(stop)
    map_of = learner(session.learner).feature_map
    chosen = kernel(session.kernel) if map_of is None else Explicit(map_of)
    problem = Problem(session.dataset, chosen, session.order, session.seed)
    found = findings(problem, session.dataset, chosen, bias=bias, seed=session.seed, token=token)
    if not 0 < len(session.dataset.training) <= TRIED_POINTS:
        return found, None
    name = "kernel_perceptron(" if map_of is None else f'perceptron(map="{map_of.key}", '
    epochs = min(max(TRIED_STEPS // len(session.dataset.training), 20), 1000)
    epochs = max(2, epochs // max(1, chosen.effort // TRIED_EFFORT))
    tried = replace(session, conventions=USUAL, learner=f"{name}bias={str(bias).lower()}, epochs={epochs})")
    return found, _trial(tried, problem, token)


def _trial(session: Session, problem: "Problem", token: Token) -> "Trial | None":
    """A trial run of a perceptron on the points; None when it did not complete one epoch."""
    from kpgui.analysis.cycle import cycle
    from kpgui.analysis.findings import Trial

    run, made = Run(session), []
    mistakes = 0
    while run.outcome is None and run.problem.exact_work < TRIED_EXACT_WORK and mistakes < TRIED_MISTAKES:
        token.check()
        made.append(run.advance(TRIED_AT_ONCE))
        mistakes += len(made[-1])
    if run.outcome is None:
        run.seek(run.head - run.head % run.epoch_length)
        if not run.cursor:
            return None
    counters, converged = run.counters(), run.outcome is Status.CONVERGED
    repeats = not converged and session.order != "shuffled_each_epoch"
    found = cycle(problem, Updates.join(made), counters.epoch, token=token) if repeats else None
    return Trial(session.order, counters.epoch, counters.mistakes, converged, found)


def _checked(session: Session) -> Session:
    """The session with its expressions and settings validated and in canonical form."""
    for ghost in session.ghosts:
        effective_kernel(Session(kernel=ghost.moment.kernel, learner=ghost.moment.learner))
    return replace(
        session,
        kernel=str(kernel(session.kernel)),
        learner=str(learner(session.learner)),
        order=str(ORDER.validate(session.order)),
        seed=int(SEED.validate(session.seed)),
        shape=_checked_shape(session.shape),
        conventions=Conventions.of(session.conventions),
    )


def _checked_shape(shape: str) -> str:
    if not shape:
        return ""
    from kpgui.generators import generator  # only a session that the window has saved has one

    try:
        return str(generator(shape))
    except KpguiError as error:  # names the expression only
        raise KpguiError(f"the field 'shape': {error}") from None


def load(path: str | Path, choices: formats.Choices | None = None) -> Session:
    """The session in a file; a file of points alone gives a session with default kernel and learner.

    choices: which columns, which classes and so on, see `kpgui.formats.Choices`; by default they are inferred from the
    file. Raises KpguiError, naming the file and the line or field, when it cannot be read.
    """
    return load_with_remarks(path, choices)[0]


def load_with_remarks(path: str | Path, choices: formats.Choices | None = None) -> tuple[Session, tuple[str, ...]]:
    """The session, and what the user should know about how it was read: rows skipped, classes left out."""
    imported = formats.read(path, choices)
    return checked(imported.session, path), imported.report.remarks


def checked(session: Session, path: str | Path) -> Session:
    """The session read from a file, with its expressions and settings validated and in canonical form.

    Raises KpguiError, naming the file and the field, when one of them is not allowed.
    """
    try:
        return _checked(session)
    except KpguiError as error:
        raise KpguiError(f"{path}: {error}") from error


def losses(session: Session, path: str | Path) -> tuple[str, ...]:
    """What saving to this path would lose because its format cannot hold it, one sentence each.

    Raises KpguiError when no format has this suffix.
    """
    return formats.losses(_checked(session), formats.format_for(path), _checked(Session()))


def save(session: Session, path: str | Path) -> None:
    """Writes a session; the suffix decides the format. A failed save leaves an existing file unchanged.

    Raises KpguiError, naming the path, when it cannot be written.
    """
    formats.save(session, path)
