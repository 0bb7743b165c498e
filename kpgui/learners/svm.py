"""The support vector machine (Cortes, Vapnik 1995), trained by SMO."""

from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.learners.base import MAX_COUNT, Learner, Problem, State
from kpgui.learners.smo import PairSolver
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.dataclass import dataclass
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Status
from kpgui.model.guarantee import Circumstances, Guarantee
from kpgui.model.moment import Moment
from kpgui.model.number import shown
from kpgui.model.param import param
from kpgui.model.updates import COLUMNS, Kind, Updates

UPDATE, SHARED = float(Kind.UPDATE), float(Kind.SHARED)

MOST_STEPS = 10_000_000
"""Pair updates after which even a kernel that is none has had its chance (LIBSVM's limit)."""

LOOK = 1024
"""Pair updates between two looks at whether rounding alone keeps the gap open."""


@dataclass(kw_only=True)
class SvmState(State):
    """The dual problem and the bias that its α mean. fresh: no pair has been selected yet. stalled: see `details`."""

    solver: PairSolver
    bias: float = 0.0
    fresh: bool = True
    stalled: bool = False

    def __post_init__(self) -> None:
        self.labels: list[float] = self.problem.labels.tolist()

    def score(self, i: int) -> float:
        """f at point i: v = y − f + b."""
        return self.labels[i] - self.solver.v.item(i) + self.bias


@dataclass(frozen=True)
class SVM(Learner):
    """Minimises ½αᵀQα − Σα, 0 ≤ α ≤ C, yᵀα = 0, with Q = (y yᵀ)∘K: the widest margin that C lets it have.

    Each step is one pair update of SMO (Platt 1998) with the working set of Fan, Chen and Lin (2005); the run has
    converged when the gap of the optimality conditions is below tol. The coefficients are αy. A kernel that is not
    positive semidefinite is run as well, until the gap is below tol; that need not be near the optimum, and
    `details` tells of the negative curvature.
    """

    key = "svm"
    title = "SVM (SMO)"
    formula = "min ½αᵀQα − Σα,   0 ≤ α ≤ C,   yᵀα = 0"

    by_epochs = False

    biased = True

    C: float = param(
        1.0,
        "Largest α: how much a point on the wrong side of its margin may pull.",
        scale="log",
        low=0,
        open_low=True,
        high=1e9,
        slider=(0.01, 1000),
    )
    tol: float = param(
        1e-3,
        "Stop when the gap of the optimality conditions is below this.",
        scale="log",
        low=1e-12,
        high=1,
        slider=(1e-6, 0.1),
    )
    max_updates: int = param(
        0,
        "Stop after this many pair updates; 0 is no limit.",
        scale="integer",
        low=0,
        high=MAX_COUNT,
        slider=(0, 10_000),
    )

    def begin(self, problem: Problem, rng: "np.random.Generator") -> SvmState:
        members = problem.presentation(0)
        solver = PairSolver(
            problem.signed_column, problem.diagonal(), problem.labels, -np.ones(problem.n), members, self.C
        )
        return SvmState(
            problem=problem,
            alpha=solver.alpha,
            mistakes_per_epoch=[],
            status=None if len(members) else Status.EMPTY,
            solver=solver,
        )

    def advance(self, state: SvmState, steps: int, deadline: float = inf) -> Updates:
        log: list[float] = []
        if state.fresh and state.status is None:
            state.solver.select()
            state.fresh, state.bias = False, state.solver.level
            self._judge(state)
        while steps > 0 and state.status is None:
            self._step(state, log)
            steps -= 1
            if deadline < inf and perf_counter() > deadline:
                break
        table = np.array(log).reshape(-1, len(COLUMNS))
        return Updates.of(**{name: table[:, k] for k, name in enumerate(COLUMNS)})

    def _step(self, state: SvmState, log: list[float]) -> None:
        """One pair update, and the choice of the next pair: the bias after an update needs the gap after it."""
        solver = state.solver
        scores = state.score(solver.i), state.score(solver.j)
        done = solver.update()
        if done is None:
            state.stalled, state.status = True, Status.LIMIT
            return
        solver.select()
        bias_before, state.bias = state.bias, solver.level
        bias_delta, labels = state.bias - bias_before, state.labels
        log += (state.step, done.i, labels[done.i] * done.delta_i, bias_delta, 1.0, UPDATE, scores[0])
        log += (state.step, done.j, labels[done.j] * done.delta_j, 0.0, 1.0, SHARED, scores[1])
        state.step += 1
        state.updates += 1
        self._judge(state)

    def _judge(self, state: SvmState) -> None:
        """Whether the run is over."""
        solver = state.solver
        if solver.gap < self.tol:
            state.status = Status.CONVERGED
        elif state.updates and state.updates in (self.max_updates, MOST_STEPS):
            state.status = Status.LIMIT
        elif state.updates % LOOK == LOOK - 1 and solver.gap < solver.rounding:
            state.stalled, state.status = True, Status.LIMIT

    def expansion(self, state: SvmState) -> Expansion:
        return Expansion.of(state.solver.alpha * state.problem.labels + 0.0, state.bias)  # + 0.0 turns −0 into 0

    def recall_alpha(self, moment: Moment) -> Floats:
        return np.abs(moment.beta)

    def signed_decisions(self, state: SvmState) -> Floats:
        return 1.0 + state.problem.labels * (state.bias - state.solver.v)  # y·f = y(y − v + b), as v = y(1 − Qα)

    def signed_error(self, state: SvmState) -> float:
        """Rounding in v: at every pair update, and once more in the difference from b."""
        largest = float(np.abs(state.solver.v).max(initial=0.0)) + abs(state.bias) + 1.0
        return EPSILON * (4 + 2 * state.updates) * largest

    def details(self, state: SvmState) -> dict[str, Any]:
        """objective: ½αᵀQα − Σα. gap: of the optimality conditions.

        negative_curvature: a pair update has shown that the kernel is not positive semidefinite. stalled: the run ended
        above tol because float64 cannot come nearer.
        """
        solver = state.solver
        return {
            "objective": solver.objective,
            "gap": solver.gap,
            "negative_curvature": solver.bent,
            "stalled": state.stalled,
        }

    def readings(self, state: SvmState) -> dict[str, float]:
        return {"objective": state.solver.objective, "gap": state.solver.gap}

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return Guarantee(
                "No guarantee here: this kernel is not known to be positive semidefinite, so where the gap is below "
                "tol there may still be something better elsewhere.",
                False,
            )
        return Guarantee(
            "Every pair update lowers the objective, and finitely many bring the gap below tol (Keerthi, Gilbert 2002; "
            f"Chen, Fan, Lin 2006). It is then at most n·C·tol = n·{shown(self.C * self.tol)} above the least, "
            "for n points; how many are on the wrong side is not bounded."
        )
