"""What the algebra guarantees, and what it says when it does not."""

import numpy as np
import pytest
from hypothesis import assume, given

from kpgui.kernels import KERNELS, kernel
from kpgui.model.errors import KpguiError
from tests.strategies import kernel_trees, leaf_kernels

GUARANTEED = tuple(each for each in KERNELS if each().validity.guaranteed)
CONTRACT = {
    "linear", "poly", "rbf", "laplacian", "exponential", "matern32", "matern52", "rational_quadratic", "sigmoid",
    "cosine", "periodic",
}  # fmt: skip
"""The kernels that scripts rely on; there may be others."""

STRICT = tuple(each.key for each in KERNELS if each().strictly_positive_definite)
POINTS = np.random.default_rng(8).normal(size=(14, 2))
EPS = np.finfo(float).eps


def test_of_the_kernels_of_the_contract_only_the_sigmoid_is_not_guaranteed():
    assert set(KERNELS.keys()) >= CONTRACT
    assert CONTRACT - {each.key for each in GUARANTEED} == {"sigmoid"}


@given(kernel_trees(leaf_kernels(GUARANTEED), guaranteed=True))
def test_whatever_is_made_by_the_rules_of_what_is_guaranteed_has_no_negative_eigenvalue(tree):
    assert tree.validity.guaranteed
    try:
        gram = tree.gram(POINTS, POINTS)
    except KpguiError:
        assume(False)  # exp of exp of a polynomial is beyond float64
    scale = np.sqrt(np.diag(gram)) + (np.diag(gram) <= 0)
    eigenvalues = np.linalg.eigvalsh(gram / scale[:, None] / scale)  # else the largest value hides all others
    assert eigenvalues[0] >= -len(POINTS) * 50 * EPS * max(eigenvalues[-1], EPS)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("sigmoid(gamma=1, c=-1)", [[0.5, 0.0], [0.1, 0.0]]),
        ("sigmoid(gamma=1, c=0)", [[1.0, 0.0], [2.0, 0.0], [0.3, 0.0]]),
        ("sigmoid(gamma=1, c=0)**3", [[1.0, 0.0], [2.0, 0.0], [0.3, 0.0]]),
        ("rbf(sigma=1) - rbf(sigma=0.5)", [[0.0, 0.0], [1.0, 0.0]]),
        ("exp(linear() - poly(degree=2))", [[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0]]),
    ],
)
def test_what_is_not_guaranteed_does_fail_somewhere(text, points):
    assert not kernel(text).validity.guaranteed
    eigenvalues = np.linalg.eigvalsh(kernel(text).gram(points, points))
    assert eigenvalues[0] < -1e-3 * abs(eigenvalues[-1])


@pytest.mark.parametrize("gamma", [0.01, 1, 100])
@pytest.mark.parametrize("c", [-3, -0.1, 0, 0.1, 1, 3])
def test_the_sigmoid_fails_whatever_its_parameters_are(gamma, c):
    """Its power series in x·z has a negative term for every c, which shows on points near enough to the origin."""
    points = np.linspace(-1.5, 1.5, 9)[:, None] / np.sqrt(gamma)
    eigenvalues = np.linalg.eigvalsh(kernel(f"sigmoid(gamma={gamma}, c={c})").gram(points, points))
    assert eigenvalues[0] < -0.02 * abs(eigenvalues).max()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("linear() + 2*sigmoid(gamma=1, c=0)", ["sigmoid(gamma=1, c=0) is not", "no rule covers a sum of it"]),
        ("sigmoid(gamma=3, c=1)**2", ["sigmoid(gamma=3, c=1) is not", "no rule covers a power of it"]),
        ("rbf(sigma=1) * (linear() - cosine())", ["the difference linear() - cosine()", "covers a product of it"]),
        ("exp(normalized(sigmoid(gamma=1, c=0)))", ["sigmoid(gamma=1, c=0) is not", "covers an exponential of it"]),
        ("normalized(sigmoid(gamma=1, c=0))", ["sigmoid(gamma=1, c=0) is not", "covers a normalisation of it"]),
        ("linear() - linear()", ["the difference linear() - linear() may have negative eigenvalues"]),
    ],
)
def test_the_part_that_spoils_it_is_named(text, names):
    validity = kernel(text).validity
    assert not validity.guaranteed
    for name in names:
        assert name in validity.why


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("linear()", "inner product"),
        ("rbf(sigma=1) + cosine()", "a sum of such kernels is one (Aronszajn 1950)"),
        ("rbf(sigma=1) * cosine()", "a product of such kernels"),
        ("exp(matern32(length=1))", "a power series with no negative coefficient"),
        ("normalized(linear())", "g(x)·g(z)"),
        ("0*sigmoid(gamma=1, c=0)", "it is 0 everywhere"),
    ],
)
def test_the_rule_that_guarantees_it_is_named(text, rule):
    validity = kernel(text).validity
    assert validity.guaranteed
    assert rule in validity.why


def test_a_sum_of_kernels_is_the_kernel_of_the_features_side_by_side():
    """φ for linear and for (x·z)², both exact on integers."""
    points = np.random.default_rng(1).integers(-5, 6, (9, 2)).astype(float)
    x, y = points.T
    squares = np.column_stack([x * x, x * y, x * y, y * y])
    features = np.hstack([points, squares])
    gram = kernel("linear() + poly(degree=2, gamma=1, c=0)").gram(points, points)
    assert np.array_equal(gram, features @ features.T)


def test_a_product_of_kernels_is_the_kernel_of_all_products_of_features():
    points = np.random.default_rng(2).integers(-5, 6, (9, 2)).astype(float)
    with_constant = np.column_stack([points, np.ones(len(points))])
    features = np.einsum("ni,nj->nij", points, with_constant).reshape(len(points), -1)
    gram = kernel("linear() * poly(degree=1, gamma=1, c=1)").gram(points, points)
    assert np.array_equal(gram, features @ features.T)


def test_the_radial_kernels_of_the_contract_are_strict():
    assert {"rbf", "laplacian", "exponential", "matern32", "matern52", "rational_quadratic"} <= set(STRICT)


@pytest.mark.parametrize("text", STRICT)
@pytest.mark.parametrize(
    "around", ["{}", "{} + linear", "linear + 2*{}", "{}*{}", "{}**3", "exp({})", "normalized({})"]
)
def test_strict_kernels_are_positive_definite_on_any_distinct_points(text, around):
    made = kernel(around.replace("{}", text))
    assert made.strictly_positive_definite
    assert np.linalg.eigvalsh(made.gram(POINTS, POINTS))[0] > 1e-8


@pytest.mark.parametrize(
    "text", ["linear", "poly", "cosine", "periodic", "rbf - rbf", "0*rbf", "rbf*linear", "sigmoid"]
)
def test_what_may_have_dependent_images_is_not_called_strict(text):
    made = kernel(text)
    assert not made.strictly_positive_definite
    points = np.array([[1.0, 0.5], [2, 1], [4, 2], [0, 0], [8, 4]])
    assert np.linalg.eigvalsh(made.gram(points, points))[0] < 1e-12
    assert not kernel("rbf + sigmoid").strictly_positive_definite
