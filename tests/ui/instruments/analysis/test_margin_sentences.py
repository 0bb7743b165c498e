"""What is said of a margin must be true for each reason that leads to it."""

import re

import numpy as np
import pytest

from kpgui.analysis.answer import Reason
from kpgui.analysis.findings import findings
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.ui.instruments.analysis.words import lines, meaning

XOR = [[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1]


def told(points, labels, text, bias=False):
    dataset, chosen = Dataset.of(points, labels), kernel(text)
    found = findings(Problem(dataset, chosen), dataset, chosen, bias=bias)
    return found.margin, lines(found, None), meaning(found)


def test_a_margin_that_is_known_well_is_a_number():
    _, facts, sentence = told(*XOR, "poly(degree=2, c=1)")
    assert facts["margin γ"].startswith("1.414, between bounds that are ")
    assert facts["mistake bound"] == "(R/γ)² = 4.5: at most 4 mistakes, in whatever order the points come"
    assert sentence.endswith("a perceptron makes at most 4 mistakes and then converges.")


def test_a_margin_far_below_the_radius_is_given_with_its_bound():
    """Twenty years, long after the origin."""
    years, labels = (2000.0 + np.arange(20))[:, None], np.where(np.arange(20) < 11, 1, -1)
    answer, facts, sentence = told(years, labels, "linear()", bias=True)
    assert facts["margin γ"].startswith("0.0002487")
    (count,) = re.findall(r"at most ([\d\s]+) mistakes", sentence)
    assert int(re.sub(r"\s", "", count)) == int(answer.bound)
    assert answer.bound == pytest.approx((answer.radius / answer.lower) ** 2, rel=0.1)


def test_where_scores_within_rounding_of_0_may_go_on_being_mistakes_no_bound_is_said():
    """20 times 60 seconds apart, in seconds after the origin: the kernel's values are off by a thousand."""
    times, labels = (1.7e9 + 60.0 * np.arange(20))[:, None], np.where(np.arange(20) < 11, 1, -1)
    answer, facts, sentence = told(times, labels, "linear()", bias=True)
    assert facts["margin γ"].startswith("1.765×10⁻⁸")
    assert answer.bound == np.inf
    assert facts["mistake bound"].startswith("(R/γ)² is at least ")
    assert sentence == (
        "Separable by this kernel with a bias, but by so little that rounding may hide it: "
        "a perceptron may make mistakes without end."
    )


@pytest.mark.parametrize(
    ("points", "labels", "text", "bias", "reason", "said"),
    [
        (*XOR, "linear()", False, Reason.COMBINATION, "a weighted mean of y·φ(x) over points 1 and 4 is 0"),
        ([[1, 1], [3, 3]], [1, -1], "linear()", False, Reason.TWO_POINTS, "points 1 and 2 have opposite labels"),
        ([[1, 1], [3, 3]], [1, -1], "cosine()", False, Reason.TWO_POINTS, "f has the same sign at both"),
        ([[1, 1], [0, 0]], [1, -1], "rbf() * linear()", False, Reason.ZERO_POINT, "point 2 has K(x, x) = 0"),
    ],
)
def test_what_cannot_be_separated_is_said_with_the_culprits(points, labels, text, bias, reason, said):
    answer, facts, sentence = told(points, labels, text, bias)
    assert answer.reason is reason
    assert sentence.startswith("Not separable by this kernel")
    assert said in sentence
    assert (facts["margin γ"], facts["mistake bound"]) == ("none: not separable", "none")


def test_what_drowns_in_rounding_may_have_a_margin_or_not():
    answer, facts, sentence = told(*XOR, "rbf(sigma=1e5)")
    assert answer.reason is Reason.ROUNDING
    assert sentence.endswith("the margin, if there is one, is too small to tell from rounding.")
    assert facts["margin γ"].startswith("not certain: at most ")
    assert facts["mistake bound"].endswith(", if the points are separable")


def test_of_a_kernel_that_may_be_none_nothing_is_said():
    points, labels = [[-1, 1], [1, 1], [-1, -2], [1, -1]], [1, 1, -1, -1]
    answer, facts, sentence = told(points, labels, "linear()*rbf(sigma=1e9) - 0.5*linear()*rbf(sigma=1e9)")
    assert answer.reason is Reason.UNPROVEN_KERNEL
    assert sentence.endswith("no rule makes it a valid kernel, and it is not proved to be one on these points.")
    assert (facts["margin γ"], facts["mistake bound"]) == ("not certain", "not known")


def test_what_rounding_alone_makes_negative_does_not_make_it_no_kernel():
    points = 1e3 + 1e-9 * np.random.default_rng(0).normal(size=(20, 2))
    answer, facts, _ = told(points, [1, -1] * 10, "normalized(exp(linear()))")
    assert answer.reason is Reason.ROUNDING
    assert "a valid kernel" in facts["Gram matrix"]
