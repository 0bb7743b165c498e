"""The projectron (Orabona, Keshet, Caputo 2009)."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.budget import Budgeted, BudgetState, begin_with_budget
from kpgui.learners.parts.online import SHARED, epochs_param
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.number import rounded_up
from kpgui.model.param import param

ROUNDINGS = 16 * 2.0**-52
"""What a kernel value may be off by, relative to √(K(x,x)·K(z,z)): a δ that this explains is 0."""


@dataclass(kw_only=True)
class ProjectronState(BudgetState):
    """The support vectors fill the slots from 0 on.

    gram: (slots, slots) K among them. basis: (slots, slots) W, lower triangular: its rows are the coefficients of an
    orthonormal basis of their span, so that K⁻¹ = WᵀW. K⁻¹ itself, grown by the block formula, loses twice as many
    digits. lengths: (slots,) √K(x, x).
    """

    gram: Floats
    basis: Floats
    lengths: Floats

    def project(self, k: Floats, itself: float) -> tuple[Floats, float, float]:
        """d = K⁻¹k, δ = K(x, x) − k·d, and what rounding may make of a δ of 0."""
        size = len(self.order)
        basis, gram = self.basis[:size, :size], self.gram[:size, :size]
        d = basis.T @ (basis @ k)
        d += basis.T @ (basis @ (k - gram @ d))  # once more for what rounding left over
        delta = itself - float(k @ d) - float(d @ (k - gram @ d))
        length = sqrt(max(0.0, itself)) + float(np.abs(d) @ self.lengths[:size])
        return d, delta, ROUNDINGS * length * length

    def rounding_of(self, d: Floats) -> float:
        """What rounding in d and in the coefficients that it was added to may do to f at any point.

        Where K of the support vectors is ill-conditioned d itself may be off by more, which nothing here says.
        """
        size = len(self.order)
        sizes = np.abs(self.beta[:size]) + 16 * np.abs(d)
        return EPSILON * float(sizes @ self.lengths[:size]) * sqrt(self.problem.magnitude[0])

    def extend(self, k: Floats, itself: float, d: Floats, delta: float) -> None:
        """Grow Gram matrix and basis by the support vector that was added last."""
        size, more = len(d), len(self.beta) - len(self.basis)
        if more:
            self.gram, self.basis = np.pad(self.gram, (0, more)), np.pad(self.basis, (0, more))
            self.lengths = np.pad(self.lengths, (0, more))
        self.gram[size, :size] = self.gram[:size, size] = k
        self.gram[size, size] = itself
        self.basis[size, :size] = -d / sqrt(delta)
        self.basis[size, size] = 1 / sqrt(delta)
        self.lengths[size] = sqrt(itself)


@dataclass(frozen=True)
class Projectron(Budgeted):
    """A kernel perceptron that adds a support vector only where the others cannot stand in for it.

    At a mistake on x: k = K(vectors, x), d = K⁻¹k, δ = K(x, x) − k·d, the squared distance of φ(x) from the span of the
    support vectors. If δ ≤ η², then β += y·d, else x becomes a support vector with coefficient y.
    """

    key = "projectron"
    title = "Projectron"
    formula = "at a mistake: if δ ≤ η²: β += y·K⁻¹k, else f += y·K(x, ·)"

    eta: float = param(
        0.1,
        "Up to this distance, in feature space, from the span of the support vectors a point is projected onto it.",
        scale="log",
        low=0,
        high=1e6,
        slider=(0.001, 1),
        symbol="η",
    )
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> ProjectronState:
        state: ProjectronState = begin_with_budget(
            problem, ProjectronState, gram=np.zeros((0, 0)), basis=np.zeros((0, 0)), lengths=np.zeros(0)
        )
        return state

    def change(self, state: ProjectronState, row: int, i: int, score: float) -> None:
        y, size, itself = state.labels[i], len(state.order), float(state.among[row, row])
        k = state.seen[row, :size]
        d, delta, rounding = state.project(k, itself)
        if delta <= max(self.eta**2, rounding):
            state.beta[:size] += y * d
            state.slack += state.rounding_of(d)
            state.record(i, 0.0, score)
            state.record_all(state.points[:size], y * d, score, SHARED)
        else:
            state.add(row, i, y)
            state.extend(k, itself, d, delta)
            state.record(i, y, score)

    def roundings(self, updates: int, step: int) -> float:
        return float(updates)

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        s, radius = f"1 − {rounded_up(self.eta)}·‖g‖", rounded_up(circumstances.largest)
        return Guarantee(
            f"At most {radius}·‖g‖²/s² + 2·(hinge loss of g, summed over the steps)/s mistakes against every g with "
            f"s = {s} > 0 (after Orabona, Keshet, Caputo 2009). It keeps no more support vectors than feature space "
            "has dimensions, and any two of them are more than η apart there."
        )
