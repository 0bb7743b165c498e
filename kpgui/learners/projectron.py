"""The projectron (Orabona, Keshet, Caputo 2009)."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.budget import Budgeted, BudgetState, begin_with_budget
from kpgui.learners.parts.online import SHARED, epochs_param
from kpgui.learners.words.projectron import ProjectronWords
from kpgui.model.arrays import EPSILON, Floats
from kpgui.model.param import param

ROUNDINGS = 16 * 2.0**-52
"""Assumed error of a kernel value, relative to √(K(x,x)·K(z,z)): a δ within this counts as 0."""


@dataclass(kw_only=True, eq=False, repr=False)
class ProjectronState(BudgetState):
    """Support vectors in the slots from 0 on, with their Gram matrix K and a factor of its inverse.

    gram: (slots, slots) K. basis: (slots, slots) W, lower triangular, whose rows are the coefficients of an orthonormal
    basis of their span, so that K⁻¹ = WᵀW. Updating K⁻¹ itself by the block inversion formula would lose twice as many
    digits. lengths: (slots,) √K(x, x).
    """

    gram: Floats
    basis: Floats
    lengths: Floats

    def project(self, k: Floats, itself: float) -> tuple[Floats, float, float]:
        """d = K⁻¹k, δ = K(x, x) − k·d, and the largest δ that rounding may make of 0. itself: K(x, x)."""
        size = len(self.order)
        basis, gram = self.basis[:size, :size], self.gram[:size, :size]
        d = basis.T @ (basis @ k)
        d += basis.T @ (basis @ (k - gram @ d))  # one step of iterative refinement
        delta = itself - float(k @ d) - float(d @ (k - gram @ d))
        length = sqrt(max(0.0, itself)) + float(np.abs(d) @ self.lengths[:size])
        return d, delta, ROUNDINGS * length * length

    def rounding_of(self, d: Floats) -> float:
        """A bound of the error of f at any point from the rounding of d and of the coefficients it was added to.

        It does not cover an ill-conditioned Gram matrix, for which d itself may have larger errors.
        """
        size = len(self.order)
        sizes = np.abs(self.beta[:size]) + 16 * np.abs(d)
        return EPSILON * float(sizes @ self.lengths[:size]) * sqrt(self.problem.magnitude[0])

    def extend(self, k: Floats, itself: float, d: Floats, delta: float) -> None:
        """Extends Gram matrix and basis by the support vector added last."""
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
class Projectron(ProjectronWords, Budgeted):
    """A kernel perceptron that adds a support vector only if its projection onto the others' span is not close to it.

    At a mistake on x: k = K(support vectors, x), d = K⁻¹k, and δ = K(x, x) − k·d is the squared distance of φ(x) from
    their span. If δ ≤ η², then β += y·d, else x becomes a support vector with coefficient y.
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
        label="Distance",
    )
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> ProjectronState:
        return begin_with_budget(
            problem, ProjectronState, gram=np.zeros((0, 0)), basis=np.zeros((0, 0)), lengths=np.zeros(0)
        )

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
