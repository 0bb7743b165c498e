"""The field against f at each pixel centre by the definition."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.engine.evaluators.terms import PIECE_VALUES, centres
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.picture.field import contours, field, quantise
from kpgui.engine.picture.raster import Raster
from kpgui.kernels import KERNELS, Kernel, kernel
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

TEXTS = [
    *(str(each()) for each in KERNELS),
    "poly(degree=7, gamma=0.5, c=1)",
    "rbf(sigma=0.07)",
    "rbf(sigma=0.5)",
    "rbf(sigma=30)",
    "laplacian(sigma=0.05)",
    "exponential(sigma=0.02)",
    "matern32(length=0.2)",
    "matern52(length=7)",
    "rational_quadratic(alpha=0.2, length=0.05)",
    "rational_quadratic(alpha=70, length=0.5)",
    "sigmoid(gamma=6, c=-1)",
    "periodic(period=0.4, length=0.5)",
    "periodic(period=8, length=2)",
    "rbf(sigma=0.5)**3",
    "rbf(sigma=1) * poly(degree=3)",
    "rbf(sigma=0.4) + 0.3*poly(degree=2) + linear()*rbf(sigma=2)",
    "rbf(sigma=1) - rbf(sigma=0.5)",
    "rbf(sigma=1) - rbf(sigma=0.999)",
    "2*matern32(length=1) - (linear() - cosine())",
    "laplacian(sigma=1) * rbf(sigma=0.5) * periodic(period=2, length=1)",
    "exp(0.5*linear() - poly(degree=1, gamma=0.2))",
    "exp(rbf(sigma=0.6))",
    "exp(poly(degree=2, gamma=0.3))",
    "exp(linear() - poly(degree=3, gamma=0.2) + rbf(sigma=1))",
    "normalized(poly(degree=3))",
    "normalized(poly(degree=12))",
    "normalized(exp(linear()) + matern52(length=1))",
    "cosine()**3 * laplacian(sigma=1)",
    "exponential(sigma=1) * linear()",
    "laplacian(sigma=1) * poly(degree=2, c=0.5)",
    "(linear() + laplacian(sigma=0.5))**2",
    "(linear() * periodic(period=0.3, length=0.4))**2",
    "(linear() + exponential(sigma=1))**2",
    "normalized(rbf(sigma=1) - 0.5*poly(degree=2))",
]
VIEW = View(-2.0, 3.0, -1.5, 1.0)
RNG = np.random.default_rng(5)
POINTS = RNG.uniform(-2, 2, (150, 2))
BETA = np.where(RNG.random(150) < 0.6, RNG.integers(-5, 6, 150), 0).astype(float)


def by_definition(text: str, expansion: Expansion, points, view: View, nx: int, ny: int):
    xs, ys = centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny)
    pixels = np.column_stack([np.tile(xs, ny), np.repeat(ys, nx)])
    return expansion.decision(kernel(text), points, pixels).reshape(ny, nx)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("size", [(200, 120), (1, 1), (3, 50)])
def test_the_field_is_f_at_the_pixel_centres(text, size):
    expansion = Expansion.of(BETA, 0.25)
    expected = by_definition(text, expansion, POINTS, VIEW, *size)
    values = field(kernel(text), POINTS, expansion, VIEW, *size)
    largest = np.abs(expected).max()
    assert values.shape == size[::-1]
    assert np.abs(values - expected).max() <= 1e-8 * largest
    certain = np.abs(expected) > 1e-12 * largest
    assert np.array_equal(np.sign(values[certain]), np.sign(expected[certain]))


@pytest.mark.parametrize("text", TEXTS)
def test_a_raster_that_is_used_again_follows_the_coefficients(text):
    raster = Raster(kernel(text), DistinctPoints(POINTS), VIEW, 64, 48)
    for seed in range(3):
        beta = np.random.default_rng(seed).normal(size=150) * (np.arange(150) % (seed + 2) == 0)
        expansion = Expansion.of(beta, seed)
        expected = by_definition(text, expansion, POINTS, VIEW, 64, 48)
        np.testing.assert_allclose(raster.values(expansion), expected, atol=5e-9 * np.abs(expected).max())


def test_signs_hold_where_f_is_almost_nothing():
    points = np.array([[0.0, 0.0], [0.5, 0.0]])
    expansion = Expansion.of([1.0, -1.0], 0.0)
    view = View(-10, 10, -10, 10)
    values = field(kernel("rbf(sigma=0.8)"), points, expansion, view, 300, 300)
    left = centres(-10, 10, 300) < 0.25
    assert (values[:, left] > 0).all()
    assert (values[:, ~left] < 0).all()
    (boundary,) = contours(values, view, (0.0,))
    assert np.nanmax(np.abs(boundary[:, 0] - 0.25)) < 0.05


@pytest.mark.parametrize("sigma", [0.2, 0.25, 0.5])
def test_signs_hold_down_to_the_smallest_numbers(sigma):
    """36 σ away f is 10^−281."""
    points = np.array([[0.0, 0.0], [0.5, 0.0], [0.1, 0.3]])
    expansion, view = Expansion.of([1.0, -1.0, 0.5], 0.0), View(-10, 10, -10, 10)
    values = field(kernel(f"rbf(sigma={sigma})"), points, expansion, view, 600, 600)
    expected = by_definition(f"rbf(sigma={sigma})", expansion, points, view, 600, 600)
    sizes = by_definition(f"rbf(sigma={sigma})", Expansion.of(np.abs(expansion.beta), 0), points, view, 600, 600)
    certain = (sizes > 1e-300) & (np.abs(expected) > 1e-12 * sizes)
    assert np.array_equal(np.sign(values[certain]), np.sign(expected[certain]))


def test_without_support_vectors_the_field_is_the_bias():
    assert (field(kernel("rbf"), POINTS, Expansion.of(np.zeros(150), -2.0), VIEW, 5, 4) == -2).all()
    assert (
        field(kernel("rbf"), np.zeros((0, 2)), Expansion.of((), 0.0), VIEW, 5, 4).tolist() == np.zeros((4, 5)).tolist()
    )


@pytest.mark.parametrize("text", ["cosine()**12", "cosine()**12 * rbf(sigma=1)", "cosine()**8 * poly(degree=4)"])
@pytest.mark.parametrize("view", [View(-2, 2, -2, 2), View(-0.0165, 0.0271, -0.05, 0.067)])
def test_what_rounding_makes_of_a_quotient_near_the_origin_does_not_loosen_the_accuracy_elsewhere(text, view):
    """Next to the origin both sides of the quotient are next to nothing, and before those pixels are computed anew,
    values there were a million times the largest |f|."""
    expansion = Expansion.of(BETA, 0.0)
    expected = by_definition(text, expansion, POINTS, view, 200, 150)
    values = field(kernel(text), POINTS, expansion, view, 200, 150)
    assert np.abs(values - expected).max() <= 1e-8 * np.abs(expected).max()


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=50), st.floats(1e-3, 1e3))
def test_bytes_keep_the_side_of_the_boundary(values, peak):
    f = np.array(values)
    bytes_ = quantise(f, peak).astype(int)
    assert ((bytes_ > 128) == (f > 0)).all()
    assert ((bytes_ < 128) == (f < 0)).all()
    assert (bytes_[f >= peak] == 255).all()
    assert (bytes_[f <= -peak] == 1).all()
    assert (np.diff(bytes_[np.argsort(f)]) >= 0).all()


def test_contours_lie_where_f_has_the_level():
    view = View(0, 4, 0, 2)
    values = np.tile(centres(0, 4, 40), (20, 1)) - 1.3
    lines = list(contours(values, view, (0.0, 1.0, 50.0)))
    np.testing.assert_allclose(lines[0][:, 0], 1.3, atol=1e-12)
    np.testing.assert_allclose(lines[1][:, 0], 2.3, atol=1e-12)
    assert len(lines[2]) == 0


def test_several_curves_are_parted_by_nan():
    view = View(-1, 1, -1, 1)
    xs = centres(-1, 1, 50)
    (line,) = contours(np.tile(np.abs(xs) - 0.5, (50, 1)), view, (0.0,))
    assert np.isnan(line).any(axis=1).sum() == 1


def test_coordinates_as_large_as_they_get_give_no_warning():
    points = np.array([[1e300, 0.0], [-1e300, 0.0]])
    for text in ("rbf(sigma=1)", "rbf(sigma=1)*rbf(sigma=2)"):
        values = field(kernel(text), points, Expansion.of([1.0, -1.0], 0.0), View(-1e301, 1e301, -1, 1), 9, 9)
        assert np.isfinite(values).all()


@pytest.mark.parametrize("text", ["poly(degree=16, c=1)", "poly(degree=20, gamma=0.3)", "linear()**12"])
@pytest.mark.parametrize("reach", [3, 12, 25])
def test_high_degrees_keep_their_signs_among_the_points_in_a_wide_view(text, reach):
    rng = np.random.default_rng(3)
    points = rng.uniform(-1, 1, (60, 2))
    expansion = Expansion.of(rng.normal(size=60), 0.0)
    view = View(-reach, reach, -reach, reach)
    values = field(kernel(text), points, expansion, view, 150, 150)
    expected = by_definition(text, expansion, points, view, 150, 150)
    certain = np.abs(expected) > 1e-12 * by_definition(
        text, Expansion.of(np.abs(expansion.beta), 0), points, view, 150, 150
    )
    assert (np.sign(values) == np.sign(expected))[certain].all()


@pytest.mark.parametrize("text", ["(2*rbf(sigma=0.5))**2", "4*rbf(sigma=0.5)**2", "2*(rbf(sigma=1)*3)*rbf(sigma=2)"])
def test_products_and_powers_of_separable_kernels_are_separable(text):
    terms = kernel(text).terms()
    assert all(term.separable for _, term in terms)
    expansion = Expansion.of(BETA, 0.0)
    np.testing.assert_allclose(
        field(kernel(text), POINTS, expansion, VIEW, 40, 30),
        by_definition(text, expansion, POINTS, VIEW, 40, 30),
        atol=1e-7,
    )


def test_bytes_of_the_faintest_field_still_show_its_sides():
    f = np.array([1.75e-308, -1e-310, 0.0, 5e-324])
    assert (np.sign(quantise(f, 1.75e-308).astype(int) - 128) == np.sign(f)).all()


def test_a_field_beyond_float64_is_refused_in_words():
    with pytest.raises(KpguiError, match="too large to compute"):
        field(kernel("poly(degree=10)"), POINTS, Expansion.of(BETA, 0.0), View(-1e31, 1e31, -1, 1), 8, 8)


@pytest.mark.parametrize(
    "text", ["exponential(sigma=1)", "matern32(length=1)", "rational_quadratic(alpha=1, length=1)"]
)
@pytest.mark.parametrize(
    "view", [View(-1e300, 1e300, -1, 1), View(0, 2, 0, 1e160), View(0, 1e-300, 0, 1e-300), View(0, 5e-324, 0, 1)]
)
def test_a_field_over_the_largest_and_the_smallest_rectangles(text, view):
    points, expansion = np.array([[0.0, 0.0], [1.0, 1.0]]), Expansion.of([1.0, -0.5], 0.25)
    expected = by_definition(text, expansion, points, view, 30, 20)
    np.testing.assert_allclose(field(kernel(text), points, expansion, view, 30, 20), expected, atol=1e-8)


def test_a_field_that_is_given_up_in_the_middle_leaves_numpy_as_it_was(recwarn):
    raster = Raster(kernel("rbf(sigma=0.5)"), DistinctPoints(POINTS), VIEW, 400, 300)
    before = np.geterr()
    filling = raster.fill(Expansion.of(BETA, 0.0), np.empty((300, 400)))
    for _ in range(3):
        next(filling)
        assert np.geterr() == before
    thread = threading.Thread(target=filling.close)
    thread.start()
    thread.join()
    assert np.geterr() == before


@pytest.mark.parametrize("text", ["exponential(sigma=0.3)", "matern32(length=0.5)", "matern52(length=0.5)"])
def test_signs_of_kernels_with_a_kink_hold_far_from_all_points(text):
    """Far away f is some e^−60 of its largest value; the curve between the two points goes on straight."""
    points = np.array([[0.0, 0.0], [0.5, 0.0]])
    view = View(-10, 10, -10, 10)
    values = field(kernel(text), points, Expansion.of([1.0, -1.0], 0.0), view, 300, 300)
    left = centres(-10, 10, 300) < 0.25
    assert (values[:, left] > 0).all()
    assert (values[:, ~left] < 0).all()


def test_a_difference_that_nearly_cancels_is_as_exact_as_its_definition():
    text = "rbf(sigma=1) - rbf(sigma=1.0000001)"
    expansion = Expansion.of(BETA, 0.0)
    expected = by_definition(text, expansion, POINTS, VIEW, 60, 40)
    values = field(kernel(text), POINTS, expansion, VIEW, 60, 40)
    assert np.abs(values - expected).max() <= 1e-8 * np.abs(expected).max()
    assert (field(kernel("rbf - rbf"), POINTS, expansion, VIEW, 60, 40) == 0).all()


def test_factors_that_would_overflow_are_not_used_where_the_kernel_is_finite():
    """exp(800)·exp(−800) is 1."""
    points, view = np.array([[40.0, 40.0], [40.0, -40.0]]), View(19, 20, -20, -19)
    expansion = Expansion.of([1.0, 0.0], 0.0)
    expected = by_definition("exp(linear())", expansion, points, view, 30, 30)
    np.testing.assert_allclose(field(kernel("exp(linear())"), points, expansion, view, 30, 30), expected, rtol=1e-12)


def test_a_pixel_at_the_origin_is_0_to_the_cosine():
    view = View(-1.5, 1.5, -1.5, 1.5)
    values = field(kernel("cosine()"), np.array([[1.0, 2.0]]), Expansion.of([3.0], 0.5), view, 3, 3)
    assert values[1, 1] == 0.5
    assert values[1, 2] == pytest.approx(0.5 + 3 / 5**0.5)


def test_coordinates_whose_squares_overflow_still_have_an_angle():
    view = View(-1e200, 1e200, -1e200, 1e200)
    points = np.array([[1e199, 2e199], [-3e199, 1e199]])
    expansion = Expansion.of([1.0, -2.0], 0.0)
    expected = by_definition("cosine()", expansion, points, view, 20, 20)
    np.testing.assert_allclose(field(kernel("cosine()"), points, expansion, view, 20, 20), expected, atol=1e-14)


@pytest.mark.parametrize(
    "text", ["matern32(length=1)", "sigmoid(gamma=3, c=0)", "cosine()", "linear()*exponential(sigma=1)"]
)
def test_a_piece_of_work_is_small(text, monkeypatch):
    """Kernel values between two pauses, counted, not timed: so many are computed in two milliseconds or so."""
    computed, largest = 0, 0
    gram = Kernel.gram

    def counted(self, X, Z):
        nonlocal computed
        computed += len(X) * len(Z)
        return gram(self, X, Z)

    monkeypatch.setattr(Kernel, "gram", counted)
    raster = Raster(kernel(text), DistinctPoints(POINTS), VIEW, 300, 200)
    for _ in raster.fill(Expansion.of(BETA, 0.0), np.empty((200, 300))):
        largest, computed = max(largest, computed), 0
    assert 0 < max(largest, computed, text == "cosine()") <= 2 * PIECE_VALUES


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("matern32(length=1)", 0.25),
        ("exponential(sigma=0.1)", 0.25),
        ("rational_quadratic(alpha=1, length=0.1)", 0.25),
        ("rational_quadratic(alpha=1, length=1)", 0.03),
        ("sigmoid(gamma=0.5, c=0)", 0.03),
        ("exp(poly(degree=2, gamma=0.2))", 0.03),
        ("normalized(poly(degree=3))", 0.001),
        ("linear() * rbf(sigma=1)", 0.03),
    ],
)
def test_few_of_all_kernel_values_are_computed_one_by_one(text, share, monkeypatch):
    """Of 400 × 400 pixels and 90 support vectors; what an error made necessary to compute again is counted too."""
    expansion = Expansion.of(BETA, 0.0)
    computed = 0
    gram = Kernel.gram

    def counted(self, X, Z):
        nonlocal computed
        computed += len(X) * len(Z)
        return gram(self, X, Z)

    monkeypatch.setattr(Kernel, "gram", counted)
    field(kernel(text), POINTS, expansion, VIEW, 400, 400)
    assert computed <= share * 400 * 400 * len(expansion.support)


@pytest.mark.parametrize("text", ["normalized(poly(degree=16))", "normalized(linear()**3 + poly(degree=11))"])
def test_a_normalised_kernel_is_exact_in_the_middle_of_a_wide_view(text):
    """U is 10²⁰ times larger in the corners, and so are its rounding errors."""
    expansion = Expansion.of(BETA, 0.0)
    view = View(-25, 25, -20, 20)
    expected = by_definition(text, expansion, POINTS, view, 90, 80)
    values = field(kernel(text), POINTS, expansion, view, 90, 80)
    assert np.abs(values - expected).max() <= 1e-8 * np.abs(expected).max()
