"""The perceptron on an explicit feature map (Rosenblatt 1958; Novikoff 1962)."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kpgui.language import _, sentence
from kpgui.learners.base import TrainingProblem, bound
from kpgui.learners.parts.ahead import AheadState, LookingAhead
from kpgui.learners.parts.novikoff import novikoff
from kpgui.learners.parts.online import VISIT, begin, bias_param, epochs_param, eta_param
from kpgui.learners.parts.workings import factor, growth, x
from kpgui.model.arrays import EPSILON, Floats, Ints, frozen
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import ALWAYS, LEARNS, CodeLine, Examined, code
from kpgui.model.feature_map import MAPS, FeatureMap
from kpgui.model.guarantee import Circumstances, Guarantee
from kpgui.model.mechanism import MOST, Bars, Mechanism, Plane, largest
from kpgui.model.number import shown
from kpgui.model.param import param
from kpgui.model.reading import Moment
from kpgui.model.replay_state import ReplayState

LISTED = 4
"""Most weights that are listed one by one where a step is explained; of more their norm is told."""


@dataclass(kw_only=True, eq=False, repr=False)
class PrimalState(AheadState):
    """f = η·(w·φ + b): weights (D,) and bias without η, whose factor would round. features: φ of the block's points."""

    weights: Floats
    features: Floats
    bias: float = 0.0


@dataclass(frozen=True)
class Perceptron(LookingAhead):
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
        return begin(problem, PrimalState, weights=np.zeros(width), features=np.zeros((0, width)))

    def score(self, state: PrimalState) -> None:
        state.features = self.feature_map.phi(state.problem.points[state.rows])
        state.scores = self._scores(state, 0)

    def recompute(self, state: PrimalState, i: int) -> float:
        """f by the kernel φ(x)·φ(z), which can be computed exactly."""
        return float(state.problem.score(np.array([i]), state.alpha * state.problem.labels, state.bias)[0])

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
        (size, error), updates = state.problem.magnitude, state.updates
        roundings = (updates + len(state.weights) + 2) * updates * size + abs(state.bias)
        state.error_bound = bound(updates * error + EPSILON * roundings)
        return np.einsum("ij,j->i", state.features[first:], state.weights) + state.bias

    def expansion(self, state: PrimalState) -> Expansion:
        return self._expansion(state.alpha, state)

    def recall(self, state: PrimalState, replayed: ReplayState, step: int) -> Expansion:
        return self._expansion(replayed.alpha, state)

    def _expansion(self, alpha: Ints, state: PrimalState) -> Expansion:
        counts = alpha * state.problem.labels + 0.0
        return Expansion.of(counts, float(counts.sum()) if self.bias else 0.0, self.eta)

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        return code(
            (0, ALWAYS, _(VISIT)),
            (1, ALWAYS, "f = w·φ(xᵢ)" + " + b" * self.bias),
            (1, ALWAYS, _("if yᵢ·f ≤ 0:")),
            (2, LEARNS, "w += η·yᵢ·φ(xᵢ)"),
            (2, LEARNS, "b += η·yᵢ") if self.bias else None,
        )

    def workings(self, state: PrimalState, examined: Examined) -> tuple[str, ...]:
        return () if examined.kind is None else (growth(state, examined.point, self.eta, self.bias),)

    def sums(self, state: PrimalState, examined: Examined) -> tuple[str, str]:
        i = examined.point
        phi = self.feature_map.phi(state.problem.points[i : i + 1])[0].tolist()
        symbols = f"f({x(i)}) = w·φ({x(i)})" + " + b" * self.bias

        def summed(alpha: Ints, bias: float) -> str:
            w = self._weights(state, alpha).tolist()
            if len(phi) <= LISTED:
                terms = [f"{factor(a)}·{factor(b)}" for a, b in zip(w, phi, strict=True)]
            elif self.bias:
                terms = [shown(sum(a * b for a, b in zip(w, phi, strict=True)))]
            else:
                return symbols
            return f"{symbols} = {' + '.join([*terms, *[factor(bias)] * self.bias])}"

        before, after = (examined.before, examined.f), (examined.after, examined.f_after)
        return summed(before[0].alpha, before[1].bias), summed(after[0].alpha, after[1].bias)

    def changes(self, state: PrimalState, examined: Examined) -> tuple[str, ...]:
        if examined.kind is None:
            return ()
        before, i = self._weights(state, examined.before.alpha), examined.point
        after = before + self.eta * examined.labels[0] * self.feature_map.phi(state.problem.points[i : i + 1])[0]
        if len(before) <= LISTED:
            weights = f"w {_vector(before)} → {_vector(after)}"
        else:
            weights = f"‖w‖ {shown(float(np.linalg.norm(before)))} → {shown(float(np.linalg.norm(after)))}"
        return (weights, *examined.change_of_bias(), *examined.change_of_alpha())

    def mechanism(self, moment: Moment) -> Mechanism:
        """w, a row for each feature, and its plane."""
        dataset, counters, f = moment.session.dataset, moment.frame.counters, moment.frame.expansion
        w, chosen = self._sum(counters.alpha, dataset.labels, dataset.points), self.feature_map
        order = np.arange(len(w)) if len(w) <= MOST else largest(np.abs(w), np.arange(len(w)), MOST)
        names = tuple(chosen.monomial(j, dataset.d) for j in order.tolist())
        rows = np.full(len(order), -1)
        bars = Bars.of(
            _("w, for each feature of {formula}").format(formula=_(chosen.formula)),
            "w",
            rows,
            w[order],
            len(w),
            names=names,
        )
        told = sentence(_("All that is learned is w, one weight for each feature: f(x) = w·φ(x)") + " + b" * self.bias)
        bias = (("b", f.bias),) if self.bias else ()
        numbers = (_("mistakes"), counters.mistakes), ("‖w‖", float(np.linalg.norm(w))), *bias
        return Mechanism(told, bars, numbers, plane=Plane(frozen(w, np.float64), f.bias, self._added(moment)))

    def _added(self, moment: Moment) -> Floats | None:
        """η·y·φ(x) of the step made last, (D,); None if it was no mistake, or too fast to be explained."""
        last, dataset = moment.trace.latest(1), moment.session.dataset
        if moment.frame.explanation is None or not len(last) or last.step[0] != moment.frame.counters.step - 1:
            return None
        i = int(last.point[0])
        return frozen(self.eta * dataset.labels[i] * self.feature_map.phi(dataset.points[i : i + 1])[0], np.float64)

    def _weights(self, state: PrimalState, alpha: Ints) -> Floats:
        return self._sum(alpha, state.problem.labels, state.problem.points)

    def _sum(self, alpha: Ints, labels: Any, points: Floats) -> Floats:
        """w = Σ η·α·y·φ(x), (D,)."""
        support = np.flatnonzero(alpha)
        counts = alpha[support] * labels[support]
        return self.eta * np.einsum("i,ij->j", counts, self.feature_map.phi(points[support])) + 0.0

    def details(self, state: PrimalState) -> dict[str, Any]:
        return {"w": self.eta * state.weights}

    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        return novikoff(circumstances, self.bias)


def _vector(weights: Floats) -> str:
    return f"({', '.join(shown(weight) for weight in weights.tolist())})"
