"""How far computed kernel values may be off: against the formulas in 60 digits, for points made to be hard."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from mpmath import mp

from kpgui.kernels import KERNELS, kernel
from kpgui.kernels.algebra.explicit import Explicit
from kpgui.kernels.base import Kernel
from kpgui.kernels.numerics import exact_number, exact_numbers
from kpgui.model.arrays import FAINTEST
from kpgui.model.expansion import MAPS
from tests.kernels.reference import exactly
from tests.strategies import kernel_trees

RNG = np.random.default_rng(5)
WHOLE = np.array([[0.0, 0.0], [1, 2], [-3, 4], [2, -1], [7, 7]])
POINTS = {
    "normal": RNG.normal(size=(6, 2)),
    "one axis": RNG.normal(size=(5, 1)),
    "eight axes": RNG.normal(size=(4, 8)),
    "nine axes": RNG.normal(size=(4, 9)),
    "twenty axes": RNG.normal(size=(4, 20)),
    "whole": WHOLE,
    "to 65": RNG.uniform(-65, 65, (5, 2)),
    "far from the origin": 1e8 + np.array([[0, 0], [1, 0.5], [1e-8, 0], [-2, 3.7], [30, 40]]),
    "close together": 0.3 + 1e-8 * np.array([[0, 0], [1, 0.5], [1e-8, 0], [-2, 3.7]]),
    "nearly orthogonal": np.array([[1, 1e-9], [1e-9, -1], [1, 1], [1, np.nextafter(-1, 0)], [0.1, 0.3], [0.3, -0.1]]),
    "cancelling": np.array(
        [[1234.567, -987.654], [987.6541, 1234.567], [-246.9135, -308.64175], [2345.6787, 2932.0991], [0.98763, 1.2345]]
    ),
    "periods apart": 0.1 + 0.7 * WHOLE,
    "a decimal apart": np.array([[0.1], [0.8], [1.5], [100.1], [0.45]]),
    "tiny": 1e-160 * WHOLE,
    "hardly there": np.array([[5e-324, 0], [1e-310, -3e-320], [1e-200, 1e-100], [0, 0]]),
    "tiny and huge": np.array([[1e-170, 0], [1e150, 1], [-3e-160, 1e-150]]),
    "huge": np.array([[1e150, -2e150], [3e140, 0], [1, 1e149], [1e152, 1e152]]),
    "as large as can be": np.array([[1.7e308, 1.7e308], [-1.7e308, 1e308], [1e308, -1e308], [1, 0]]),
    "tails": np.array([[0, 0], [21, 0], [26, 5], [38.5, 0], [38.7, 0.3], [55, 0], [700, 45], [3e5, 1]]),
}
EXTREME = [
    "poly(degree=7, gamma=0.3, c=0.1)",
    "poly(degree=50)",
    "rbf(sigma=0.01)",
    "rbf(sigma=1e-8)",
    "rbf(sigma=1e-300)",
    "rbf(sigma=1e150)",
    "rbf(sigma=1e308)",
    "laplacian(sigma=0.02)",
    "laplacian(sigma=1e308)",
    "exponential(sigma=0.01)",
    "exponential(sigma=1e-320)",
    "matern32(length=0.02)",
    "matern32(length=1e308)",
    "matern52(length=0.02)",
    "matern52(length=1e-9)",
    "rational_quadratic(alpha=8, length=0.1)",
    "rational_quadratic(alpha=0.3, length=1e-5)",
    "rational_quadratic(alpha=0.01, length=1e-200)",
    "rational_quadratic(alpha=200, length=0.1)",
    "rational_quadratic(alpha=0.5, length=1e308)",
    "sigmoid(gamma=0.01, c=-3)",
    "sigmoid(gamma=30, c=0.7)",
    "periodic(period=0.7, length=1e-3)",
    "periodic(period=0.7, length=1e-9)",
    "periodic(period=0.7, length=1e-16)",
    "periodic(period=1e-310, length=1)",
    "periodic(period=1e8, length=1e-5)",
]
EXPRESSIONS = [
    "rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)",
    "linear() - cosine()",
    "0.1*linear() - 0.1*linear()",
    "(linear() - poly(degree=2))**5",
    "rbf(sigma=0.01) * poly(degree=3)",
    "0*linear() + 1e-200*rbf()**2",
    "exp(0.5*linear())",
    "exp(300*cosine())",
    "exp(linear() - poly(degree=2))",
    "normalized(poly(degree=3, c=1))",
    "normalized(linear() - 0.5*rbf())",
    "normalized(poly(degree=2, c=1) - poly(degree=2, c=0))",
    "normalized(exp(linear()))",
    "normalized(exp(linear() - cosine()))",
    "normalized(exp(linear()) + laplacian(sigma=1))",
    "normalized(normalized(linear()) + rbf())",
    "exp(sigmoid()) * periodic(period=0.7)**5",
]
KERNELS_TO_CHECK = (
    [each() for each in KERNELS] + [kernel(text) for text in EXTREME + EXPRESSIONS] + list(map(Explicit, MAPS.values()))
)
every_kernel = pytest.mark.parametrize("checked", KERNELS_TO_CHECK, ids=str)


def within(computed, exact, error):
    """Whether |computed − exact| ≤ error, but for the 60 digits of what is called exact."""
    with mp.workdps(60):
        return abs(mp.mpf(computed) - exact) <= mp.mpf(error) + abs(exact) * mp.mpf("1e-50")


def check(made, points, noise=0.0):
    """The three bounds of a kernel over some points; of values that have overflowed nothing has to be known.

    noise: what 60 digits may leave of a difference that is 0, as a share of the largest value.
    """
    with np.errstate(all="ignore"):
        values, diagonal = made.values(points, points), made.diagonal_values(points)
    errors, diagonal_errors = made.value_error(points, points), made.diagonal_error(points)
    size, error = made.magnitude(points)
    left = noise * size if noise else 0.0
    assert errors.shape == values.shape
    assert diagonal_errors.shape == diagonal.shape
    assert (errors[~np.isfinite(values)] == np.inf).all()
    assert (errors >= 0).all()
    assert (error >= errors[np.isfinite(values)]).all()
    assert (error >= diagonal_errors[np.isfinite(diagonal)]).all()
    rows = points.tolist()
    for i, x in enumerate(rows):
        for j, z in enumerate(rows):
            exact = exactly(made, x, z) if np.isfinite(values[i, j]) else mp.inf
            assert abs(exact) <= size * (1 + mp.mpf("1e-50"))
            known = errors[i, j] == np.inf or within(values[i, j], exact, errors[i, j] + left)
            assert known, (x, z, values[i, j], exact)
            if i == j and diagonal_errors[i] < np.inf:
                assert within(diagonal[i], exact, diagonal_errors[i] + left), (x, diagonal[i], exact)


@every_kernel
@pytest.mark.parametrize("points", POINTS.values(), ids=POINTS)
def test_values_are_no_further_off_than_is_said(checked, points):
    check(checked, points)


@st.composite
def point_sets(draw):
    """A few points of up to 20 coordinates: ordinary, whole, or of any size, some of them nearly or exactly equal."""
    d = draw(st.sampled_from([1, 2, 3, 8, 9, 20]))
    numbers = draw(
        st.sampled_from(
            [
                st.floats(-3, 3),
                st.integers(-50, 50).map(float),
                st.floats(-65, 65),
                st.floats(-1e9, 1e9).map(lambda x: 1e8 + x / 1e9),
                st.floats(-1e100, 1e100),
            ]
        )
    )
    points = draw(hnp.arrays(np.float64, (3, d), elements=numbers))
    near = points[0] + draw(st.sampled_from([0.0, 1e-8, 1e-15, 1.0])) * points[1]
    return np.vstack([points, near])


@every_kernel
@pytest.mark.parametrize("points", POINTS.values(), ids=POINTS)
def test_where_a_share_of_the_value_is_enough_that_is_said(checked, points):
    share = checked.relative_error(points)
    if share < np.inf:
        with np.errstate(all="ignore"):
            values, errors = checked.values(points, points), checked.value_error(points, points)
        assert (errors <= share * values + FAINTEST).all()


@given(made=kernel_trees(), points=point_sets())
def test_kernels_made_of_kernels_are_no_further_off_than_is_said(made, points):
    check(made, points, noise=1e-55)


@pytest.mark.parametrize(
    "checked",
    [
        each
        for each in KERNELS_TO_CHECK
        if not any(text in str(each) for text in ("300*", "degree=50", "gamma=30", "length=1e-16", "period=1e-310"))
    ],
    ids=str,
)
def test_what_is_said_is_not_uselessly_much_for_ordinary_points(checked):
    points = np.random.default_rng(0).uniform(-3, 3, (30, 2))
    lengths = np.sqrt(np.abs(checked.diagonal(points)))
    assert (checked.value_error(points, points) <= 1e-13 * np.maximum(1, np.multiply.outer(lengths, lengths))).all()
    assert (checked.diagonal_error(points) <= 1e-13 * np.maximum(1, lengths**2)).all()


@pytest.mark.parametrize("member", KERNELS.members, ids=lambda member: member.key)
def test_the_largest_size_and_error_are_not_uselessly_large(member):
    made, points = member(), np.random.default_rng(0).uniform(-3, 3, (30, 2))
    size, error = made.magnitude(points)
    assert size <= (1 + 1e-9) * (made.bound if made.bounded else made.diagonal(points).max())
    assert error <= 1e-13 * max(1, size)


def test_a_value_far_in_the_tail_is_known_to_be_positive():
    away = np.sqrt(2 * 200 * np.log(10))
    made, points = kernel("rbf(sigma=1)"), np.array([[0.0, 0.0], [away, 0.0]])
    assert made.gram(points, points)[0, 1] == pytest.approx(1e-200, rel=1e-9)
    assert made.value_error(points, points)[0, 1] < 1e-211


def test_the_error_of_two_points_a_period_apart_covers_1():
    made = kernel("periodic(period=0.1, length=1e-16)")
    points = np.array([[0.1], [0.3]])
    assert made.gram(points, points)[0, 1] + made.value_error(points, points)[0, 1] >= 1


@pytest.mark.parametrize(
    ("made", "by_hand"),
    [
        (kernel("linear()"), lambda p: p),
        (kernel("poly(degree=3, gamma=0.1, c=0.7)"), lambda p: (Fraction("0.1") * p + Fraction("0.7")) ** 3),
        (kernel("0.3*linear() - 1.1*linear()**2"), lambda p: Fraction("0.3") * p - Fraction("1.1") * p**2),
        (Explicit(MAPS["identity"]), lambda p: p),
        (Explicit(MAPS["quadratic"]), lambda p: p**2),
        (Explicit(MAPS["full_quadratic"]), lambda p: (p + 1) ** 2),
    ],
    ids=lambda each: None if callable(each) else str(each),
)
@pytest.mark.parametrize("d", [1, 2, 9])
def test_the_value_at_the_decimals_that_were_typed_is_within_the_error(made, by_hand, d):
    tenths = np.random.default_rng(d).integers(-99, 100, (12, d))
    decimals = [[Fraction(int(x), 10) for x in row] for row in tenths]
    points = np.array(decimals, float)
    values, errors = made.gram(points, points), made.value_error(points, points)
    for i, x in enumerate(decimals):
        for j, z in enumerate(decimals):
            assert abs(Fraction(values[i, j]) - by_hand(inner(x, z))) <= Fraction(errors[i, j])


@pytest.mark.parametrize(
    ("text", "x", "z"),
    [
        ("linear()", [2.0**27 + 1, 1.0], [2.0**27 + 1, 0.0]),
        ("poly(degree=2, c=1)", [0.1, 0.0], [3.0, 0.0]),
        ("poly(degree=40, c=1)", [1.0, 1.0], [1.0, 1.0]),
        ("poly(degree=2, gamma=0.1, c=1)", [1.0, 1.0], [1.0, 1.0]),
        ("0.1*linear()", [3.0, 0.0], [1.0, 0.0]),
        ("linear()", [1e-170, 0.0], [1e-170, 0.0]),
    ],
)
def test_what_has_too_many_digits_is_not_called_exact(text, x, z):
    made = kernel(text)
    assert not within(made.gram([x], [z])[0, 0], exactly(made, x, z), 0)
    assert made.value_error(np.array([x]), np.array([z]))[0, 0] > 0


@pytest.mark.parametrize("text", ["cosine()", "normalized(linear())", "linear() * rbf(sigma=1)", "sigmoid()"])
def test_at_the_origin_it_is_known_to_be_0(text):
    made, points = kernel(text), np.array([[1.0, 2.0], [-2.0, 1.0], [0.0, 0.0]])
    assert made.gram(points, points)[0, 2] == 0
    assert made.value_error(points, points)[0, 2] == 0


@every_kernel
def test_a_part_of_the_points_is_no_further_off_than_is_said_of_all(checked):
    """Where BLAS sums up a single row in another order than many."""
    points = np.random.default_rng(4).normal(size=(40, 20))
    errors = checked.value_error(points, points)
    for i in (0, 17):
        for x, values in zip(points[:4], checked.gram(points[i : i + 1], points[:4])[0], strict=True):
            j = int((points == x).all(axis=1).argmax())
            assert within(values, exactly(checked, points[i].tolist(), x.tolist()), errors[i, j])


class Unknown(Kernel):
    """A kernel that does not say how far it may be off."""

    psd_reason = ""

    def values(self, X, Z):
        return np.ones((len(X), len(Z)))

    def diagonal_values(self, X):
        return np.ones(len(X))


def test_of_a_kernel_that_says_nothing_nothing_is_known():
    assert (Unknown().value_error(WHOLE, WHOLE) == np.inf).all()
    assert (Unknown().diagonal_error(WHOLE) == np.inf).all()
    assert Unknown().magnitude(WHOLE) == (np.inf, np.inf)


def test_an_exact_number_is_an_int_or_a_fraction():
    assert exact_number(-3.0) == -3
    assert type(exact_number(1e300)) is int
    assert exact_number(0.1) == Fraction(3602879701896397, 2**55)
    assert exact_numbers(np.array([[0.5, 2.0]])).tolist() == [[Fraction(1, 2), 2]]
    assert exact_numbers(np.zeros((0, 2))).shape == (0, 2)


def fractions_of(points):
    return [[Fraction(a) for a in point] for point in points.tolist()]


def inner(x, z):
    return sum((a * b for a, b in zip(x, z, strict=True)), Fraction(0))


TENTH, THIRD = Fraction(0.1), Fraction(1 / 3)
DECIMALS = np.array([[0.1, 0.2], [1.0, -3.0], [0.7, 1e-3], [0.0, 0.0]])


@pytest.mark.parametrize(
    ("made", "by_hand"),
    [
        (kernel("linear()"), inner),
        (kernel("poly(degree=3, gamma=0.1, c=0.3333333333333333)"), lambda x, z: (TENTH * inner(x, z) + THIRD) ** 3),
        (kernel("linear() + 0.1*poly(degree=2, c=1)"), lambda x, z: inner(x, z) + TENTH * (inner(x, z) + 1) ** 2),
        (kernel("linear() * linear() - linear()**5"), lambda x, z: inner(x, z) ** 2 - inner(x, z) ** 5),
        (Explicit(MAPS["identity"]), inner),
        (Explicit(MAPS["squares"]), lambda x, z: inner(x, z) + sum(a * a * b * b for a, b in zip(x, z, strict=True))),
        (Explicit(MAPS["quadratic"]), lambda x, z: inner(x, z) ** 2),
        (Explicit(MAPS["full_quadratic"]), lambda x, z: (inner(x, z) + 1) ** 2),
    ],
    ids=lambda each: None if callable(each) else str(each),
)
def test_rational_kernels_have_values_without_rounding(made, by_hand):
    points, exact = fractions_of(DECIMALS), exact_numbers(DECIMALS)
    assert made.rational
    values = made.exact_values(exact, exact[:3])
    assert values.shape == (4, 3)
    assert values.tolist() == [[by_hand(x, z) for z in points[:3]] for x in points]
    assert all(isinstance(value, int | Fraction) for value in values.flat)


@pytest.mark.parametrize(
    "text", ["rbf()", "linear() + cosine()", "exp(linear())", "normalized(linear())", "2*sigmoid()"]
)
def test_what_is_not_rational_says_so(text):
    points = exact_numbers(WHOLE)
    assert not kernel(text).rational
    with pytest.raises(NotImplementedError, match="is not rational"):
        kernel(text).exact_values(points, points)
