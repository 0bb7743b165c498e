"""Kernel values against scikit-learn, the definition, and where the definition is hard to compute."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

from kpgui.kernels import kernel
from kpgui.model.errors import KpguiError

RNG = np.random.default_rng(1)
X, Z = RNG.normal(size=(30, 2)), RNG.normal(size=(20, 2))


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
    with pytest.raises(KpguiError, match=r"too large to compute between the points \(1e\+200, 0\)"):
        kernel("poly(degree=4)").gram([[1e200, 0.0]], [[1e200, 0.0]])


def test_integers_are_exact():
    a, b = np.array([[3.0, -2.0]]), np.array([[5.0, 7.0]])
    assert kernel("poly(degree=7, c=1)").gram(a, b)[0, 0] == (3 * 5 - 2 * 7 + 1) ** 7
