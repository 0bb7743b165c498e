"""Scores by the weights in the monomials, against the sum over all points in rationals."""

from fractions import Fraction

import numpy as np
import pytest

from kpgui.engine.exact import ExactWeights
from kpgui.kernels import kernel
from kpgui.kernels.numerics import exact_numbers
from kpgui.kernels.parts.explicit import Explicit
from kpgui.model.feature_map import MAPS

POLYNOMIALS = [
    "linear()",
    "poly(degree=3, gamma=0.3, c=0.1)",
    "0.7*linear()*poly(degree=2) + poly(degree=9, c=0)",
    "(linear() + poly(degree=2))**2",
]
KERNELS = [kernel(text) for text in POLYNOMIALS] + [Explicit(each) for each in MAPS.values()]


@pytest.mark.parametrize("scale", [1.0, 1e-160, 1e30])
@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize("chosen", KERNELS, ids=str)
def test_they_are_the_sums_whatever_changed_since_the_last_ones(chosen, d, scale):
    rng = np.random.default_rng(d)
    points = scale * np.round(rng.normal(size=(12, d)), 1)
    points[3] = np.nextafter(points[2], 9)
    weights = ExactWeights.of(chosen, points)
    numbers = exact_numbers(points)
    gram = chosen.exact_values(numbers, numbers)
    for _ in range(4):
        coefficients, bias = rng.integers(-3, 4, 12).astype(float), float(rng.integers(-2, 3))
        sums = [sum(map(Fraction.__mul__, map(Fraction, row), map(Fraction, coefficients))) + int(bias) for row in gram]
        scores = weights.scores(np.arange(12), coefficients, bias)
        assert np.sign(scores).tolist() == [(s > 0) - (s < 0) for s in sums]
        within = [k for k, s in enumerate(sums) if s == 0 or 1e-300 < abs(s) < 1e300]
        np.testing.assert_allclose(scores[within], [float(sums[k]) for k in within], rtol=1e-15)


def test_a_score_too_large_for_a_double_keeps_its_sign():
    weights = ExactWeights.of(kernel("poly(degree=9, c=0)"), np.array([[1e40], [-1e40]]))
    assert weights.scores(np.arange(2), np.array([1.0, 0.0]), 0.0).tolist() == [np.inf, -np.inf]


@pytest.mark.parametrize("text", ["rbf()", "cosine()", "exp(linear())", "linear() - poly(degree=2)", "poly(degree=50)"])
def test_other_kernels_and_very_long_polynomials_have_none(text):
    assert ExactWeights.of(kernel(text), np.random.default_rng(0).normal(size=(4, 3))) is None
