"""The perceptron from its definition, in fractions: what a student does on paper, without anything of kpgui."""

from fractions import Fraction


class ByHand:
    """kernel: K of two pairs. eta, w, b: fractions; start: α. order: indices. tie: the label that 0 counts as, or 0."""

    def __init__(
        self, points, labels, kernel, *, epochs=4, bias=False, eta=1, order=None, tie=0, start=None, w=None, b=0
    ):
        self.points, self.labels, self.kernel, self.bias, self.eta = points, labels, kernel, bias, Fraction(eta)
        self.w0, self.b0 = w or (0, 0), Fraction(b)
        self.learned = [i for i, count in enumerate(start or ()) for _ in range(count)]
        self.alpha = list(start or [0] * len(points))
        self.order, self.scores, self.at, self.steps, self.converged = [], [], [], 0, False
        for _ in range(epochs):
            clean = True
            for i in order or range(len(points)):
                f = self.f(points[i])
                sign = (f > 0) - (f < 0) or tie
                if sign != labels[i]:
                    self.order.append(i + 1)
                    self.scores.append(f)
                    self.at.append(self.steps)
                    self.learned.append(i)
                    self.alpha[i] += 1
                    clean = False
                self.steps += 1
            if clean:
                self.converged = True
                break

    def f(self, x, learned=None):
        terms = [self.labels[i] * (self.kernel(self.points[i], x) + self.bias) for i in learned or self.learned]
        return self.eta * sum(terms) + sum(Fraction(a) * b for a, b in zip(self.w0, x, strict=True)) + self.b0

    def hypotheses(self):
        """After each step, the points learned so far."""
        return [self.learned[: sum(at <= t for at in self.at)] for t in range(self.steps)]

    def weights(self, phi, learned=None):
        chosen = self.learned if learned is None else learned
        start = self.w0 if any(self.w0) else [0] * len(phi(self.points[0]))
        return [
            Fraction(start[j]) + self.eta * sum(self.labels[i] * phi(self.points[i])[j] for i in chosen)
            for j in range(len(start))
        ]

    def offset(self, learned=None):
        chosen = self.learned if learned is None else learned
        return self.b0 + self.eta * sum(self.labels[i] for i in chosen) * self.bias

    def bound(self):
        """R²/γ², γ the margin of f/‖f‖ in the feature space of K, or K + 1."""
        if not self.converged:
            return 0
        inner = [[self.kernel(p, q) + self.bias for q in self.points] for p in self.points]
        beta = [self.eta * a * y for a, y in zip(self.alpha, self.labels, strict=True)]
        square = sum(beta[i] * beta[j] * inner[i][j] for i in range(len(beta)) for j in range(len(beta)))
        least = min(y * self.f(p) for p, y in zip(self.points, self.labels, strict=True))
        return max(inner[i][i] for i in range(len(beta))) * square / least**2
