"""Kernel values against scikit-learn, the definition, and where the definition is hard to compute."""

import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.gaussian_process import kernels as gaussian_process
from sklearn.metrics import pairwise

import kpgui
from kpgui.kernels import kernel
from kpgui.model.errors import KpguiError

RNG = np.random.default_rng(1)
X, Z = RNG.normal(size=(30, 2)), RNG.normal(size=(20, 2))


def dot(x, z):
    return math.fsum(a * b for a, b in zip(x, z, strict=True))


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("linear()", pairwise.linear_kernel(X, Z)),
        ("poly(degree=3, gamma=0.7, c=2)", pairwise.polynomial_kernel(X, Z, degree=3, gamma=0.7, coef0=2)),
        ("poly(degree=11, gamma=0.2, c=1)", pairwise.polynomial_kernel(X, Z, degree=11, gamma=0.2, coef0=1)),
        ("rbf(sigma=0.5)", pairwise.rbf_kernel(X, Z, gamma=2)),
        ("rbf(sigma=0.5) + 0.3*linear()", pairwise.rbf_kernel(X, Z, gamma=2) + 0.3 * pairwise.linear_kernel(X, Z)),
        ("rbf(sigma=0.5) * linear()", pairwise.rbf_kernel(X, Z, gamma=2) * pairwise.linear_kernel(X, Z)),
        ("linear()**3", pairwise.linear_kernel(X, Z) ** 3),
        ("laplacian(sigma=0.5)", pairwise.laplacian_kernel(X, Z, gamma=2)),
        ("exponential(sigma=0.7)", gaussian_process.Matern(0.7, nu=0.5)(X, Z)),
        ("matern32(length=0.7)", gaussian_process.Matern(0.7, nu=1.5)(X, Z)),
        ("matern52(length=1.3)", gaussian_process.Matern(1.3, nu=2.5)(X, Z)),
        ("rational_quadratic(alpha=0.3, length=2)", gaussian_process.RationalQuadratic(2, 0.3)(X, Z)),
        ("rational_quadratic(alpha=3, length=0.5)", gaussian_process.RationalQuadratic(0.5, 3)(X, Z)),
        ("rational_quadratic(alpha=500, length=0.5)", gaussian_process.RationalQuadratic(0.5, 500)(X, Z)),
        ("sigmoid(gamma=0.7, c=-1.5)", pairwise.sigmoid_kernel(X, Z, gamma=0.7, coef0=-1.5)),
        ("cosine()", pairwise.cosine_similarity(X, Z)),
        ("cosine() - 2*rbf(sigma=0.5)", pairwise.cosine_similarity(X, Z) - 2 * pairwise.rbf_kernel(X, Z, gamma=2)),
        ("exp(sigmoid(gamma=1, c=0))", np.exp(pairwise.sigmoid_kernel(X, Z, gamma=1, coef0=0))),
        ("normalized(linear())", pairwise.cosine_similarity(X, Z)),
        ("normalized(exp(4*linear()))", pairwise.rbf_kernel(X, Z, gamma=2)),
    ],
)
def test_values_are_those_of_scikit_learn(text, reference):
    np.testing.assert_allclose(kernel(text).gram(X, Z), reference, rtol=1e-12, atol=1e-15)


def test_rbf_far_from_the_origin_keeps_the_distance():
    far = 1e8 + np.array([[0.0, 0.0], [1.0, 0.0]])
    assert kernel("rbf(sigma=1)").gram(far, far)[0, 1] == pytest.approx(np.exp(-0.5), rel=1e-12)


def test_rbf_with_extreme_widths_stays_finite():
    points = np.array([[0.0, 0.0], [1e-200, 0.0], [1e200, 1e200]])
    with np.errstate(over="ignore"):
        for sigma in ("1e-300", "1e-5", "1e300"):
            gram = kernel(f"rbf(sigma={sigma})").gram(points, points)
            assert np.isfinite(gram).all()
            assert (np.diag(gram) == 1).all()


def test_rbf_says_its_gamma():
    assert kernel("rbf(sigma=0.5)").gamma == 2


def test_polynomial_overflow_names_the_points_instead_of_giving_a_nan():
    with pytest.raises(KpguiError, match=r"too large to compute between the points \(−1×10²⁰⁰, 0\)"):
        kernel("poly(degree=4)").gram([[-1e200, 0.0]], [[1e200, 0.0]])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("laplacian(sigma=0.7)", lambda x, z: math.exp(-sum(abs(a - b) for a, b in zip(x, z, strict=True)) / 0.7)),
        ("exponential(sigma=0.7)", lambda x, z: math.exp(-math.dist(x, z) / 0.7)),
        (
            "matern32(length=0.7)",
            lambda x, z: (1 + 3**0.5 * math.dist(x, z) / 0.7) * math.exp(-(3**0.5) * math.dist(x, z) / 0.7),
        ),
        (
            "matern52(length=2)",
            lambda x, z: (
                (1 + 5**0.5 * math.dist(x, z) / 2 + 5 * math.dist(x, z) ** 2 / 12)
                * math.exp(-(5**0.5) * math.dist(x, z) / 2)
            ),
        ),
        ("rational_quadratic(alpha=0.3, length=2)", lambda x, z: (1 + math.dist(x, z) ** 2 / (2 * 0.3 * 4)) ** -0.3),
        ("cosine()", lambda x, z: dot(x, z) / math.hypot(*x) / math.hypot(*z)),
        (
            "periodic(period=0.6, length=1.7)",
            lambda x, z: math.prod(
                math.exp(-2 * math.sin(math.pi * (a - b) / 0.6) ** 2 / 1.7**2) for a, b in zip(x, z, strict=True)
            ),
        ),
        ("sigmoid(gamma=2, c=-1)", lambda x, z: math.tanh(2 * dot(x, z) - 1)),
    ],
)
@pytest.mark.parametrize("d", [1, 2, 5])
def test_values_are_those_of_the_definition(text, value, d):
    x, z = np.random.default_rng(d).normal(size=(2, 12, d))
    expected = [[value(a, b) for b in z.tolist()] for a in x.tolist()]
    np.testing.assert_allclose(kernel(text).gram(x, z), expected, rtol=1e-13, atol=1e-16)


@pytest.mark.parametrize("alpha", [1, 0.001, 3.5])
@pytest.mark.parametrize("half", [1e160, 1e300, 1.5e308])
def test_the_heavy_tail_of_the_rational_quadratic_reaches_as_far_as_there_are_numbers(alpha, half):
    """(1 + r²/2α)^−α by the logarithm of r, since r² overflows."""
    found = kernel(f"rational_quadratic(alpha={alpha})").gram([[half, 0]], [[-half, 0]])[0, 0]
    r = Fraction(half) * 2
    squared = r * r / (2 * Fraction(alpha))
    logarithm = math.log(squared.numerator) - math.log(squared.denominator)
    assert found == pytest.approx(math.exp(-alpha * logarithm), rel=1e-10)


def test_the_rational_quadratic_of_a_huge_shape_is_an_rbf_out_to_the_largest_distances():
    far = [[1.7e308, 1.7e308]], [[-1.7e308, -1.7e308]]
    values = kernel("rational_quadratic(alpha=1e300, length=1e308)").gram(*far)
    assert values == pytest.approx(math.exp(-2 * 3.4**2 / 2), rel=1e-9)


def test_the_periodic_kernel_takes_remainders_exactly_far_away():
    period, x, z = 0.1, 1e8 + 0.3, -7e7
    turns = (Fraction(x) - Fraction(z)) / Fraction(period) % 1
    expected = math.exp(-2 * math.sin(math.pi * float(turns)) ** 2)
    assert kernel(f"periodic(period={period})").gram([[x]], [[z]])[0, 0] == pytest.approx(expected, rel=1e-12)


def test_the_cosine_does_not_depend_on_the_distance_to_the_origin():
    x, z = np.array([[3.0, 4.0]]), np.array([[-4.0, 3.0], [4.0, 3.0]])
    for scale in (1e-310, 1e-160, 1.0, 1e160, 3e307):
        np.testing.assert_allclose(kernel("cosine()").gram(scale * x, scale * z), [[0, 0.96]], rtol=1e-12, atol=1e-15)


def test_where_a_kernel_has_no_value_it_counts_as_0_as_in_scikit_learn():
    points = np.array([[0.0, 0.0], [1.0, 2.0]])
    for text in ("cosine()", "normalized(linear())"):
        np.testing.assert_allclose(kernel(text).gram(points, points), pairwise.cosine_similarity(points), rtol=1e-15)
        assert kernel(text).diagonal(points).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("cosine()", 1),
        ("2*rbf(sigma=1) + cosine()**2", 1),
        ("normalized(linear())", 1),
        ("normalized(sigmoid(gamma=1, c=-1)) * cosine()", 0),
        ("exp(normalized(rbf(sigma=1) - poly(degree=2, c=0.5)))", 2),
        ("rbf(sigma=1)", None),
        ("normalized(poly(degree=2))", None),
    ],
)
def test_the_first_point_without_a_value_is_found(text, row):
    points = np.array([[0.3, 0.0], [0.0, 0.0], [1.0, 2.0], [0.0, 0.0]])
    assert kernel(text).undefined_at(points) == row


def test_the_sigmoid_of_products_beyond_float64_is_their_sign():
    points = [[1e200, 1e200], [1e200, -1e200], [-1e200, 2e200]]
    assert kernel("sigmoid(gamma=2, c=0)").gram(points, points).tolist() == [[1, 0, 1], [0, 1, -1], [1, -1, 1]]


def test_exp_beyond_float64_names_the_points():
    with pytest.raises(KpguiError, match=r"exp\(linear\(\)\) is too large to compute at the point \(30, 0\); scale"):
        kernel("exp(linear())").gram([[1.0, 1.0], [30.0, 0.0]], [[30.0, 0.0]])
    with pytest.raises(KpguiError, match="too large to compute"):
        kernel("exp(linear())").diagonal([[30.0, 0.0]])


def test_integers_are_exact():
    a, b = np.array([[3.0, -2.0]]), np.array([[5.0, 7.0]])
    assert kernel("poly(degree=7, c=1)").gram(a, b)[0, 0] == (3 * 5 - 2 * 7 + 1) ** 7


@pytest.mark.parametrize("size", [1.0, 40.0, 1e3])
def test_a_normalised_exponential_does_not_overflow_where_its_exponential_does(size):
    """exp(x·z) normalised is an RBF; exp(‖x‖²) itself is beyond float64 from ‖x‖ = 27 on."""
    points = size + X
    made = kernel("normalized(exp(linear()))")
    np.testing.assert_allclose(made.gram(points, points), pairwise.rbf_kernel(X, gamma=0.5), rtol=2e-9)
    assert made.diagonal(points).tolist() == [1] * len(points)
    made.check(points)


def test_a_normalised_exponential_is_refused_where_rounding_would_show():
    with pytest.raises(KpguiError, match="too large to compute between the points"):
        kernel("normalized(exp(linear()))").gram([[1e4, 0], [1e5, 0]], [[1e4, 1]])


@pytest.mark.parametrize("text", ["matern32(length=5e-324)", "matern52(length=5e-324)", "exp(matern52(length=5e-324))"])
def test_the_smallest_length_there_is_can_be_drawn(text):
    field = kpgui.fit([[0.0, 0.0], [1.0, 1.0]], [1, -1], text, "kernel_perceptron()").field((-1, 2, -1, 2), (64, 64))
    assert np.isfinite(field).all()


@pytest.mark.parametrize("inner", ["sigmoid(gamma=1e308, c=1)", "linear() + sigmoid(gamma=1e308, c=1)"])
@pytest.mark.parametrize("around", ["normalized({})", "rbf * normalized({})", "normalized({})**3"])
def test_a_normalised_sigmoid_of_huge_products_has_values_of_one_size(inner, around):
    made = kernel(around.format(inner))
    model = kpgui.fit(
        X, np.where(np.arange(len(X)) % 2, 1, -1), kernel=str(made), learner="kernel_perceptron(epochs=2)"
    )
    assert np.isfinite(model.field((-3, 3, -2, 2), (16, 16))).all()
    assert (np.abs(made.gram(X, Z)) <= 1 + 1e-12).all()
