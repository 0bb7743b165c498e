"""The perceptron's mistakes in 60 digits: the reference of the mistake bound.

`python -m tests.analysis.high_precision 3000` looks for a bound below the mistakes made.
"""

import sys
from collections import Counter

import numpy as np
from mpmath import mp

from kpgui.analysis.findings import margin
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from tests.kernels.reference import DIGITS, exactly

KERNELS = {
    "normalized(exp(linear()))": 65.0,
    "exp(linear())": 4.0,
    "periodic()": 65.0,
    "periodic(length=0.01)": 65.0,
    "cosine()": 65.0,
    "rbf() * linear()": 65.0,
    "exp(linear()) - 0.5*rbf()": 4.0,
    "linear()": 65.0,
    "poly(degree=3, c=0.5)": 65.0,
}
"""Expressions, and how large coordinates may be."""

MOST_MISTAKES = 1000


def mistakes(dataset, text, bias, limit):
    """Mistakes of a perceptron until a clean epoch, or more than the limit. A score of 0 is a mistake."""
    points, labels, chosen = dataset.points.tolist(), dataset.labels.tolist(), kernel(text)
    with mp.workdps(DIGITS):
        signed = [
            [y * v * (exactly(chosen, x, z) + bias) for z, v in zip(points, labels, strict=True)]
            for x, y in zip(points, labels, strict=True)
        ]
        margins, made = [mp.mpf(0)] * len(points), 0
        while made <= limit:
            before = made
            for i in range(len(points)):
                if margins[i] <= 0:
                    margins = [margin + row for margin, row in zip(margins, signed[i], strict=True)]
                    made += 1
            if made == before:
                return made
        return made


def case(seed):
    """A dataset, an expression and whether with a bias."""
    rng = np.random.default_rng(seed)
    text = list(KERNELS)[seed % len(KERNELS)]
    n, d, reach = int(rng.integers(2, 7)), int(rng.integers(2, 6)), KERNELS[text] ** rng.uniform(0, 1)
    points = np.round(rng.uniform(-reach, reach, (n, d)), int(rng.choice([0, 1, 3, 15, 15])))
    if rng.uniform() < 0.5:  # neighbours at every scale
        points[1:] = points[0] + rng.normal(size=(n - 1, d)) * 10.0 ** rng.integers(-7, 1)
    points[(points == 0).all(axis=1)] = 1.0
    return Dataset.of(points, rng.choice([-1, 1], n)), text, bool(rng.integers(2))


def judged(seed, ask=margin):
    """The bound that is claimed, the mistakes made, and what they are about."""
    dataset, text, bias = case(seed)
    answer = ask(Problem(dataset, kernel(text)), bias=bias, most=5000)
    made = 0
    if answer.bound < np.inf:
        limit = min(answer.bound, MOST_MISTAKES)
        made = mistakes(dataset, text, bias, limit)
    return answer, made, (dataset, text, bias)


def main(count):
    verdicts: Counter[str] = Counter()
    for seed in range(count):
        answer, made, (dataset, text, bias) = judged(seed)
        verdicts[answer.verdict.value] += 1
        if made > answer.bound:
            print(f"seed {seed}: {made} mistakes, bound {answer.bound}: {text}, bias {bias}, {dataset}")
            verdicts["false bound"] += 1
    print(verdicts)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
