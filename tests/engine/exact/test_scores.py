"""Scores that are right in sign, against rationals and 60 digits."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.engine.exact import exact_scores
from kpgui.kernels import kernel
from kpgui.model.errors import KpguiError

DECIMALS = st.integers(-30, 30).map(lambda tenths: tenths / 10)
PLACES = st.lists(st.tuples(DECIMALS, DECIMALS), min_size=1, max_size=6)
XOR = np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
XOR_SIGNS = np.array([-1.0, 1.0, 1.0, -1.0])


def in_rationals(degree, c, vectors, coefficients, bias, place):
    """f of the kernel (x·z + c)^degree, of the decimals that were typed."""
    total = Fraction(str(bias))
    for vector, coefficient in zip(vectors, coefficients, strict=True):
        inner = sum(Fraction(str(x)) * Fraction(str(z)) for x, z in zip(vector, place, strict=True))
        total += Fraction(coefficient) * (inner + Fraction(str(c))) ** degree
    return total


def sign(number):
    return int(number > 0) - int(number < 0)


@given(PLACES, st.data(), st.integers(1, 5), st.sampled_from([0.0, 1.0, 0.1]), st.sampled_from([0.0, 1.0, -0.3]))
def test_signs_of_a_polynomial_are_those_of_rationals(vectors, data, degree, c, bias):
    """Decimal points and whole coefficients, which cancel often."""
    coefficients = [float(data.draw(st.integers(-2, 2))) for _ in vectors]
    places = data.draw(PLACES)
    scores = exact_scores(
        kernel(f"poly(degree={degree}, c={c})"), np.array(vectors), np.array(coefficients), bias, np.array(places)
    )
    expected = [in_rationals(degree, c, vectors, coefficients, bias, place) for place in places]
    assert [sign(score) for score in scores] == [sign(number) for number in expected]
    np.testing.assert_allclose(scores, [float(number) for number in expected], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("text", ["linear()", "poly(degree=3)", "rbf(sigma=0.3)", "matern32(length=1)"])
def test_the_axes_of_a_balanced_xor_are_nobodys(text):
    along = np.linspace(-2, 2, 41)
    places = np.concatenate(
        [np.column_stack([along, np.zeros(41)]), np.column_stack([np.zeros(41), along]), [[0.3, 0.2]]]
    )
    scores = exact_scores(kernel(text), XOR, XOR_SIGNS, 0.0, places)
    assert not scores[:-1].any()
    assert (scores[-1] != 0) == (text != "linear()")


def test_a_line_through_decimal_points_has_them_on_it():
    """0.1·3 is not 0.3 in float64, but it is on paper."""
    vectors, coefficients = np.array([[0.1, 0.0]]), np.array([3.0])
    places = np.array([[1.0, 7.0], [1.0 + 1e-14, 7.0], [1.0 - 1e-14, 7.0]])
    for bias in (-0.3, -0.30000000000000004):
        scores = exact_scores(kernel("linear()"), vectors, coefficients, bias, places)
        assert np.sign(scores).tolist() == [0, 1, -1]


@pytest.mark.parametrize("distance", [1.0, 6.0, 9.0, 25.0])
def test_a_faint_tail_has_its_sign(distance):
    """e^−300 beside a bias of 0; and with a bias, that of the bias."""
    vectors, coefficients = np.array([[0.0, 0.0], [0.5, 0.0]]), np.array([1.0, -1.0])
    places = np.array([[-distance, 0.3], [0.25, distance], [0.5 + distance, 0.3]])
    scores = exact_scores(kernel("rbf(sigma=1)"), vectors, coefficients, 0.0, places)
    assert np.sign(scores).tolist() == [1, 0, -1]
    with localcontext() as context:
        context.prec = 60
        near, far = (-(Decimal(d) ** 2 + Decimal("0.3") ** 2) / 2 for d in (distance, distance + 0.5))
        expected = near.exp() - far.exp()
    assert scores[0] == pytest.approx(float(expected), rel=1e-10)
    assert (exact_scores(kernel("rbf(sigma=1)"), vectors, coefficients, -1e-12, places[1:]) < 0).all()


def test_large_terms_that_cancel_leave_what_is_beside_them_if_it_is_beyond_their_rounding():
    vectors, coefficients = np.ones((3000, 1)), np.tile([1e12, 1e-5, -1e12], 1000)
    places = np.array([[1.0], [-1.0], [0.0]])
    assert exact_scores(kernel("linear()"), vectors, coefficients, 0.0, places).tolist() == [0, 0, 0]
    scores = exact_scores(kernel("linear()"), vectors[:3], coefficients[:3] * [1, 1e8, 1], 0.0, places)
    assert scores.tolist() == [1e3, -1e3, 0]


def test_a_score_too_large_for_a_double_is_an_error():
    with pytest.raises(KpguiError, match="too large"):
        exact_scores(kernel("linear()"), np.array([[1e150, 0.0]] * 2), np.full(2, 1e10), 0.0, np.array([[1e300, 0.0]]))


def test_without_vectors_the_score_is_the_bias():
    nothing = np.zeros((0, 2))
    for bias in (-2.0, 0.0, 5e-324):
        assert exact_scores(kernel("poly(degree=2)"), nothing, np.zeros(0), bias, XOR).tolist() == [bias] * 4


def test_coefficients_that_are_not_exact_leave_a_doubt():
    vectors, coefficients, places = np.array([[0.1, 0.0]]), np.array([3.0]), np.array([[1.0, 7.0], [1.1, 0.0]])
    scores = exact_scores(kernel("linear()"), vectors, coefficients, -0.3, places, coefficient_error=4)
    assert np.sign(scores).tolist() == [0, 1]
