"""The learners that may learn at any step, by their definitions. See `exact`."""

from fractions import Fraction

from tests.learners.exact import Naive


class NaiveNorma(Naive):
    """NORMA (Kivinen, Smola, Williamson 2004): σ = [y f(x) < ρ]; all β *= 1 − ηλ; new β = ησy; b += ησy.

    ρ += η(ν − σ) when ν > 0. With ρ = 0 a score of exactly 0 counts too. rate: t → η of the 1-based step t.
    `terms` are all that were ever added, oldest first, so that truncation is a slice.
    """

    exact = False

    def __init__(self, gram, labels, rate, lam, rho=1, nu=0, truncate=0, bias=False):
        super().__init__(gram, labels)
        self.rate, self.lam, self.rho, self.nu = rate, lam, rho, nu
        self.truncate, self.biased, self.terms, self.rhos = truncate, bias, [], []

    @property
    def nothing_to_round(self):
        return super().nothing_to_round and float(self.rho) == self.rho

    def step(self, t, i):
        eta, score = self.rate(t), self.f(i)
        margin = self.y[i] * score
        mistake = self.at_most(margin, 0)
        # Not at_most: the other way round, a tie is no reason to learn unless it is one at 0.
        sigma = not self.at_most(self.rho, margin) or (self.rho == 0 and margin == 0)
        self.terms = [(point, beta * (1 - eta * self.lam)) for point, beta in self.terms]
        if sigma:
            self.terms.append((i, eta * self.y[i]))
            self.b += eta * self.y[i] if self.biased else 0
        if self.nu:
            self.rho += eta * (self.nu - sigma)
        self.beta = [Fraction(0)] * self.n
        for point, beta in self.terms[-self.truncate :] if self.truncate else self.terms:
            self.beta[point] += beta
        self.rhos.append(self.rho)
        return score, mistake


class NaivePegasos(Naive):
    """Pegasos (Shalev-Shwartz, Singer, Srebro, Cotter 2011), one point a step, without the projection."""

    exact = False

    def __init__(self, gram, labels, lam):
        super().__init__(gram, labels)
        self.lam = lam

    def step(self, t, i):
        score = self.f(i)
        margin, rate = self.y[i] * score, 1 / (self.lam * t)
        mistake, inside = self.at_most(margin, 0), not self.at_most(1, margin)
        self.beta = [(1 - rate * self.lam) * beta for beta in self.beta]
        if inside:
            self.beta[i] += rate * self.y[i]
        return score, mistake


class NaivePassiveAggressive(Naive):
    """PA-I and PA-II (Crammer, Dekel, Keshet, Shalev-Shwartz, Singer 2006)."""

    exact = False

    def __init__(self, gram, labels, C, variant):
        super().__init__(gram, labels)
        self.C, self.variant = C, variant

    def step(self, t, i):
        score = self.f(i)
        mistake, loss = self.at_most(self.y[i] * score, 0), max(Fraction(0), 1 - self.y[i] * score)
        square = self.K[i][i]
        if self.variant == "PA-II":
            tau = loss / (square + 1 / (2 * self.C))
        else:
            tau = min(self.C, loss / square) if square else self.C * (loss > 0)
        self.beta[i] += tau * self.y[i]
        return score, mistake
