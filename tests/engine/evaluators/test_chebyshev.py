"""Interpolation: the nodes that are counted for a kernel against its values, and what the last coefficients show."""

import numpy as np
import pytest

from kpgui.engine.evaluators import chebyshev
from kpgui.engine.evaluators.terms import centres, pixels_of
from kpgui.kernels import kernel

SMOOTH = [
    *(f"rbf(sigma={sigma})" for sigma in (0.1, 0.5, 3)),
    *(f"rational_quadratic(alpha={a}, length={length})" for a in (0.1, 1, 40) for length in (0.1, 0.6, 5)),
    *(f"periodic(period={p}, length={length})" for p in (0.7, 9) for length in (0.4, 3)),
    *(f"sigmoid(gamma={gamma}, c={c})" for gamma in (0.2, 1, 6) for c in (-1, 0, 2)),
    "exp(rbf(sigma=0.5))",
    "rbf(sigma=0.5) * rational_quadratic(alpha=2, length=1)",
    "rational_quadratic(alpha=1, length=1)**4",
    "exp(2*sigmoid(gamma=1, c=0))",
]
ROUND = [
    *(
        f"{name}={scale})"
        for name in ("exponential(sigma", "matern32(length", "matern52(length")
        for scale in (0.1, 0.5, 3)
    ),
    *(f"rational_quadratic(alpha={a}, length={length})" for a in (0.1, 1, 40) for length in (0.1, 0.6, 5)),
    "exponential(sigma=1) * matern32(length=2)",
    "linear() * matern52(length=1)",
]
PIXELS = 150


def worst_error(text, width, height, others, counts, bound=None):
    """Of the interpolants over [0, width] × [0, height], each relative to its largest value there, or to this bound."""
    nodes = [chebyshev.nodes(0, side, count) for side, count in zip((width, height), counts, strict=True)]
    pixels = [centres(0, side, PIXELS) for side in (width, height)]
    to_x, to_y = (chebyshev.from_nodes_to_pixels(count, PIXELS) for count in counts)
    exact = kernel(text).gram(pixels_of(*pixels), others).reshape(PIXELS, PIXELS, -1)
    coarse = kernel(text).gram(pixels_of(*nodes), others).reshape(counts[1], counts[0], -1)
    found = np.einsum("yj,jik,xi->yxk", to_y, coarse, to_x, optimize=True)
    largest = np.abs(exact).max(axis=(0, 1))
    return (np.abs(found - exact).max(axis=(0, 1)) / (largest if bound is None else bound)).max()


@pytest.mark.parametrize("text", SMOOTH)
def test_the_nodes_counted_for_a_smooth_kernel_are_enough_wherever_the_other_point_is(text):
    others = np.random.default_rng(1).uniform(-1, 3, (12, 2))
    counts = [chebyshev.count(kernel(text), side, 0.0, 3.0) for side in (2.0, 1.5)]
    assert worst_error(text, 2.0, 1.5, others, counts, kernel(text).bound) <= 1e-8


@pytest.mark.parametrize(
    "text",
    [
        "exp(linear())",
        "exp(poly(degree=2, gamma=0.3) - rbf(sigma=1))",
        "exp(poly(degree=3, gamma=0.2, c=0.5))",
        "exp(0.1*poly(degree=4, gamma=0.5) + linear())",
    ],
)
def test_the_nodes_counted_for_the_exponential_of_a_polynomial_are_enough(text):
    others = np.random.default_rng(1).uniform(-1, 3, (12, 2))
    counts = [chebyshev.count(kernel(text), side, 0.0, 3.0, 3 * 2.0 + 3 * 1.5) for side in (2.0, 1.5)]
    assert worst_error(text, 2.0, 1.5, others, counts) <= 1e-8


@pytest.mark.parametrize("text", ROUND)
@pytest.mark.parametrize("side", [0.05, 0.5, 2.0])
def test_the_nodes_counted_for_far_points_are_enough_from_the_given_distance_on(text, side):
    gaps = np.array([0.0, 0.3, 1.0, 2.5]) * side
    ring = [(-side - gap, t * side) for gap in gaps for t in (-1.0, 0.0, 0.5, 1.7)]
    others = np.array(ring + [(y, x) for x, y in ring])
    count = chebyshev.count(kernel(text), side, side, 10.0)
    assert worst_error(text, side, side, others, (count, count)) <= 1e-8


@pytest.mark.parametrize("text", ["laplacian(sigma=1)", "exponential(sigma=1)", "matern52(length=1)", "cosine()"])
def test_no_number_of_nodes_is_enough_across_a_kink(text):
    assert chebyshev.count(kernel(text), 2.0, 0.0, 3.0) is None


def test_a_polynomial_is_exact_with_one_node_more_than_its_degree():
    text = "poly(degree=5, c=2) * linear()"
    assert chebyshev.count(kernel(text), 2.0) == 7
    assert worst_error(text, 2.0, 1.5, np.array([[0.3, -2.0], [1.0, 1.0]]), (7, 7)) <= 1e-13


@pytest.mark.parametrize("count", [8, 12, 20, 30])
def test_the_last_coefficients_tell_the_error(count):
    """For 1/(1 + 4x²) × the same in y: the coefficients fall by 1.6 each."""
    xs, pixels = chebyshev.nodes(-1, 1, count), centres(-1, 1, 400)
    f = 1 / (1 + 4 * xs * xs)
    matrix = chebyshev.from_nodes_to_pixels(count, 400)
    error = np.abs(np.subtract(*np.broadcast_arrays(matrix @ f, 1 / (1 + 4 * pixels**2)))).max()
    told = chebyshev.left_out(np.outer(f, f))
    assert error / 3 <= told <= 100 * error
