"""Gram validity and feature coordinates, against numpy.linalg and the definition."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.analysis import gram
from kpgui.analysis.gram import alignment, decomposed, gram_matrix, gram_spectrum, spectrum, stratified
from kpgui.kernels import kernel
from kpgui.kernels.base import Kernel
from kpgui.kernels.numerics import Rounded
from kpgui.model.errors import Cancelled, KpguiError, Token
from tests.strategies import datasets, kernels, noisy_moons

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 1.0], [0.5, 2.0]])


class Upside(Kernel):
    """exp(+‖x − z‖²/2): the RBF of a text that has lost its minus."""

    psd_reason = "said to be one"

    def values(self, X, Z):
        return 1 / kernel("rbf(sigma=1)").values(X, Z)

    def diagonal_values(self, X):
        return np.ones(len(X))

    def rounded(self, X, Z):
        inner = kernel("rbf(sigma=1)").rounded(X, Z)
        return Rounded(1 / inner.values, 2 * inner.error / inner.values**2 + 1e-15 / inner.values)


@given(dataset=datasets(min_size=1, max_size=20, elements=st.floats(-10, 10)), text=kernels)
def test_kernels_pass_and_their_eigenvalues_are_those_of_numpy(dataset, text):
    found = gram_spectrum(kernel(text), dataset.points)
    matrix = kernel(text).gram(dataset.points, dataset.points)
    assert found.valid
    assert found.symmetric
    assert not len(found.negative)
    assert found.offender is None
    expected = np.linalg.eigvalsh(matrix)[::-1]
    np.testing.assert_allclose(found.values, expected, rtol=0, atol=1e-12 * max(1, expected[0]))


@given(dataset=datasets(min_size=1, max_size=20, elements=st.floats(-10, 10)), text=kernels)
def test_features_have_the_kernel_as_their_inner_products(dataset, text):
    matrix = kernel(text).gram(dataset.points, dataset.points)
    features = gram_spectrum(kernel(text), dataset.points).features()
    np.testing.assert_allclose(features @ features.T, matrix, rtol=0, atol=1e-12 * np.abs(matrix).max())


def test_features_come_by_falling_eigenvalue_with_fixed_signs():
    found = gram_spectrum(kernel("rbf(sigma=0.5)"), noisy_moons(40).points)
    lengths = (found.features() ** 2).sum(axis=0)
    assert (np.diff(found.values) <= 0).all()
    np.testing.assert_allclose(lengths, np.maximum(found.values, 0), atol=1e-12)
    largest = np.abs(found.vectors).argmax(axis=0)
    assert (found.vectors[largest, np.arange(40)] > 0).all()


def test_the_linear_kernel_has_as_many_dimensions_as_the_plane():
    found = gram_spectrum(kernel("linear()"), noisy_moons(50).points)
    assert found.rank == 2
    coordinates = found.features()[:, :2]
    points = noisy_moons(50).points
    np.testing.assert_allclose(coordinates @ coordinates.T, points @ points.T, atol=1e-12)


@pytest.mark.parametrize("wrong", [Upside(), kernel("sigmoid(gamma=1, c=-1)")], ids=["upside", "sigmoid"])
def test_what_is_no_kernel_is_caught_and_its_offender_shown(wrong):
    found = gram_spectrum(wrong, SQUARE)
    assert found.symmetric
    assert not found.valid
    matrix = wrong.gram(SQUARE, SQUARE)
    np.testing.assert_allclose(found.negative, np.linalg.eigvalsh(matrix)[::-1][-len(found.negative) :], atol=1e-12)
    u = found.offender
    assert u @ u == pytest.approx(1)
    assert u @ matrix @ u == pytest.approx(found.smallest)
    assert found.smallest < -1e-3
    with pytest.raises(KpguiError, match=r"no feature coordinates.*not positive semidefinite"):
        found.features()


def test_a_matrix_that_is_not_symmetric_is_none():
    found = spectrum(np.array([[2.0, 1.0], [0.5, 2.0]]))
    assert not found.symmetric
    assert not found.valid
    assert found.asymmetry == 0.5
    np.testing.assert_allclose(found.values, [2.75, 1.25])
    with pytest.raises(KpguiError, match="not symmetric"):
        found.features()


def test_rounding_alone_fails_no_kernel():
    points = noisy_moons(300).points
    found = gram_spectrum(kernel("rbf(sigma=2)"), points)
    assert found.smallest < 0
    assert found.valid
    assert found.tolerance == 300 * np.finfo(float).eps


@pytest.mark.parametrize("text", ["exp(300*cosine())", "exp(30*cosine())**9", "(linear() + exp(30*cosine()))**4"])
@pytest.mark.parametrize("bias", [False, True])
def test_the_rounding_of_kernel_values_fails_no_kernel(text, bias):
    """On three rays the cosine has rank 3. Values are off by 10⁻¹³ of themselves, eigenvalues by more than m·ε."""
    rng = np.random.default_rng(0)
    angles = rng.uniform(0, 6, 3)
    points = [[r * np.cos(angle), r * np.sin(angle)] for angle in angles for r in rng.uniform(0.1, 4, 6)]
    found = gram_spectrum(kernel(text), np.array(points), bias=bias)
    assert found.smallest < -found.tolerance * found.largest
    assert (found.valid, found.certain) == (True, False)
    assert not len(found.negative)
    assert found.offender is None


def test_an_error_that_may_be_in_the_matrix_widens_what_counts_as_rounding():
    matrix = np.diag([7.0, 1.0, -1e-9])
    errors = np.full((3, 3), 1e-9)
    bare, off = spectrum(matrix), spectrum(matrix, errors=errors)
    assert not bare.valid
    assert (off.valid, off.certain) == (True, False)
    assert off.rounding == pytest.approx(3e-9)
    assert off.floor == -off.tolerance * 7 - off.rounding
    assert spectrum(matrix, errors=0.3 * errors).offender is not None
    assert spectrum(np.diag([7.0, 1.0, 1e-8]), errors=errors).certain
    assert spectrum(matrix, errors=np.full((3, 3), np.inf)).rank == 0


def test_the_shift_is_the_least_of_two_norms():
    """Of Frobenius' where one point is off, of the largest row sum where all are alike."""
    one_point = np.zeros((4, 4))
    one_point[0, 1:] = one_point[1:, 0] = 1.0
    assert spectrum(np.eye(4), errors=one_point).rounding == pytest.approx(np.sqrt(6))
    assert spectrum(np.eye(4), errors=np.eye(4)).rounding == pytest.approx(1)


@given(data=st.data())
def test_no_eigenvalue_moves_by_more_than_the_rounding(data):
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    exact, errors = np.diag([3.0, 1.0, 0.0, 0.0]), rng.uniform(0, 1e-3, (4, 4))
    off = errors * rng.choice([-1, 1], (4, 4))
    found = spectrum(exact + 0.5 * (off + off.T), errors=errors)
    assert (np.abs(found.values - [3, 1, 0, 0]) <= found.rounding).all()
    assert found.valid


def test_what_is_not_symmetric_within_its_errors_is_not_called_asymmetric():
    matrix = np.array([[2.0, 1.0], [1.0 + 1e-9, 2.0]])
    assert not spectrum(matrix).symmetric
    assert spectrum(matrix, errors=np.full((2, 2), 1e-9)).symmetric
    assert not spectrum(matrix, errors=np.full((2, 2), 1e-10)).symmetric


@pytest.mark.parametrize("share, valid", [(0.5, True), (2, False)])
def test_the_tolerance_is_n_epsilon_of_the_largest(share, valid):
    largest, tolerance = 7.0, 3 * np.finfo(float).eps
    assert spectrum(np.diag([largest, 1.0, -share * tolerance * largest])).valid is valid


def test_zero_points_and_a_kernel_that_is_0_are_valid():
    empty = gram_spectrum(kernel("rbf()"), np.zeros((0, 2)))
    assert (empty.valid, empty.smallest, empty.rank, empty.features().shape) == (True, 0, 0, (0, 0))
    flat = gram_spectrum(kernel("linear()"), np.zeros((3, 2)))
    assert (flat.valid, flat.rank) == (True, 0)
    assert not flat.features().any()


def test_a_bias_is_the_kernel_plus_one():
    points = noisy_moons(20).points
    with_bias = gram_spectrum(kernel("linear()"), points, bias=True)
    assert with_bias.rank == 3
    np.testing.assert_allclose(
        with_bias.values, gram_spectrum(kernel("poly(degree=1, c=1)"), points).values, atol=1e-12
    )


def test_of_many_points_a_seeded_subset_is_looked_at_and_said():
    points = noisy_moons(3000).points
    one, again, other = (gram_spectrum(kernel("rbf()"), points, seed=seed, most=100) for seed in (1, 1, 2))
    assert one.sampled
    assert (np.diff(one.points) > 0).all()
    matrix = kernel("rbf()").gram(points[one.points], points[one.points])
    np.testing.assert_allclose(one.values, np.linalg.eigvalsh(matrix)[::-1], atol=1e-12)
    whole = gram_spectrum(kernel("rbf()"), points[:100], most=100)
    assert (whole.sampled, whole.points.tolist()) == (False, list(range(100)))
    assert (len(one.points), one.of) == (100, 3000)
    assert len(np.unique(one.points)) == 100
    assert one.points.tolist() == again.points.tolist() != other.points.tolist()
    assert one.values.tobytes() == again.values.tobytes()


def test_a_matrix_in_pieces_is_the_same_matrix(monkeypatch):
    monkeypatch.setattr(gram, "PIECE", 70)
    points = noisy_moons(20).points
    assert np.array_equal(gram_matrix(kernel("rbf()"), points), kernel("rbf()").gram(points, points))


def test_it_can_be_given_up_before_the_matrix_is_there():
    looks = []

    def stop():
        looks.append(1)
        return len(looks) > 3

    with pytest.raises(Cancelled):
        gram_spectrum(kernel("rbf()"), noisy_moons(1000).points, token=Token(stop))
    assert len(looks) == 4


def test_a_value_that_overflows_is_a_sentence():
    with pytest.raises(KpguiError, match="too large to compute"):
        gram_spectrum(kernel("poly(degree=50)"), np.array([[1e100, 0], [1, 1]]))


@given(dataset=datasets(min_size=2, max_size=6, elements=st.integers(-4, 4)), degree=st.integers(1, 3))
def test_alignment_is_that_of_the_definition_in_fractions(dataset, degree):
    points = [[Fraction(x) for x in point] for point in dataset.points.tolist()]
    gram = [[(sum(a * b for a, b in zip(x, z, strict=True)) + 1) ** degree for z in points] for x in points]
    y, n = dataset.labels.tolist(), len(points)
    inner = sum(y[i] * y[j] * gram[i][j] for i in range(n) for j in range(n))
    squares = sum(each * each for row in gram for each in row)
    found = alignment(kernel(f"poly(degree={degree}, c=1)").gram(dataset.points, dataset.points), dataset.labels)
    if squares:
        assert found == pytest.approx(float(inner / n) / float(mpmath.sqrt(mpmath.mpf(int(squares)))), abs=1e-12)
    else:
        assert found == 0


def test_alignment_is_1_for_the_labels_themselves_however_large():
    y = np.array([1.0, -1.0, -1.0, 1.0])
    assert alignment(1e300 * np.outer(y, y), y) == pytest.approx(1)
    assert alignment(-1e-300 * np.outer(y, y), y) == pytest.approx(-1)
    assert alignment(np.zeros((4, 4)), y) == 0


@pytest.mark.parametrize("text", ["rbf(sigma=0.7)", "sigmoid(gamma=1, c=-1)", "poly(degree=3)"])
def test_eigenvalues_and_eigenvectors_are_those_of_30_digits(text):
    matrix, found = decomposed(kernel(text), SQUARE, np.arange(4))
    with mpmath.workdps(30):
        values, vectors = mpmath.eigsy(mpmath.matrix(matrix.tolist()))
        order = np.argsort([-float(each) for each in values])
        expected = np.array([float(values[int(k)]) for k in order])
        columns = np.array([[float(vectors[i, int(k)]) for k in order] for i in range(4)])
    np.testing.assert_allclose(found.values, expected, rtol=0, atol=1e-13 * np.abs(expected).max())
    np.testing.assert_allclose(np.abs((found.vectors * columns).sum(axis=0)), 1, atol=1e-10)


def test_the_shares_of_the_longest_axes_add_up_and_count_negative_ones_by_size():
    assert spectrum(np.diag([1.0, 5.0, -2.0])).shares() == pytest.approx([5 / 8, 7 / 8, 1])
    assert spectrum(np.diag([3.0])).shares() == [1]
    assert spectrum(np.zeros((3, 3))).shares() == []


@given(share=st.floats(0, 1), n=st.integers(2, 300), most=st.integers(2, 100), seed=st.integers(0, 9))
def test_a_sample_has_the_shares_of_both_classes_and_is_the_same_for_a_seed(share, n, most, seed):
    labels = np.where(np.arange(n) < round(share * n), 1, -1)
    found = stratified(labels, most, seed)
    assert len(found) == min(n, most)
    assert (np.diff(found) > 0).all()
    assert found.tolist() == stratified(labels, most, seed).tolist()
    wanted = len(found) * (labels > 0).mean()
    assert abs(np.count_nonzero(labels[found] > 0) - wanted) <= 1
    assert set(labels[found]) == set(labels)


def test_eigenvalues_too_large_to_compute_are_told():
    points = np.array([[1.2e154, 0], [1.2e154, 1], [1.2e154, 2]])
    with pytest.raises(KpguiError, match="too large to compute"):
        gram_spectrum(kernel("linear()"), points)
