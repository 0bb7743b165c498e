"""What holds for every registered kernel, and for kernels made of kernels."""

import numpy as np
import pytest

from kpgui.kernels import KERNELS, kernel
from kpgui.model.errors import KpguiError

EXPRESSIONS = [str(each()) for each in KERNELS] + [
    "rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)",
    "rbf(sigma=2) * poly(degree=3)",
    "2*(rbf(sigma=1) + linear())",
    "laplacian(sigma=1) * poly(degree=2, gamma=0.5, c=2) * linear()",
    "rbf(sigma=1)**3",
    "(linear() + rbf(sigma=1)) * (poly(degree=2) + 0.5*rbf(sigma=3))",
    "rbf(sigma=1) - 0.5*rbf(sigma=2)",
    "(linear() - cosine())**2",
    "exp(0.5*linear())",
    "exp(cosine() * matern32(length=2))",
    "normalized(poly(degree=3, c=1))",
    "normalized(exp(linear()) + laplacian(sigma=1))",
]
RNG = np.random.default_rng(3)
X, Z = RNG.normal(size=(17, 2)), RNG.normal(size=(11, 2))
STEP = 0.5
"""Added to coordinates of a few units it leaves their differences as they are, but for a rounding."""

every_kernel = pytest.mark.parametrize("text", EXPRESSIONS)


def leaves_of(made):
    """The kernels with a name that a kernel is made of."""
    return [leaf for part in made.parts for leaf in leaves_of(part)] or [made]


def depends_on_the_difference_alone(made):
    return np.allclose(made.gram(X + STEP, Z + STEP), made.gram(X, Z), rtol=1e-9)


@every_kernel
def test_it_is_symmetric_bit_for_bit(text):
    assert np.array_equal(kernel(text).gram(X, Z), kernel(text).gram(Z, X).T)


@every_kernel
def test_its_diagonal_is_the_kernel_of_a_point_with_itself(text):
    np.testing.assert_allclose(kernel(text).diagonal(X), np.diag(kernel(text).gram(X, X)), rtol=1e-14)


@every_kernel
def test_a_pair_gives_the_same_bits_whatever_stands_around_it(text):
    whole = kernel(text).gram(X, Z)
    for i in range(len(X)):
        assert np.array_equal(kernel(text).gram(X[i : i + 1], Z)[0], whole[i])
    assert kernel(text).gram(X[4:5], Z[7:8])[0, 0] == whole[4, 7]


@every_kernel
@pytest.mark.parametrize("odd", [[0.0, 0.0], [1e-160, 0.0], [0.0, -1e120]])
def test_an_odd_point_among_them_leaves_the_bits_of_other_pairs(text, odd):
    try:
        whole = kernel(text).gram(np.vstack([X, [odd]]), np.vstack([Z, [odd]]))
    except KpguiError:
        return  # it is too large for this kernel
    assert np.array_equal(whole[:-1, :-1], kernel(text).gram(X, Z))


@every_kernel
def test_its_gram_matrix_is_positive_semidefinite_if_that_is_guaranteed(text):
    if kernel(text).validity.guaranteed:
        eigenvalues = np.linalg.eigvalsh(kernel(text).gram(X, X))
        assert eigenvalues[0] >= -len(X) * np.finfo(float).eps * eigenvalues[-1]


@every_kernel
def test_it_says_in_one_sentence_whether_it_is_guaranteed_and_why(text):
    validity = kernel(text).validity
    assert validity.why.endswith(".")
    refused = "Not guaranteed: ", f"{text} is not positive semidefinite, "
    assert validity.why.startswith("Positive semidefinite: " if validity.guaranteed else refused)


@every_kernel
def test_it_is_guaranteed_unless_it_has_a_difference_or_a_part_that_declares_otherwise(text):
    declared = all(leaf.indefinite_reason is None for leaf in leaves_of(kernel(text)))
    assert kernel(text).validity.guaranteed == (declared and " - " not in text)


@every_kernel
def test_its_bound_holds(text):
    if kernel(text).bounded:
        assert np.abs(kernel(text).gram(10 * X, 10 * Z)).max() <= kernel(text).bound


@every_kernel
def test_no_place_gives_a_nan_only_a_value_or_a_sentence(text):
    far = np.array([[0.0, 0.0], [1e-320, 0.0], [-3e-200, 1.0], [2e150, -2e150], [1.7e308, 1.7e308], [-1.7e308, 1e308]])
    for x in far:
        for z in far:
            try:
                value = kernel(text).gram([x], [z])[0, 0]
            except KpguiError as error:
                where = "at the point" if (x == z).all() else "between the points"
                assert f"is too large to compute {where}" in str(error)
                assert not kernel(text).bounded
            else:
                assert np.isfinite(value)


@every_kernel
def test_far_from_the_origin_it_is_as_exact_as_the_distance(text):
    if kernel(text).bounded and depends_on_the_difference_alone(kernel(text)):
        whole = np.array([[0.0, 0.0], [1.0, 0.0], [-2.0, 3.0]])
        near, far = kernel(text).gram(whole, whole), kernel(text).gram(1e8 + whole, 1e8 + whole)
        np.testing.assert_allclose(far, near, rtol=1e-15)


@every_kernel
def test_its_text_reads_back_as_the_same_kernel(text):
    assert kernel(str(kernel(text))) == kernel(text)


@every_kernel
def test_it_leaves_its_inputs_untouched(text):
    x, z = X.copy(), Z.copy()
    kernel(text).gram(x, z)
    assert np.array_equal(x, X)
    assert np.array_equal(z, Z)


@every_kernel
def test_it_is_the_weighted_sum_of_its_terms(text):
    total = sum(weight * term.values(X, Z) for weight, term in kernel(text).terms())
    np.testing.assert_allclose(total, kernel(text).gram(X, Z), rtol=1e-12, atol=1e-13)


@every_kernel
def test_a_separable_term_is_the_product_of_its_factors(text):
    for _, term in kernel(text).terms():
        if term.separable:
            product = term.factor(X[:, 0], Z[:, 0]) * term.factor(X[:, 1], Z[:, 1])
            np.testing.assert_allclose(product, term.values(X, Z), rtol=1e-12, atol=1e-13)


@every_kernel
@pytest.mark.parametrize("d", [1, 3, 20])
def test_it_takes_points_of_any_dimension(text, d):
    points = RNG.normal(size=(6, d))
    assert kernel(text).gram(points, points).shape == (6, 6)


@every_kernel
def test_no_points_give_an_empty_matrix(text):
    assert kernel(text).gram(np.zeros((0, 2)), Z).shape == (0, len(Z))


@every_kernel
def test_points_that_cannot_be_compared_are_refused_in_words(text):
    with pytest.raises(KpguiError, match="2 and 3 coordinates cannot be compared"):
        kernel(text).gram(X, np.zeros((4, 3)))
    with pytest.raises(KpguiError, match=r"shape \(n, d\)"):
        kernel(text).gram([1, 2], X)
    with pytest.raises(KpguiError, match=r"shape \(n, d\)"):
        kernel(text).gram(np.zeros((3, 0)), np.zeros((3, 0)))
    with pytest.raises(KpguiError, match="Points must be numbers"):
        kernel(text).gram([["a", 2]], X)


@every_kernel
@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_what_is_no_finite_number_is_refused_and_not_compared(text, number):
    with pytest.raises(KpguiError, match=rf"points\[0, 1\] is {number}; it must be a finite number"):
        kernel(text).gram([[0.5, number]], X)
    with pytest.raises(KpguiError, match=r"points\[1, 0\] is"):
        kernel(text).diagonal([[0.5, 1], [number, 0]])
