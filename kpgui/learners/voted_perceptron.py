"""The voted perceptron (Freund and Schapire 1999)."""

from dataclasses import dataclass, field

import numpy as np

from kpgui.learners.base import TrainingProblem
from kpgui.learners.parts.margins import MarginState, OfAllSteps, begin_with_margins
from kpgui.learners.parts.online import bias_param, epochs_param
from kpgui.learners.words.voted_perceptron import VotedPerceptronWords
from kpgui.model.arrays import Floats, Growing, Ints
from kpgui.model.expansion import Answers, Expansion, Votes, ballots, vote_of
from kpgui.model.param import indexed
from kpgui.model.reading import Moment
from kpgui.model.updates import ReplayState


@dataclass(kw_only=True, eq=False, repr=False)
class VotedState(MarginState):
    """The state of the perceptron that learns, whose margins these are, and the votes of its earlier hypotheses.

    points, steps: of each mistake, in order; the hypothesis that it makes votes from that step on. ballots: (2, n)
    those of all hypotheses but the last, times y, and the undecided ones. nulls: the hypotheses that are 0 everywhere.
    """

    points: Growing
    steps: Growing
    ballots: Floats
    nulls: Growing
    last_signs: Floats | None = field(default=None, init=False)
    """The cached result of `signs`; None after a mistake."""

    def signs(self) -> Floats:
        """y times the vote of the last hypothesis at every point, (n,); NaN where it is undecided."""
        if self.last_signs is None:
            self.last_signs = self.signs_of_margins()
        return self.last_signs

    def is_null(self, signs: Floats) -> bool:
        """Whether the last hypothesis v is 0 everywhere, given its signs at the points.

        It is if it is exactly 0 at all its support vectors, by ‖v‖² = Σ β·v(x), and has no bias.
        """
        return self.problem.exact and not self.bias and not signs[self.alpha > 0].any()


@dataclass(frozen=True)
class VotedPerceptron(VotedPerceptronWords, OfAllSteps):
    """A kernel perceptron whose hypotheses v_k all vote: c_k counts the step that made v_k and those that it survived.

    f(x) = Σ c_k·sgn(v_k(x)) / Σ c_k. A mistake ends v_k and makes v_{k+1}, which starts with one vote; each correct
    step adds one. The first hypothesis, v₀ = 0, has no votes.
    """

    key = "voted_perceptron"
    title = "Voted perceptron"
    formula = "perceptron steps,   vote = Σ cₖ·sgn(vₖ) / Σ cₖ"
    stepping = "examines the next point; y·v ≤ 0 there, for the last hypothesis v, is a mistake and makes the next one"

    bias: bool = bias_param()
    epochs: int = epochs_param()

    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> VotedState:
        none = np.zeros((2, problem.n))
        return begin_with_margins(
            self, problem, VotedState, points=Growing(), steps=Growing(), nulls=Growing(), ballots=none
        )

    def learn(self, state: VotedState, i: int) -> None:
        y, step = state.labels[i], state.step
        score = y * state.signed
        if len(state.steps):
            signs = state.signs()
            state.ballots += float(step - state.steps.last) * ballots(signs)
            if state.is_null(signs):
                state.nulls.append(len(state.steps) - 1)
        state.add(i, 1.0, y)
        state.last_signs = None
        state.points.append(i)
        state.steps.append(step)
        state.record(i, y, score, bias_delta=y * self.bias)

    def expansion(self, state: VotedState) -> Expansion:
        beta = state.alpha * state.problem.labels + 0.0
        return self._votes(state, beta, state.bias, len(state.steps), state.step)

    def recall(self, state: VotedState, replayed: ReplayState, step: int) -> Expansion:
        count = int(np.searchsorted(state.steps.values, step))
        return self._votes(state, replayed.beta, replayed.bias, count, step)

    def _votes(self, state: VotedState, beta: Floats, bias: float, count: int, step: int) -> Votes:
        points = state.points.values[:count]
        counts = votes_of(state.steps.values[:count], step)
        total, nulls = step * bool(count), state.nulls.values  # v₀ = 0 abstains where ties let it stand
        counts[nulls[nulls < count]] = 0
        if count == len(state.steps) and count and state.is_null(state.signs()):
            counts[-1] = 0
        return Votes.voted(beta, bias, points, state.problem.labels[points], counts, self.bias, total)

    def hypothesis(self, state: VotedState, replayed: ReplayState, step: int) -> Expansion:
        return Expansion.of(replayed.beta, replayed.bias, symbol=indexed("v", replayed.mistakes))

    def signed_decisions(self, state: VotedState) -> Floats:
        if not len(state.steps):
            return vote_of(state.ballots)
        return vote_of(state.ballots + float(state.step - state.steps.last) * ballots(state.signs()))

    def signed_error(self, state: VotedState) -> float:
        """0, since votes are integers."""
        return 0.0

    def answers(self, moment: Moment, most: int) -> Answers:
        votes = moment.frame.expansion
        assert isinstance(votes, Votes)
        return Answers(votes.voters, votes.last, votes if votes.voters <= most else None, votes.mean)

    def details(self, state: VotedState) -> dict[str, Ints]:
        return {"points": state.points.values.copy(), "votes": votes_of(state.steps.values, state.step)}


def votes_of(steps: Ints, stop: int) -> Ints:
    """The votes of each hypothesis: the steps from the mistake that made it to the next one, or to `stop`."""
    return np.diff(np.append(steps, stop)) if len(steps) else np.zeros(0, np.int64)
