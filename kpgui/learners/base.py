"""The learner interface: an algorithm that turns a stream of points into coefficients."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from kpgui.language import _, later
from kpgui.model.arrays import Floats, Ints
from kpgui.model.conventions import TIES, USUAL, Conventions
from kpgui.model.expansion import Anchor, Answers, Expansion, FeatureMap
from kpgui.model.explanation import (
    CORRECT,
    DROPS,
    LEARNS,
    MISTAKE,
    Bars,
    Circumstances,
    CodeLine,
    Examined,
    Explanation,
    Guarantee,
    Mechanism,
    Outcome,
)
from kpgui.model.frame import Status
from kpgui.model.param import Declared, grouped, param
from kpgui.model.question import StepQuestion
from kpgui.model.reading import Moment
from kpgui.model.updates import CHANGES, MISTAKES, ReplayState, Updates

MAX_COUNT = 10**12


def limit_param(meaning: str, slider: int, symbol: str = "") -> Any:
    """A parameter that is a limit of some count; 0 is none. slider: the count that its slider goes up to."""
    return param(0, meaning, scale="integer", low=0, high=MAX_COUNT, slider=(0, slider), symbol=symbol)


class TrainingProblem(Protocol):
    """The problem as a learner sees it: points × kernel, and the order in which the points are presented."""

    @property
    def n(self) -> int: ...

    @property
    def points(self) -> Floats:
        """(n, d) float64."""
        ...

    @property
    def labels(self) -> Floats:
        """(n,) float64 in {-1, +1}."""
        ...

    def signed_column(self, i: int) -> Floats:
        """yᵢ·y·K(x, xᵢ) for every point (x, y) of the dataset, (n,): what xᵢ adds to their margins. Cached."""
        ...

    def columns(self, accuracy: float) -> Callable[[int], Floats]:
        """A function i ↦ K(x, xᵢ) for every point x, (n,), with errors up to `accuracy`. Not cached."""
        ...

    def derived(self, accuracy: float) -> dict[int, Floats] | None:
        """Arrays (n,) by point that a learner computed from `columns(accuracy)` and the diagonal, to find and to leave
        for other runs on the same points with the same kernel; None if there are none.
        """
        ...

    def block(self, rows: Ints, columns: Ints) -> Floats:
        """K of some points with some others, (len(rows), len(columns)). Not cached."""
        ...

    @property
    def magnitude(self) -> tuple[float, float]:
        """Upper bounds of |K| and of the error of its computed value, for any two of the points."""
        ...

    def value_errors(self, i: int) -> Floats:
        """Error bounds of the values K(x, xᵢ), (n,). Not cached."""
        ...

    @property
    def exact(self) -> bool:
        """Whether the sign of a score is decided exactly, which takes a rational, positive semidefinite kernel."""
        ...

    @property
    def relative_error(self) -> float:
        """A bound of the relative error of a value of K; inf if there is none."""
        ...

    def score(
        self,
        rows: Ints,
        coefficients: Floats,
        bias: float = 0.0,
        roundings: float = 0.0,
        slack: float = 0.0,
        undecided: float = 0.0,
        anchor: Anchor | None = None,
    ) -> Floats:
        """Σ cⱼ·K(xⱼ, x) + b at these points, (len(rows),), computed anew; `undecided` where its sign is not certain.

        coefficients: c, (n,). roundings: a bound of their relative errors in units of ε; they are exact if it is 0.
        slack: a bound of any further error of the sum. anchor: a further term of it.
        """
        ...

    def diagonal(self) -> Floats:
        """K(x, x) of every point, (n,)."""
        ...

    def score_of(
        self, row: int, points: Ints, coefficients: Floats, bias: float, roundings: float, slack: float
    ) -> float:
        """`score` at one point, from k points with their coefficients (k,); it allocates nothing of size n."""
        ...

    def presentation(self, epoch: int) -> Ints:
        """Indices of the points in the order in which this epoch (0-based) presents them; equally many each time."""
        ...


MISTAKES_CHANGE_F = later("examines the next point; a mistake there changes f")
"""`Learner.stepping` where the tie rule is not the usual one."""

_CONDITION = re.compile(r"if y·(.+?) ≤ 0:")


def bound(error: float) -> float:
    """The error bound, or inf if it came out as NaN because something overflowed."""
    return error if error < inf else inf


@dataclass(kw_only=True, eq=False, repr=False)
class State:
    """The state of a learner's run.

    alpha: (n,) mistakes on each point. step: points examined. mistakes_per_epoch: one entry for each epoch begun.
    status: None until the run is over.
    """

    problem: TrainingProblem
    alpha: Any
    step: int = 0
    updates: int = 0
    mistakes: int = 0
    mistakes_per_epoch: list[int]
    status: Status | None = None


class Learner(ABC, Declared):
    """Base of the learners: parameters are declared as fields, a run lives in a State."""

    formula: ClassVar[str]

    stepping: ClassVar[str] = "examines the next point; y·f ≤ 0 there is a mistake, and changes f"
    """What a step does, in words that go on from "Step …"."""

    by_epochs: ClassVar[bool] = True
    """Whether it examines the dataset point by point, epoch by epoch."""

    bias_decays: ClassVar[bool] = True
    """Whether a decay of the coefficients applies to the bias too."""

    forgets: ClassVar[bool] = False
    """Whether a point that was mistaken and has no coefficient any more was dropped."""

    conventions: ClassVar[Conventions] = USUAL
    """Those of the session, see `under`."""

    def under(self, conventions: Conventions) -> Self:
        """The same learner under a session's conventions, whether or not it can have them."""
        if not conventions:
            return self
        learner, said = copy(self), dict[str, Any](conventions=conventions)
        if conventions.tie != "mistake" and "tie" in self.possible:
            said |= {"stepping": MISTAKES_CHANGE_F, "formula": _CONDITION.sub(r"if y ≠ sgn \1:", self.formula)}
        for name, value in said.items():
            object.__setattr__(learner, name, value)
        return learner

    @property
    def possible(self) -> tuple[str, ...]:
        """The conventions that it can have, by the names of their fields."""
        return ("order", "first") if self.by_epochs else ()

    @property
    def tie(self) -> float:
        """The label that a score of 0 counts as; 0 where it is a mistake for either."""
        return TIES[self.conventions.tie]

    @property
    def tie_label(self) -> str:
        return "+1" if self.tie > 0 else "−1"

    def decided(self, f: str, usual: str, relation: str = "≠") -> str:
        """The line of pseudocode that finds a mistake. f: the score's name. usual: the line if ties are mistakes."""
        line = _("if yᵢ {relation} sgn {f}, where sgn 0 = {label}:")
        return line.format(relation=relation, f=f, label=self.tie_label) if self.tie else usual

    @property
    def feature_map(self) -> FeatureMap | None:
        """The explicit feature map that it uses instead of the session's kernel; None if it uses the kernel."""
        return None

    @property
    def biased(self) -> bool:
        """Whether it learns a bias."""
        return bool(getattr(self, "bias", False))

    @property
    def alpha_limit(self) -> float:
        """The largest α that a point can have, where |β| = α; inf if there is no limit."""
        return inf

    @property
    def sign_follows_updates(self) -> bool:
        """Whether the sign of f changes at updates alone, and f is the sum that the log of updates gives.

        If not, `signed_decisions` has to give that sign.
        """
        return True

    @abstractmethod
    def begin(self, problem: TrainingProblem, rng: "np.random.Generator") -> Any:
        """A new state, before the first step."""

    @abstractmethod
    def advance(self, state: Any, steps: int, deadline: float = inf) -> Updates:
        """Examines up to `steps` more points and returns the updates made.

        Ends early when the run is over or when `time.perf_counter()` has passed the deadline. However a run is cut
        into slices, the updates are the same bit for bit.
        """

    @abstractmethod
    def expansion(self, state: Any) -> Expansion:
        """The current f."""

    def recall(self, state: Any, replayed: ReplayState, step: int) -> Expansion:
        """f as it was after `step` steps. replayed: the totals of the log up to there."""
        shrunk = self.shrinking(replayed.step + 1, step)
        bias = (shrunk if self.bias_decays else 1.0) * replayed.bias
        roundings, slack = self.roundings(replayed.updates, step), self.slack(replayed.updates)
        return Expansion.of(shrunk * replayed.beta, bias, roundings=roundings, slack=slack)

    def hypothesis(self, state: Any, replayed: ReplayState, step: int) -> Expansion:
        """The f that scores the point of the next step, after `step` steps; `recall` may be a mean or a vote."""
        return self.recall(state, replayed, step)

    def explain(self, state: Any, examined: Examined) -> Explanation:
        """Explains a step of the run, which need not be the last one."""
        return Explanation(
            step=examined.step + 1,
            points=examined.points,
            labels=examined.labels,
            score=examined.score,
            outcome=examined.outcome,
            finding=self.finding(state, examined),
            changes=self.changes(state, examined),
        )

    def finding(self, state: Any, examined: Examined) -> str:
        """The score of the point against the learner's condition; by default the perceptron's."""
        if self.tie and not examined.score:
            correct = examined.outcome is Outcome.CORRECT
            text = _("{f} = 0 counts as {label}: correct") if correct else _("{f} = 0 counts as {label}: mistake")
            return text.format(f=examined.f.symbol, label=self.tie_label)
        if examined.outcome is Outcome.CORRECT:
            return _("{inequality}: correct").format(inequality=examined.compared(">", 0))
        if examined.outcome is Outcome.UPDATE:
            return _("{inequality}: no mistake, but learned from").format(inequality=examined.compared(">", 0))
        return _("{inequality}: mistake").format(inequality=examined.compared("≤", 0))

    def changes(self, state: Any, examined: Examined) -> tuple[str, ...]:
        """What the step changed: by default α and the bias, and β where it does not follow from α."""
        if examined.kind is None:
            return ()
        i = examined.point
        follows = abs(examined.f_after.beta[i]) == examined.after.alpha[i]
        beta = () if follows else examined.change_of_beta()
        return (*examined.change_of_alpha(), *beta, *examined.change_of_bias())

    @property
    def pseudocode(self) -> tuple[CodeLine, ...]:
        """One step as a textbook prints it, with the parameters in force; empty if it declares none."""
        return ()

    def branches(self, examined: Examined) -> frozenset[str]:
        """The branches of its pseudocode that a step took: a mistake, what was learned from, what drops a term."""
        kind, drops = examined.kind, {DROPS} if examined.evicted() else set()
        if kind is None:
            return frozenset({CORRECT})
        return frozenset(({MISTAKE} if kind in MISTAKES else set()) | ({LEARNS} if kind in CHANGES else set()) | drops)

    @abstractmethod
    def questions(self, state: Any, examined: Examined) -> tuple[StepQuestion, ...]:
        """What can be asked about a step before it is shown, at least one question; see `kpgui.model.question`."""

    def workings(self, state: Any, examined: Examined) -> tuple[str, ...]:
        """What a step computed between the score and the change, as formulas with their numbers; none by default."""
        return ()

    def sums(self, state: Any, examined: Examined) -> tuple[str, str] | None:
        """f at the point, before and after a step, as formulas up to their value.

        None where f is a sum over points.
        """
        return None

    def roundings(self, updates: int, step: int) -> float:
        """A bound of the relative error of its coefficients, in units of ε, after so many updates and steps.

        0 where they are integers up to a common factor: then f = 0 is decided exactly. Otherwise an f within the
        resulting error of 0 counts as 0.
        """
        return 0.0

    def recall_alpha(self, replayed: ReplayState) -> Any:
        """α as it was then, (n,)."""
        return replayed.alpha

    def slack(self, updates: int) -> float:
        """A bound of any further error of f after so many updates, such as that of a rounded bias."""
        return 0.0

    def shrinking(self, first: int, stop: int) -> float:
        """The factor by which the steps from `first` to before `stop` shrink all coefficients if none is an update."""
        return 1.0

    def signed_decisions(self, state: Any) -> Floats | None:
        """y·f(x) of every point of the dataset up to a positive factor, (n,); None if the state does not hold it."""
        return None

    def signed_error(self, state: Any) -> Floats | float:
        """A bound of the rounding errors of `signed_decisions`: one for all, or (n,)."""
        return 0.0

    def margin(self, state: Any) -> float:
        """The margin ρ: the curves f = ±ρ are drawn as margins."""
        return 1.0

    def details(self, state: Any) -> dict[str, Any]:
        """Results beyond those common to all learners, by name: numbers and arrays."""
        return {}

    def answers(self, moment: Moment, most: int) -> Answers | None:
        """What its hypotheses answer in other ways, if it combines them; without a vote of more than `most`."""
        return None

    def quantities(self, state: Any) -> dict[str, float]:
        """The learner's own quantities to show during a run, by name."""
        return {}

    def mechanism(self, moment: Moment) -> Mechanism:
        """Describes its own state at any step of a run, in a few milliseconds; by default who carries f."""
        frame, n = moment.frame, len(moment.session.dataset)
        text = _("f is carried by {count} of {n} points.").format(
            count=grouped(len(frame.expansion.support)), n=grouped(n)
        )
        return Mechanism(text, Bars.largest(_("|β|, the largest first"), "β", frame.expansion.beta))

    @abstractmethod
    def guarantee(self, circumstances: Circumstances) -> Guarantee:
        """What is proved about it in these circumstances, or why nothing is."""
