"""The learners on a budget by their definitions. See `exact`."""

from decimal import Context, Decimal, localcontext
from fractions import Fraction

from tests.learners.exact import Naive

DIGITS = Context(prec=60)


class NaiveRandomBudget(Naive):
    """A random support vector goes before one is added beyond the budget (Cavallanti, Cesa-Bianchi, Gentile 2007).

    drawn: the support vectors dropped, in order; a point mistaken twice is two support vectors.
    """

    def __init__(self, gram, labels, budget, drawn):
        super().__init__(gram, labels)
        self.budget, self.drawn, self.vectors = budget, list(drawn), []

    def step(self, t, i):
        score = self.f(i)
        if self.y[i] * score > 0:
            return score, False
        if len(self.vectors) == self.budget:
            dropped = self.drawn.pop(0)
            self.vectors.remove(dropped)
            self.beta[dropped] -= self.y[dropped]
        self.vectors.append(i)
        self.beta[i] += self.y[i]
        return score, True


class NaiveProjectron(Naive):
    """Orabona, Keshet, Caputo 2009: project onto the span of the support vectors where δ ≤ η², else add the point."""

    exact = False

    def __init__(self, gram, labels, eta):
        super().__init__(gram, labels)
        self.eta, self.vectors, self.projected = eta, [], False

    @property
    def nothing_to_round(self):
        return not self.projected

    def step(self, t, i):
        score = self.f(i)
        if not self.at_most(self.y[i] * score, 0):
            return score, False
        k = [self.K[j][i] for j in self.vectors]
        d = solved([[self.K[a][b] for b in self.vectors] for a in self.vectors], k)
        delta = self.K[i][i] - sum((a * b for a, b in zip(k, d, strict=True)), Fraction(0))
        gap = delta - self.eta**2
        # At δ = 0 there is nothing to add on paper, and float64 has to see that too.
        self.sure = self.sure and (not delta or abs(gap) > 1e-6 * max(1, self.K[i][i]))
        if gap <= 0:
            self.projected = self.projected or any(d)
            for j, share in zip(self.vectors, d, strict=True):
                self.beta[j] += self.y[i] * share
        else:
            self.vectors.append(i)
            self.beta[i] += self.y[i]
        return score, True


def solved(A, b):
    """The solution of A x = b by elimination, in exact numbers."""
    rows = [[*map(Fraction, row), Fraction(value)] for row, value in zip(A, b, strict=True)]
    for k in range(len(rows)):
        pivot = next(r for r in range(k, len(rows)) if rows[r][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for r in range(len(rows)):
            if r != k:
                rows[r] = [x - rows[r][k] * z for x, z in zip(rows[r], rows[k], strict=True)]
    return [row[-1] for row in rows]


class NaiveForgetron(Naive):
    """Dekel, Shalev-Shwartz, Singer (NIPS 2005; SIAM J. Comput. 2008), in decimals of 60 digits.

    vectors: [point, coefficient], oldest first. phis, damages (Q after it) and evicted: of each eviction.
    """

    exact = False
    zero, one = Decimal(0), Decimal(1)

    def __init__(self, gram, labels, budget, variant):
        super().__init__([[decimal(k) for k in row] for row in gram], labels)
        self.budget, self.variant, self.vectors = budget, variant, []
        self.M, self.Q, self.phis, self.damages, self.evicted = 0, Decimal(0), [], [], []

    def step(self, t, i):
        with localcontext(DIGITS):
            score = self.f(i)
            mistake = self.at_most(self.y[i] * score, 0)
            if mistake:
                self.M += 1
                self.vectors.append([i, Decimal(self.y[i])])
                self.collect()
                if len(self.vectors) > self.budget:
                    self.shrink()
            return score, mistake

    def collect(self):
        self.beta = [self.zero] * self.n
        for point, coefficient in self.vectors:
            self.beta[point] += coefficient

    def shrink(self):
        oldest, s = self.vectors[0][0], abs(self.vectors[0][1])
        mu = self.f(oldest) * (1 if self.vectors[0][1] > 0 else -1)
        phi = self.self_tuned(s, mu) if self.variant == "self_tuned" else self.basic()
        self.Q += (s * phi) ** 2 + 2 * s * phi - 2 * s * phi**2 * mu
        self.vectors = [[point, phi * coefficient] for point, coefficient in self.vectors[1:]]
        self.collect()
        self.phis.append(phi)
        self.damages.append(self.Q)
        self.evicted.append(oldest)

    def self_tuned(self, s, mu):
        a, b, c = s * s - 2 * s * mu, 2 * s, self.Q - Decimal(15) / 32 * self.M
        if a + b + c <= 0:
            return self.one
        if abs(a) < Decimal("1e-25"):  # of 60 digits, what rounding has left of an a that is 0
            return -c / b
        return (-b + (b * b - 4 * a * c).sqrt()) / (2 * a)

    def basic(self):
        size = Decimal(self.budget + 1)
        squared = sum(self.beta[i] * self.f(i) for i in range(self.n))
        factor = size ** (Decimal(-1) / (2 * size))
        if squared <= 0:
            return factor
        return min(factor, (size / size.ln()).sqrt() / 4 / squared.sqrt())


def decimal(number):
    with localcontext(DIGITS):
        return Decimal(number.numerator) / Decimal(number.denominator)
