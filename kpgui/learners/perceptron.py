"""The perceptron on an explicit feature map (Rosenblatt 1958; Novikoff 1962)."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kpgui.learners.base import TrainingProblem, bound
from kpgui.learners.parts.ahead import AheadState, LookingAhead
from kpgui.learners.parts.online import begin, bias_param, epochs_param, eta_param
from kpgui.learners.words.perceptron import PerceptronWords
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.expansion import MAPS, Anchor, Expansion, FeatureMap
from kpgui.model.param import param
from kpgui.model.updates import ReplayState

DYADIC = 2.0**20
"""Shares that are whole multiples of 1/DYADIC are exact; of others the last bits may be rounding."""


@dataclass(kw_only=True, eq=False, repr=False)
class PrimalState(AheadState):
    """f = η·(w·φ + b): weights (D,) and bias without η, whose factor would round. features: φ of the block's points.

    started: the mistakes that f started from. start_size: the largest Σ|terms| of the w and b that it started from.
    """

    weights: Floats
    features: Floats
    bias: float = 0.0
    started: int = 0
    start_size: float = 0.0


@dataclass(frozen=True)
class Perceptron(PerceptronWords, LookingAhead):
    """If y·(w·φ(x) + b) ≤ 0, then w += η·y·φ(x) and, with a bias, b += η·y.

    The weights w live in the feature space of the chosen map; the session's kernel is not used. It makes exactly the
    mistakes of the kernel perceptron with K(x, z) = φ(x)·φ(z), and w = Σ βᵢ φ(xᵢ), whose coefficients β = η·α·y it
    records.
    """

    key = "perceptron"
    title = "Perceptron (primal)"
    formula = "if y·(w·φ(x) + b) ≤ 0:   w += η·y·φ(x)"
    AHEAD: ClassVar[int] = 256

    map: str = param(
        "identity", "The feature map φ, instead of a kernel.", scale="choice", choices=tuple(MAPS), symbol="φ"
    )
    bias: bool = bias_param()
    eta: float = eta_param()
    epochs: int = epochs_param()

    @property
    def feature_map(self) -> FeatureMap:
        return MAPS[self.map]

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> PrimalState:
        problem.diagonal()  # raises KpguiError if a value overflows
        width = self.feature_map.phi(np.zeros((1, problem.points.shape[1]))).shape[1]
        state = begin(problem, PrimalState, weights=np.zeros(width), features=np.zeros((0, width)))
        given = self.conventions
        some = np.flatnonzero(given.alpha)
        state.alpha[some] = np.array(given.alpha)[some]
        counts = state.alpha[some] * problem.labels[some]
        state.weights += np.einsum("i,ij->j", counts, self.feature_map.phi(problem.points[some]))
        state.bias, state.started = float(counts.sum()) * self.bias + given.b / self.eta, int(state.alpha.sum())
        state.start_size = abs(given.b / self.eta)
        if given.w:
            w = np.array(given.w) / self.eta
            state.weights += w
            state.start_size += float((np.abs(problem.points) @ np.abs(w)).max(initial=0.0))
        return state

    @property
    def possible(self) -> tuple[str, ...]:
        w = ("w",) * (self.map == "identity")
        return (*super().possible, "tie", "alpha", *w, *(("b",) if w and self.bias else ()))

    @property
    def _anchor(self) -> Anchor | None:
        return Anchor(self.conventions.w, 1 / self.eta) if self.conventions.w else None

    def roundings(self, updates: int, step: int) -> float:
        """Those of the w and b of a start, divided by η."""
        given = self.conventions
        shares = (1 / self.eta if given.w else 0.0), given.b / self.eta
        return 0.0 if all((share * DYADIC).is_integer() for share in shares) else 2.0

    def score(self, state: PrimalState) -> None:
        state.features = self.feature_map.phi(state.problem.points[state.rows])
        state.scores = self._scores(state, 0)

    def recompute(self, state: PrimalState, i: int) -> float:
        """f by the kernel φ(x)·φ(z), which can be computed exactly."""
        terms, roundings = state.alpha * state.problem.labels, self.roundings(state.updates, state.step)
        return float(state.problem.score(np.array([i]), terms, state.bias, roundings, anchor=self._anchor)[0])

    def learn(self, state: PrimalState, row: int, i: int) -> None:
        y, score = state.labels[i], state.scores[row]
        state.weights += y * state.features[row]
        state.bias += y * self.bias
        delta = self.eta * y
        state.record(i, delta, self.eta * score, bias_delta=delta * self.bias)
        state.scores[row + 1 :] = self._scores(state, row + 1)

    def _scores(self, state: PrimalState, first: int) -> Floats:
        """The scores of the block's points from row `first` on; sets `state.error_bound`.

        Not by a matrix product, whose last bits depend on the number of rows. The error bound counts one rounding of
        each weight for every update, and those of the sum of products.
        """
        (size, error), updates = state.problem.magnitude, state.started + state.updates
        roundings = (updates + len(state.weights) + 3) * (updates * size + state.start_size) + abs(state.bias)
        state.error_bound = bound(updates * error + EPSILON * roundings)
        return np.einsum("ij,j->i", state.features[first:], state.weights) + state.bias

    def expansion(self, state: PrimalState) -> Expansion:
        return self._expansion(state.alpha, state)

    def recall(self, state: PrimalState, replayed: ReplayState, step: int) -> Expansion:
        return self._expansion(replayed.alpha, state)

    def _expansion(self, alpha: Ints, state: PrimalState) -> Expansion:
        counts = alpha * state.problem.labels + 0.0
        constant = float(counts.sum()) * self.bias + self.conventions.b / self.eta
        roundings = self.roundings(state.updates, state.step)
        return Expansion.of(counts, constant, self.eta, roundings, anchor=self._anchor)

    def details(self, state: PrimalState) -> dict[str, Any]:
        return {"w": self.eta * state.weights}
