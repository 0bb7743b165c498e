"""What the legend says about the size of the rings."""

import numpy as np
import pytest

import kpgui
from kpgui.geometry.rings import size_named, sizes_text
from kpgui.model.expansion import Expansion

POINTS = [[0.0, 1.0], [1.0, 0.2], [0.4, 0.5], [0.6, 0.6], [0.1, 0.3]]
LABELS = [1, -1, 1, -1, 1]


@pytest.mark.parametrize(("beta", "alpha", "text"), [
    ([1, -3, 0], [1, 3, 0], "support vector, α = 1 to 3"),
    ([0.1, 0, 0], [1, 0, 0], "support vector, α = 1"),
    ([0.2, -0.5, 0], [0.2, 0.5, 0.0], "support vector, α = 0.2 to 0.5"),
    ([0.3, -0.2, 0], [1, 3, 0], "support vector, 1 to 3 mistakes"),
    ([0.3, 0, 0], [1, 3, 0], "support vector, 1 mistake"),
    ([0.3, -0.2, 0], [0, 3, 0], "support vector, 0 to 3 mistakes"),
])  # fmt: skip
def test_a_ring_shows_mistakes_where_these_do_not_tell_the_coefficient(beta, alpha, text):
    f, alpha = Expansion.of(beta, 0.0), np.array(alpha)
    assert sizes_text((f, alpha)) == text
    assert size_named(f, alpha) == ("α" if "α" in text else "mistakes")


def test_without_support_vectors_there_is_nothing_to_say():
    assert sizes_text((Expansion.of([0, 0], 0.0), np.zeros(2))) == ""


@pytest.mark.parametrize(("learner", "name"), [
    ("kernel_perceptron(epochs=4)", "α"), ("svm(C=0.5)", "α"), ("forgetron(budget=1, epochs=4)", "mistakes"),
    ("norma(epochs=4)", "mistakes"),
])  # fmt: skip
def test_each_learner_has_the_name_that_fits(learner, name):
    model = kpgui.fit(POINTS, LABELS, "rbf(sigma=0.3)", learner)
    assert size_named(model.expansion, model.alpha) == name


@pytest.mark.parametrize(("beta", "alpha"), [([0, 0], [1, 0]), ([0.5, 0], [0, 0])])
def test_alpha_does_not_tell_coefficients_that_are_0_where_it_is_not(beta, alpha):
    assert not Expansion.of(beta, 0.0).follows(np.array(alpha))


def test_where_both_are_0_alpha_tells_the_coefficients():
    assert Expansion.of([0, 0], 0.0).follows(np.array([0, 0]))
