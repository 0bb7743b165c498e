"""Online learners by their definition, point by point: what the references share.

Every score is the whole sum, nothing is kept up to date. Numbers are `Fraction`s, or a `Decimal` of 60 digits where
there is a root. Written from the papers, not from kpgui.
"""

from dataclasses import dataclass, field
from fractions import Fraction

NEAR = Fraction(1, 10**7)
"""A comparison nearer to a tie than this may go either way in float64."""


@dataclass
class Step:
    """One point examined. beta, bias: after it. sure: float64 cannot have decided otherwise."""

    point: int
    score: object
    mistake: bool
    beta: list
    bias: object
    sure: bool


@dataclass
class Trace:
    steps: list = field(default_factory=list)
    per_epoch: list = field(default_factory=list)
    converged: bool = False

    @property
    def sure(self):
        """Steps up to the first one that float64 may take otherwise, all of them where there is none."""
        return next((t for t, step in enumerate(self.steps) if not step.sure), len(self.steps))


class Naive:
    """A kernel expansion f = Σ β K(xⱼ, ·) + b, and what a step does to it.

    gram: K[i][j] as exact numbers. `exact` says that float64 rounds nothing, so that ties are ties there too.
    """

    exact = True
    zero, one = Fraction(0), Fraction(1)

    def __init__(self, gram, labels):
        self.K, self.y, self.n = gram, labels, len(labels)
        self.beta, self.b, self.sure, self.steps = [self.zero] * self.n, self.zero, True, 0

    def f(self, i):
        terms = [self.beta[j] * self.K[i][j] for j in range(self.n)]
        return sum(terms, self.zero) + self.b

    def at_most(self, value, limit):
        """Whether value ≤ limit; notes when rounding might have said otherwise."""
        if not self.exact and abs(value - limit) < float(NEAR) * (1 + abs(float(limit))):
            self.sure = self.sure and value == limit and self.nothing_to_round
        return value <= limit

    @property
    def nothing_to_round(self):
        return not any(self.beta) and not self.b

    def step(self, t, i):
        """Examine point i at the 1-based step t. Returns (score before, whether it was a mistake)."""
        raise NotImplementedError


def traced(naive, presentations):
    """The run of a learner over these epochs, to the first one without a mistake."""
    trace, t = Trace(), 0
    for visit in presentations:
        trace.per_epoch.append(0)
        for i in visit:
            t += 1
            naive.sure, naive.steps = True, t
            score, mistake = naive.step(t, i)
            trace.per_epoch[-1] += mistake
            trace.steps.append(Step(i, score, mistake, list(naive.beta), naive.b, naive.sure))
        if not trace.per_epoch[-1]:
            trace.converged = True
            break
    return trace


def dot(x, z):
    return sum((a * b for a, b in zip(x, z, strict=True)), Fraction(0))


KERNELS = {
    "linear()": dot,
    "poly(degree=2, c=1)": lambda x, z: (dot(x, z) + 1) ** 2,
    "poly(degree=3, c=0)": lambda x, z: dot(x, z) ** 3,
    "linear() + poly(degree=2, c=0)": lambda x, z: dot(x, z) + dot(x, z) ** 2,
}
SMALL_KERNELS = {
    "0.03125*linear()": lambda x, z: dot(x, z) / 32,
    "0.0009765625*poly(degree=2, c=0)": lambda x, z: dot(x, z) ** 2 / 1024,
}
"""K(x, x) ≤ 1 for coordinates up to 4, and still exact in float64."""


def rows_of(dataset):
    """The points as the decimals that were typed."""
    return [[Fraction(str(x)) for x in row] for row in dataset.points.tolist()]


def gram_of(text, dataset):
    """K[i][j] by the formula, without kpgui."""
    points, K = rows_of(dataset), {**KERNELS, **SMALL_KERNELS}[text]
    return [[K(x, z) for z in points] for x in points]
