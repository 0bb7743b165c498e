"""The support vector machine (Cortes, Vapnik 1995), trained by SMO."""

from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from kpgui.learners.base import State, TrainingProblem, limit_param
from kpgui.learners.parts.online import c_param
from kpgui.learners.parts.smo import PairSolver
from kpgui.learners.words.svm import SVMWords
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Status
from kpgui.model.param import param
from kpgui.model.updates import Kind, ReplayState, Updates

UPDATE, SHARED = float(Kind.UPDATE), float(Kind.SHARED)

MOST_STEPS = 10_000_000
"""Limit of pair updates, as in LIBSVM: with an indefinite kernel SMO need not end by itself."""

GAP_ERROR_SHARE = 0.1
"""Error of the gap that inaccurate kernel values may cause, as a share of tol."""

UPDATES_PER_CHECK = 1024
"""Pair updates between two checks whether only rounding keeps the gap above tol."""


@dataclass(kw_only=True, eq=False, repr=False)
class SvmState(State):
    """The dual problem and the bias that belongs to its α.

    accuracy: an error bound of its kernel values. fresh: no pair has been selected yet. stalled: see `details`.
    """

    solver: PairSolver
    accuracy: float
    bias: float = 0.0
    fresh: bool = True
    stalled: bool = False


@dataclass(frozen=True)
class SVM(SVMWords):
    """Minimises ½αᵀQα − Σα subject to 0 ≤ α ≤ C, yᵀα = 0, with Q = (y yᵀ)∘K: the soft-margin SVM in its dual form.

    Each step is one pair update of SMO (Platt 1998) with the working set selection of Fan, Chen and Lin (2005); the run
    has converged when the gap of the optimality conditions is below tol. The coefficients are αy. With a kernel that is
    not positive semidefinite it also runs until the gap is below tol, which need not be near the optimum; `details`
    reports negative curvature.
    """

    key = "svm"
    title = "SVM (SMO)"
    formula = "min ½αᵀQα − Σα,   0 ≤ α ≤ C,   yᵀα = 0"

    stepping = "changes two α that together violate the optimality conditions, so that the objective falls"
    by_epochs = False

    biased = True

    C: float = c_param("Largest α: how much a point on the wrong side of its margin may pull.", 1000)
    tol: float = param(
        1e-3,
        "Stop when the gap of the optimality conditions is below this.",
        scale="log",
        low=1e-12,
        high=1,
        slider=(1e-6, 0.1),
        label="Tolerance",
    )
    max_updates: int = limit_param("Stop after this many pair updates; 0 is no limit.", 10_000)

    @property
    def alpha_limit(self) -> float:
        return self.C

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> SvmState:
        members = problem.presentation(0)
        accuracy = GAP_ERROR_SHARE * self.tol / (2 * self.C * max(1, problem.n))
        columns = problem.columns(accuracy)
        linear, roots = -np.ones(problem.n), problem.derived(accuracy)
        solver = PairSolver(columns, problem.diagonal(), problem.labels, linear, members, self.C, roots=roots)
        return SvmState(
            problem=problem,
            alpha=solver.alpha,
            mistakes_per_epoch=[],
            status=None if len(members) else Status.EMPTY,
            solver=solver,
            accuracy=accuracy,
        )

    def advance(self, state: SvmState, steps: int, deadline: float = inf) -> Updates:
        log: list[float] = []
        solver, first, tol, limit = state.solver, state.step, self.tol, self._limit
        if state.fresh and state.status is None:
            solver.select()
            state.fresh, state.bias = False, solver.level
            self._update_outcome(state)
        v, bias, last = solver.v.data, state.bias, first + steps
        while state.status is None and state.step < last:
            i, j = solver.i, solver.j
            v_i, v_j, before = v[i], v[j], bias
            moved = solver.update()
            if moved is None:
                state.stalled, state.status = True, Status.LIMIT
                break
            solver.select()  # before the log: the bias after an update may need the gap after it
            change = solver.level - before
            bias = before + change  # the level up to rounding, and bit for bit the sum of the log
            log += (i, j, *moved, change, before - v_i, before - v_j)
            state.step = step = state.step + 1
            if solver.top - solver.bottom < tol or step % UPDATES_PER_CHECK == 0 or step == limit:
                self._update_outcome(state)
            if deadline < inf and perf_counter() > deadline:
                break
        state.bias, state.updates = bias, state.step
        return _updates(first, log, state.problem.labels)

    @property
    def _limit(self) -> int:
        return min(self.max_updates or MOST_STEPS, MOST_STEPS)

    def _update_outcome(self, state: SvmState) -> None:
        """Sets `status` if the run is over."""
        solver = state.solver
        if solver.gap < self.tol:
            state.status = Status.CONVERGED
        elif state.step == self._limit:
            state.status = Status.LIMIT
        elif state.step and state.step % UPDATES_PER_CHECK == 0 and solver.gap < solver.rounding:
            state.stalled, state.status = True, Status.LIMIT

    def expansion(self, state: SvmState) -> Expansion:
        beta = state.solver.alpha * state.problem.labels + 0.0  # which turns −0 into 0
        roundings, slack = self.roundings(state.updates, state.step), self.slack(state.updates)
        return Expansion.of(beta, state.bias, roundings=roundings, slack=slack)

    def roundings(self, updates: int, step: int) -> float:
        """Two for each pair update: of the change and of the sum."""
        return 2.0 + 2.0 * updates

    def slack(self, updates: int) -> float:
        """b is summed from its changes, with one rounding each of numbers near the margin 1."""
        return EPSILON * (2.0 + 2.0 * updates)

    def recall_alpha(self, replayed: ReplayState) -> Floats:
        return np.abs(replayed.beta)

    def signed_decisions(self, state: SvmState) -> Floats:
        return 1.0 + state.problem.labels * (state.bias - state.solver.v)  # y·f = y(y − v + b), as v = y(1 − Qα)

    def signed_error(self, state: SvmState) -> float:
        """A bound of the rounding of v at every pair update, and of the errors of its columns.

        It assumes that the terms of v were never larger than they are now, since α mostly approaches its final value
        monotonically.
        """
        weight = float(state.solver.alpha.sum())
        size = weight * float(np.abs(state.solver.diagonal).max(initial=0.0))
        largest = size + float(np.abs(state.solver.v).max(initial=0.0)) + abs(state.bias) + 1.0
        return EPSILON * (4 + 2 * state.updates) * largest + weight * state.accuracy

    def details(self, state: SvmState) -> dict[str, Any]:
        """objective: ½αᵀQα − Σα. gap: of the optimality conditions.

        negative_curvature: a pair update has shown that the kernel is not positive semidefinite. stalled: the run ended
        above tol because float64 cannot get closer.
        """
        solver = state.solver
        return {
            "objective": solver.objective,
            "gap": solver.gap,
            "negative_curvature": solver.concave,
            "stalled": state.stalled,
        }

    def quantities(self, state: SvmState) -> dict[str, float]:
        return {"objective": state.solver.objective, "gap": state.solver.gap}


def _updates(first: int, log: list[float], labels: Floats) -> Updates:
    """The updates of the steps from `first` on. log: i, j, Δα_i, Δα_j, Δb and f − y of both points before, for each."""
    steps = np.array(log).reshape(-1, 7)
    points = steps[:, :2].astype(np.int64)
    signs = labels[points]
    n = len(steps)
    return Updates.of(
        step=np.repeat(np.arange(first, first + n), 2),
        point=points.ravel(),
        delta=(signs * steps[:, 2:4]).ravel(),
        bias_delta=np.column_stack([steps[:, 4], np.zeros(n)]).ravel(),
        scale=np.ones(2 * n),
        kind=np.tile((UPDATE, SHARED), n),
        score=(signs + steps[:, 5:]).ravel(),
    )
