"""The averaged perceptron (Freund and Schapire 1999; Collins 2002)."""

from dataclasses import dataclass

import numpy as np

from kpgui.learners.base import TrainingProblem, bound
from kpgui.learners.parts.margins import MarginState, OfAllSteps, begin_with_margins
from kpgui.learners.parts.online import bias_param, epochs_param
from kpgui.learners.words.averaged_perceptron import AveragedPerceptronWords
from kpgui.model.arrays import EPSILON, Floats, Ints
from kpgui.model.expansion import Answers, Expansion, Votes
from kpgui.model.reading import Moment
from kpgui.model.updates import ReplayState


@dataclass(kw_only=True, eq=False, repr=False)
class AveragedState(MarginState):
    """The state of the perceptron that learns, whose margins these are, and of the sum of its hypotheses.

    After N steps a mistake at the 0-based step s counts N − s times in the sum, so Σ_t f_t = N·f − g, where g weights
    each mistake by s. dated: (n,) the coefficients of g without the labels. dated_sums: (n,) y·g(x) of every point
    without the bias. dated_weight, dated_error: for g what `weight` and `error` are for f.
    """

    dated: Floats
    dated_sums: Floats
    dated_bias: float = 0.0
    dated_weight: float = 0.0
    dated_error: float = 0.0


@dataclass(frozen=True)
class AveragedPerceptron(AveragedPerceptronWords, OfAllSteps):
    """A kernel perceptron that predicts with the mean of f over all its steps: f̄ = Σ_t f_t / N.

    Hypotheses that survive longer weigh more, so the boundary is steadier than that of the last f, which jumps at
    every mistake. The mistakes made while learning are the perceptron's own.
    """

    key = "averaged_perceptron"
    title = "Averaged perceptron"
    formula = "perceptron steps,   f̄ = Σₜ fₜ / N"

    bias: bool = bias_param()
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> AveragedState:
        zeros = np.zeros(problem.n), np.zeros(problem.n)
        return begin_with_margins(self, problem, AveragedState, dated=zeros[0], dated_sums=zeros[1])

    def learn(self, state: AveragedState, i: int) -> None:
        y, step = state.labels[i], state.step
        score = y * state.signed
        state.add(i, 1.0, y)
        state.dated_bias += step * y * self.bias
        state.dated_sums += step * state.problem.signed_column(i)
        state.dated_weight += step
        state.dated_error += step * state.value_error + EPSILON * state.dated_weight * state.size
        state.dated[i] += step
        state.record(i, y, score, bias_delta=y * self.bias)

    def expansion(self, state: AveragedState) -> Expansion:
        return _mean(state.step, state.alpha, state.dated, state.problem.labels, state.bias, state.dated_bias)

    def recall(self, state: AveragedState, replayed: ReplayState, step: int) -> Expansion:
        labels = state.problem.labels
        return _mean(step, replayed.alpha, labels * replayed.dated, labels, replayed.bias, replayed.dated_bias)

    def hypothesis(self, state: AveragedState, replayed: ReplayState, step: int) -> Expansion:
        return Expansion.of(replayed.beta, replayed.bias)

    def answers(self, moment: Moment, most: int) -> Answers:
        """The vote is made from the log of updates, which are the mistakes."""
        counters, labels = moment.frame.counters, moment.session.dataset.labels.astype(np.float64)
        beta = counters.alpha * labels + 0.0
        bias = float(beta.sum()) if self.bias else 0.0
        made = moment.trace.latest(counters.mistakes) if counters.mistakes <= most else None
        vote = None
        if made is not None and len(made) == counters.mistakes:
            votes = np.diff(np.append(made.step, counters.step)) if len(made) else np.zeros(0, np.int64)
            vote = Votes.voted(beta, bias, made.point, labels[made.point], votes, self.bias)
        return Answers(counters.mistakes, Expansion.of(beta, bias), vote, moment.frame.expansion)

    def signed_decisions(self, state: AveragedState) -> Floats:
        bias = state.step * state.bias - state.dated_bias
        sums: Floats = state.step * state.sums - state.dated_sums
        return sums + bias * state.problem.labels if bias else sums

    def signed_error(self, state: AveragedState) -> float:
        size = state.size * (state.step * state.weight + state.dated_weight)
        bias = abs(state.step * state.bias - state.dated_bias)
        return bound(state.step * state.error + state.dated_error + 2 * EPSILON * (size + bias))


def _mean(steps: int, alpha: Ints, dated: Floats, labels: Floats, bias: float, dated_bias: float) -> Expansion:
    """f̄ after so many steps. dated: (n,) the sum of the 0-based steps of each point's mistakes."""
    if not steps:
        return Expansion.of(np.zeros(len(labels)), 0.0, symbol="f̄")
    return Expansion.of(labels * (steps * alpha - dated) + 0.0, steps * bias - dated_bias, 1 / steps, symbol="f̄")
