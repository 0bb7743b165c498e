"""Fields where f is 0: exactly 0, and nothing but that, however the terms of f cancel."""

import numpy as np
import pytest

from kpgui.engine import exact
from kpgui.engine.evaluators import terms
from kpgui.engine.evaluators.terms import centres
from kpgui.engine.exact import DistinctPoints
from kpgui.engine.picture import raster
from kpgui.engine.picture.field import contours, field
from kpgui.engine.picture.raster import Raster
from kpgui.kernels import kernel
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

VIEW = View(-2.0, 3.0, -1.5, 1.0)


def test_opposite_labels_on_one_place_cancel_without_specks():
    points = np.array([[0.3, 0.1], [1.0, 0.7], [0.3, 0.1], [1.0, 0.7]])
    values = field(kernel("rbf(sigma=0.7)"), points, Expansion.of([3.0, 7.0, -3.0, -7.0], 0.0), VIEW, 80, 60)
    assert (values == 0).all()


XOR, XOR_SIGNS = np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]]), np.array([-1.0, 1.0, 1.0, -1.0])


@pytest.mark.parametrize(
    "text",
    [
        *("poly(degree=2)", "poly(degree=2, gamma=0.3, c=0.7)", "poly(degree=3)", "poly(degree=6)", "linear()**2"),
        *("rbf(sigma=1)", "rbf(sigma=0.2)", "rbf(sigma=0.05)", "rbf(sigma=1) + 0.5*poly(degree=2)", "exp(linear())"),
        *(
            "matern32(length=1)",
            "rational_quadratic(alpha=1, length=1)",
            "laplacian(sigma=1)",
            "normalized(poly(degree=3))",
        ),
        *("sigmoid(gamma=0.5, c=0.3)", "linear()*exponential(sigma=1)", "periodic(period=7, length=1)"),
    ],
)
def test_the_axes_of_a_balanced_xor_are_0_and_nothing_beside_them_is(text):
    """By symmetry f is 0 where a coordinate is 0, and at no other pixel has it a neighbour of the same sign across."""
    view = View(-1.65, 1.65, -1.65, 1.65)
    spec, expansion = kernel(text), Expansion.of(XOR_SIGNS, 0.0)
    values = Raster(spec, DistinctPoints(XOR), view, 33, 33).values(expansion)
    axis = np.arange(33) == 16
    on_an_axis = np.logical_or.outer(axis, axis)
    assert not values[on_an_axis].any()
    assert values[0, 0] and (np.sign(values[:16, :16]) == np.sign(values[0, 0])).all()
    assert np.array_equal(np.sign(values), np.sign(values[::-1, ::-1]))
    assert np.array_equal(np.sign(values), -np.sign(values[::-1]))


@pytest.mark.parametrize("text", ["linear()", "poly(degree=1, c=3)", "cosine()", "2*linear() - linear()"])
def test_a_balanced_xor_under_kernels_that_cannot_tell_it_is_nobodys_everywhere(text):
    """Their f is 0 everywhere; a bias is all that there is then."""
    for bias in (0.0, 0.25):
        values = field(kernel(text), XOR, Expansion.of(XOR_SIGNS, bias), VIEW, 200, 150)
        assert (values == bias).all()


def test_a_line_through_pixel_centres_is_0_there():
    """f = 3x − y through decimal points; in float64, 3·0.1 − 0.3 is not 0."""
    points, expansion = np.array([[1.0, 0.0], [0.0, 1.0]]), Expansion.of([3.0, -1.0], 0.0)
    signs = np.sign(field(kernel("linear()"), points, expansion, View(-1.05, 1.05, -3.15, 3.15), 21, 21))
    beside = ~np.eye(21, dtype=bool)
    assert np.array_equal(signs[beside], np.sign(np.subtract.outer(-np.arange(21), -np.arange(21)))[beside])
    assert np.count_nonzero(np.diagonal(signs) == 0) > 10


def test_a_polynomial_that_is_nothing_on_paper_is_0():
    """0.1 + 0.2 − 0.3, times x."""
    points, expansion = np.array([[0.1, 0.0], [0.2, 0.0], [0.3, 0.0]]), Expansion.of([1.0, 1.0, -1.0], 0.0)
    assert not field(kernel("linear()"), points, expansion, VIEW, 50, 40).any()


@pytest.mark.parametrize("text", ["linear()", "poly(degree=3)", "linear()**2 - poly(degree=2, c=0)"])
def test_few_values_are_computed_in_rationals_and_few_at_once(text, monkeypatch):
    """A field that is 0, and one that is 0 along two lines; 2 × 250 points opposite each other."""
    computed, at_once, most = 0, 0, 0
    exact_scores = exact.exact_scores

    def counted(kernel, vectors, coefficients, bias, places, roundings):
        nonlocal computed, at_once
        computed, at_once = computed + len(vectors) * len(places), at_once + len(vectors) * len(places)
        return exact_scores(kernel, vectors, coefficients, bias, places, roundings)

    for module in (terms, raster):
        monkeypatch.setattr(module, "exact_scores", counted)
    points = np.random.default_rng(1).integers(-9, 10, (250, 2)) / 4
    points = np.concatenate([points, -points])
    values = np.empty((201, 301))
    for _ in Raster(kernel(text), DistinctPoints(points), View(-3.01, 3.01, -2.01, 2.01), 301, 201).fill(
        Expansion.of(np.ones(500), 0.0), values
    ):
        most, at_once = max(most, at_once), 0
    assert (values == 0).all() == (text != "poly(degree=3)")
    assert computed <= 1 << 15
    assert most <= 1 << 9


def test_the_nodes_of_a_high_degree_are_not_asked_for_one_by_one(monkeypatch):
    """60 factors at one support vector in the origin: 61 × 61 nodes, and each call walks through all the factors."""
    calls = []
    exact_scores = exact.exact_scores
    monkeypatch.setattr(terms, "exact_scores", lambda *given: calls.append(given) or exact_scores(*given))
    assert not field(
        kernel(" * ".join(["linear()"] * 60)), np.zeros((1, 2)), Expansion.of([1.0], 0.0), VIEW, 200, 200
    ).any()
    assert len(calls) <= 8


@pytest.mark.parametrize(
    "text", ["laplacian(sigma=1)", "0.3*laplacian(sigma=0.7)", "laplacian(sigma=1)*laplacian(sigma=2)"]
)
def test_regions_where_a_laplacian_cancels_are_nobodys_and_have_no_specks(text):
    view, points = View(-3, 4, -3, 4), np.array([[0.0, 0.0], [1.0, 1.0]])
    values = field(kernel(text), points, Expansion.of([1.0, -1.0], 0.0), view, 140, 140)
    xs = centres(-3, 4, 140)
    # Beside the square that the points span, both are as far away by |x − x'| + |y − y'|.
    beside = np.logical_xor.outer(xs > 1, xs > 1) & ~np.logical_or.outer((xs > 0) & (xs < 1), (xs > 0) & (xs < 1))
    assert not values[beside].any()
    assert (values[np.ix_(xs < 0, xs < 0)] > 0).all() and (values[np.ix_(xs > 1, xs > 1)] < 0).all()
    (boundary,) = contours(values, view, (0.0,))
    assert ((boundary > -0.1) & (boundary < 1.1)).all()


def test_there_is_no_boundary_round_a_region_where_f_has_underflowed_to_0():
    view = View(-1, 1, -1, 1)
    values = field(kernel("rbf(sigma=0.01)"), np.array([[0.0, 0.0]]), Expansion.of([1.0], 0.0), view, 100, 100)
    assert (values == 0).any()
    assert len(next(contours(values, view, (0.0,)))) == 0


def test_a_boundary_through_pixel_centres_is_still_drawn():
    view = View(-1.5, 1.5, -1.5, 1.5)
    xs = centres(-1.5, 1.5, 3)
    assert len(next(contours(np.outer(xs, xs), view, (0.0,)))) > 0
    assert len(next(contours(np.tile(xs, (3, 1)), view, (0.0,)))) > 0
