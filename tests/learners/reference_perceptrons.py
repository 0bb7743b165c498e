"""The perceptrons by their definitions: with weights, averaged, voted. See `exact`."""

from fractions import Fraction
from itertools import product

from tests.learners.exact import Naive


def phi(name, x):
    """The explicit maps, as tuples of exact numbers."""
    squares, pairs = [a * a for a in x], [a * b for a, b in product(x, x)]
    return {
        "identity": [*x],
        "squares": [*x, *squares],
        "quadratic": pairs,
        "full_quadratic": [1, *x, *x, *pairs],
    }[name]


class NaivePrimal:
    """`if y(w·φ(x)+b) ≤ 0: w += η y φ(x); b += η y` (Rosenblatt 1958), in the shape that `traced` runs."""

    def __init__(self, name, points, labels, bias, eta):
        self.features = [phi(name, x) for x in points]
        self.y, self.biased, self.eta, self.sure = labels, bias, eta, True
        self.w, self.b = [Fraction(0)] * (len(self.features[0]) if points else 0), Fraction(0)
        self.beta = [Fraction(0)] * len(points)

    def step(self, t, i):
        score = sum((w * a for w, a in zip(self.w, self.features[i], strict=True)), Fraction(0)) + self.b
        if self.y[i] * score > 0:
            return score, False
        self.w = [w + self.eta * self.y[i] * a for w, a in zip(self.w, self.features[i], strict=True)]
        self.b += self.eta * self.y[i] if self.biased else 0
        self.beta[i] += self.eta * self.y[i]
        return score, True


class NaivePerceptron(Naive):
    """The dual perceptron; `hypotheses` are all (β, b) that it went through, one after each step."""

    def __init__(self, gram, labels, bias):
        super().__init__(gram, labels)
        self.biased, self.hypotheses = bias, []

    def step(self, t, i):
        score = self.f(i)
        mistake = self.y[i] * score <= 0
        if mistake:
            self.beta[i] += self.y[i]
            self.b += self.y[i] if self.biased else 0
        self.hypotheses.append((list(self.beta), self.b))
        return score, mistake


def values(hypotheses, columns):
    """f of every hypothesis, in order, at a place z whose K(xⱼ, z) are the columns."""
    return [sum((a * k for a, k in zip(beta, columns, strict=True)), Fraction(0)) + b for beta, b in hypotheses]


def average(hypotheses, columns):
    """f̄ = Σ_t f_t / N, from the sequence itself."""
    return sum(values(hypotheses, columns), Fraction(0)) / len(hypotheses) if hypotheses else Fraction(0)


def vote(hypotheses, columns):
    """Each step's hypothesis votes once: Σ_t sgn f_t / N (Freund and Schapire 1999)."""
    votes = [(v > 0) - (v < 0) for v in values(hypotheses, columns)]
    return Fraction(sum(votes), len(votes)) if votes else Fraction(0)
