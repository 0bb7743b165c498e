"""Runs on decimal points make the mistakes that the decimals make, as typed, in rational arithmetic."""

from fractions import Fraction

import numpy as np
import pytest

import kpgui

KERNELS = {
    "linear()": (1, "1", "0"),
    "poly(degree=2, c=1)": (2, "1", "1"),
    "poly(degree=3, gamma=0.3, c=0.1)": (3, "0.3", "0.1"),
    "poly(degree=2, c=0)": (2, "1", "0"),
}
"""Expressions, with degree, γ and c of (γ x·z + c)^degree."""

EPOCHS = 20


def case(seed):
    """Decimals with a pattern in which scores tie often, as text, labels, an expression and whether with a bias."""
    rng = np.random.default_rng(seed)
    n, places = int(rng.integers(4, 13)), int(rng.integers(1, 4))
    tenths = rng.integers(-12, 13, (n, 2))
    if seed % 2:  # corners of a rectangle, off the origin
        width, height, left, low = rng.integers(1, 30, 4)
        tenths = np.array([[left + width * (i % 2), low + height * (i // 2 % 2)] for i in range(n)])
    points = [[str(Fraction(int(x), 10**places)) for x in row] for row in tenths]
    return points, rng.choice([-1, 1], n).tolist(), list(KERNELS)[seed // 2 % len(KERNELS)], bool(rng.integers(2))


def mistaken(points, labels, text, bias):
    """The (step, point) of each mistake, in rational arithmetic on the decimals."""
    degree, gamma, c = KERNELS[text][0], *map(Fraction, KERNELS[text][1:])
    exact = [[Fraction(x) for x in row] for row in points]
    gram = [
        [(gamma * sum(a * b for a, b in zip(x, z, strict=True)) + c) ** degree + bias for z in exact] for x in exact
    ]
    scores, found, step = [Fraction(0)] * len(labels), [], 0
    for _ in range(EPOCHS):
        before = len(found)
        for i, y in enumerate(labels):
            if y * scores[i] <= 0:
                found.append((step, i))
                scores = [score + y * k for score, k in zip(scores, gram[i], strict=True)]
            step += 1
        if len(found) == before:
            break
    return found


def made(points, labels, text, bias):
    learner = f"kernel_perceptron(bias={str(bias).lower()}, epochs={EPOCHS})"
    updates = kpgui.fit([[float(Fraction(x)) for x in row] for row in points], labels, text, learner).updates
    return list(zip(updates.step.tolist(), updates.point.tolist(), strict=True))


@pytest.mark.parametrize("seed", range(160))
def test_a_run_makes_the_mistakes_of_the_decimals_as_typed(seed):
    assert made(*case(seed)) == mistaken(*case(seed))
