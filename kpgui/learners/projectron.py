"""The projectron (Orabona, Keshet, Caputo 2009)."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from kpgui.language import _, ngettext
from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.budget import Budgeted, BudgetState, begin_with_budget
from kpgui.learners.parts.online import SCORE, SHARED, VISIT, epochs_param
from kpgui.learners.parts.workings import factor, similarity, x
from kpgui.model.arrays import EPSILON, Floats, Ints, frozen
from kpgui.model.explanation import ALWAYS, LEARNS, CodeLine, Examined, code
from kpgui.model.guarantee import INDEFINITE, Circumstances, Guarantee
from kpgui.model.mechanism import Bars, Mechanism
from kpgui.model.number import grouped, rounded_up, shown
from kpgui.model.param import param
from kpgui.model.reading import Moment

ROUNDINGS = 16 * 2.0**-52
"""Assumed error of a kernel value, relative to √(K(x,x)·K(z,z)): a δ within this counts as 0."""


PROJECTS, ADDS = "projects", "adds"
"""Branches of the pseudocode."""


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
class Projectron(Budgeted):
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

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, SCORE),
            (1, ALWAYS, _("if yᵢ·f(xᵢ) ≤ 0:")),
            (2, LEARNS, _("k = K(support vectors, xᵢ),   d = K⁻¹k")),
            (2, LEARNS, "δ = K(xᵢ, xᵢ) − k·d"),
            (2, LEARNS, _("if δ ≤ η²:")),
            (3, PROJECTS, "β += yᵢ·d"),
            (2, ADDS, "else:"),
            (3, ADDS, _("xᵢ is a new support vector,   βᵢ = yᵢ")),
        )

    def branches(self, examined: Examined) -> frozenset[str]:
        if examined.kind is None:
            return super().branches(examined)
        return super().branches(examined) | {ADDS if examined.rows.delta[0] else PROJECTS}

    def workings(self, state: ProjectronState, examined: Examined) -> tuple[str, ...]:
        """δ, and the η² that it is compared with."""
        if examined.kind is None:
            return ()
        i = examined.point
        itself = similarity(state, i, i)
        near, delta = self._projected(state, examined, itself)
        limit, rounded = self.eta**2, _(", up to rounding") if delta > self.eta**2 else ""
        relation = f"> η² = {shown(limit)}" if examined.rows.delta[0] else f"≤ η² = {shown(limit)}{rounded}"
        name = f"K({x(i)}, {x(i)})"
        return (f"δ = {name} − k·d = {shown(itself)} − {factor(near)} = {shown(max(0.0, delta))} {relation}",)

    @staticmethod
    def _basis(state: ProjectronState, alpha: Ints) -> Ints:
        """Indices of the points that span when the α were these, at this step of the state or before, (k,).

        None is ever dropped, so they are the first ones of the state. Each was added at the first mistake on it, and
        still spans if projections have taken its β back to 0.
        """
        added = state.points[: len(state.order)]
        return added[: int(np.count_nonzero(alpha[added]))]

    def _projected(self, state: ProjectronState, examined: Examined, itself: float) -> tuple[float, float]:
        """k·d and δ of a mistake at any step."""
        basis = self._basis(state, examined.before.alpha)
        size = len(basis)
        k = state.problem.block(np.array([examined.point]), basis)[0]
        length = state.basis[:size, :size] @ k
        near = float(length @ length)
        return near, itself - near

    def changes(self, state: ProjectronState, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        limit = f"η² = {shown(self.eta**2)}"
        if examined.rows.delta[0]:
            new = _("δ > {limit}: point {point} becomes a support vector").format(
                limit=limit, point=grouped(examined.point + 1)
            )
            return (*examined.change_of_alpha(), *examined.change_of_beta(), new)
        shares = int(np.count_nonzero(examined.rows.kind == SHARED))
        projected = _("δ ≤ {limit}: projected onto the support vectors, changing {shares} β").format(
            limit=limit, shares=grouped(shares)
        )
        return (*examined.change_of_alpha(), *examined.change_of_beta(), projected)

    def mechanism(self, moment: Moment) -> Mechanism:
        f, counters = moment.frame.expansion, moment.frame.counters
        basis = self._basis(moment.trace.latest_state, counters.alpha)
        only_projected = counters.alpha > 0
        only_projected[basis] = False
        told = _(
            "A mistake within η = {eta} of the span of the support vectors, in feature space, is "
            "projected onto it: it changes their β, and does not become one itself."
        ).format(eta=shown(self.eta))
        back = int(np.count_nonzero(f.beta[basis] == 0))
        if back:
            told += ngettext(
                " {n} of the points projected onto is back at β = 0.",
                " {n} of the points projected onto are back at β = 0.",
                back,
            ).format(n=grouped(back))
        projected = _("projected"), counters.updates - len(basis)
        numbers = (_("mistakes"), counters.updates), (_("support vectors"), len(f.support)), projected
        bars = Bars.largest(_("β of the support vectors, the largest first"), "β", f.beta)
        return Mechanism(told, bars, numbers, frozen(np.flatnonzero(only_projected), np.int64))

    def roundings(self, updates: int, step: int) -> float:
        return float(updates)

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        if not circumstances.definite:
            return INDEFINITE
        s, radius = f"1 − {rounded_up(self.eta)}·‖g‖", rounded_up(circumstances.largest)
        return Guarantee(
            _(
                "At most {radius}·‖g‖²/s² + 2·(hinge loss of g, summed over the steps)/s mistakes "
                "against every g with s = {s} > 0 (after Orabona, Keshet, Caputo 2009). It keeps no more "
                "support vectors than feature space has dimensions, and any two of them are more than η "
                "apart there."
            ).format(radius=radius, s=s)
        )
