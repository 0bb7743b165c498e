"""Sets of points that tempt a verdict of separability to be wrong, each compared with exact rational arithmetic.

`python -m tests.analysis.adversarial 5000` counts the verdicts, and prints each that is false.
"""

import sys
from collections import Counter

import numpy as np

from kpgui.analysis.findings import Separability, margin
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from tests.analysis.exact_lp import monomials, separates

KERNELS = {
    "linear()": [1],
    "poly(degree=2, c=1)": [0, 1, 2],
    "poly(degree=3, gamma=0.5, c=0.1)": [0, 1, 2, 3],
    "poly(degree=2, c=0)": [2],
    "poly(degree=3, c=0)": [3],
    "linear() + 0.3*poly(degree=3, c=0)": [1, 3],
    "linear()*poly(degree=2, c=0) + 1e-3*poly(degree=1, c=1)": [0, 1, 3],
    "linear()**2 + 1e6*linear()": [1, 2],
}
"""Expressions, and the degrees of the monomials in them: all there are of each."""


def one_decimal(rng, n, d):
    return np.round(rng.uniform(-3, 3, (n, d)), 1)


def far_xor(rng, n, d):
    corners = rng.choice([-1.0, 1.0], (n, d))
    return corners * 10.0 ** rng.integers(-6, 4) + 10.0 ** rng.integers(0, 10) * rng.integers(-1, 2, d)


def collinear(rng, n, d):
    start, along = np.round(rng.normal(size=d), 1), np.round(rng.normal(size=d), 1)
    return start + np.round(rng.uniform(-3, 3, (n, 1)), 1) * along


def near_duplicates(rng, n, d):
    few = np.round(rng.normal(size=(max(1, n // 3), d)), 1)
    return few[rng.integers(0, len(few), n)] + rng.integers(-2, 3, (n, d)) * 10.0 ** rng.integers(-14, -7)


def far_away(rng, n, d):
    return np.round(rng.normal(size=(n, d)), 1) + 10.0 ** rng.integers(3, 10) * rng.choice([-1.0, 0.0, 1.0], d)


def grid(rng, n, d):
    return rng.integers(-2, 3, (n, d)) * float(rng.choice([1.0, 0.1, 1e5, 2.0**-20]))


def timestamps(rng, n, d):
    return 1.7e9 + np.round(rng.uniform(0, 1e5, (n, d)), int(rng.integers(0, 4)))


def with_extremes(rng, n, d):
    return rng.normal(size=(n, d)) * 10.0 ** rng.integers(-9, 9, (1, d))


def of_every_size(rng, n, d):
    return rng.normal(size=(n, d)) * 10.0 ** rng.integers(-60, 40, (n, d))


SHAPES = one_decimal, far_xor, collinear, near_duplicates, far_away, grid, timestamps, with_extremes, of_every_size


def labelled(rng, features, shape):
    """At random, or by the sign of a random function with a boundary near some point, perhaps with one label turned."""
    n = len(features)
    signs = rng.choice([-1, 1], n)
    if shape < 0.3:
        return signs
    w = rng.normal(size=features.shape[1]) / np.maximum(np.abs(features).max(axis=0), 1e-300)
    scores = features @ w
    labels = np.where(scores - (np.sort(scores)[n // 2] if shape < 0.65 else 0) > 0, 1, -1)
    if rng.uniform() < 0.4:
        labels[rng.integers(n)] *= -1
    return labels


def case(seed):
    """A dataset, an expression, whether with a bias, and whether it is separable."""
    rng = np.random.default_rng(seed)
    shape, text, bias = SHAPES[seed % len(SHAPES)], str(rng.choice(list(KERNELS))), bool(rng.integers(2))
    points = shape(rng, int(rng.integers(2, 13)), int(rng.integers(1, 4)))
    features = monomials(points, KERNELS[text], bias)
    labels = labelled(rng, np.array(features, float), rng.uniform())
    return Dataset.of(points, labels), text, bias, separates(features, labels)


def judged(seed, ask=margin):
    """The verdict, what it should be, and what it is about."""
    dataset, text, bias, expected = case(seed)
    answer = ask(Problem(dataset, kernel(text)), bias=bias)
    return answer, Separability.SEPARABLE if expected else Separability.NOT_SEPARABLE, (dataset, text, bias)


def main(count):
    verdicts: Counter[tuple[str, str]] = Counter()
    for seed in range(count):
        answer, expected, (dataset, text, bias) = judged(seed)
        verdicts[answer.verdict.value, expected.value] += 1
        if answer.verdict not in (expected, Separability.NOT_CERTAIN):
            print(f"false, seed {seed}: {text}, bias {bias}, {dataset.points.tolist()}, {dataset.labels.tolist()}")
    for (said, expected), times in sorted(verdicts.items()):
        print(f"{times:6d} said to be {said}, {expected} in fact")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
