"""Named coordinates of feature space, against the kernels whose inner products they have to give."""

import numpy as np
import pytest

from kpgui.kernels import kernel
from kpgui.kernels.algebra.explicit import Explicit
from kpgui.model.errors import UNWATCHED, KpguiError
from kpgui.model.expansion import MAPS
from kpgui.model.session import Session
from kpgui.ui.instruments.space.features import MOST_FEATURES, basis, features, sample
from tests.strategies import noisy_moons

RNG = np.random.default_rng(3)


@pytest.mark.parametrize("d", [1, 2, 3, 5])
@pytest.mark.parametrize("text", ["linear()", "poly(2)", "poly(3, gamma=0.7, c=0.4)", "poly(2, c=0)", "poly(4, c=2)"])
def test_inner_products_of_the_features_are_the_kernel(text, d):
    X, Z = RNG.normal(size=(2, 9, d))
    found = features(kernel(text), X)
    assert found.coordinates(X) @ found.coordinates(Z).T + found.constant == pytest.approx(kernel(text).gram(X, Z))
    assert len(set(found.names)) == len(found.names)


@pytest.mark.parametrize("key", MAPS)
def test_inner_products_of_a_maps_features_are_those_of_the_map(key):
    X, Z = RNG.normal(size=(2, 9, 2))
    found = features(Explicit(MAPS[key]), X)
    assert found.coordinates(X) @ found.coordinates(Z).T + found.constant == pytest.approx(
        MAPS[key].phi(X) @ MAPS[key].phi(Z).T
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("linear()", ("x", "y")),
        ("poly(2)", ("x²", "√2·xy", "y²", "√2·x", "√2·y")),
        ("poly(2, c=0)", ("x²", "√2·xy", "y²")),
        ("poly(3, c=0)", ("x³", "√3·x²y", "√3·xy²", "y³")),
        ("poly(2, gamma=0.1, c=0)", ("0.1·x²", "0.141·xy", "0.1·y²")),
        ("poly(1, gamma=4)", ("2·x", "2·y")),
    ],
)
def test_features_are_named_with_their_factors(text, names):
    assert features(kernel(text), RNG.normal(size=(5, 2))).names == names


def test_a_feature_that_a_map_has_twice_is_one_and_longer():
    assert features(Explicit(MAPS["quadratic"]), RNG.normal(size=(5, 2))).names == ("x₁²", "√2·x₁x₂", "x₂²")


@pytest.mark.parametrize("height", [0.0, 1.5])
@pytest.mark.parametrize("axis", [0, 1])
def test_points_on_a_line_have_the_powers_of_one_coordinate_as_textbooks_draw_them(axis, height):
    points = np.full((7, 2), height)
    points[:, axis] = np.linspace(-2, 3, 7)
    found = features(kernel("poly(2)"), points)
    letter = "xy"[axis]
    assert found.on_line
    assert found.names == (letter, f"{letter}²")
    drawn = found.coordinates(points) / found.units
    assert drawn == pytest.approx(np.column_stack([points[:, axis], points[:, axis] ** 2]))
    inner = found.coordinates(points) @ found.coordinates(points).T + found.constant
    assert inner == pytest.approx(kernel("poly(2)").gram(points, points))


def test_a_kernel_without_features_or_with_too_many_has_no_names():
    X = RNG.normal(size=(5, 2))
    assert features(kernel("rbf"), X) is None
    assert features(kernel("poly(2) + linear()"), X) is None
    assert features(kernel("poly(50)"), X) is None
    assert len(features(kernel("poly(14)"), X).names) <= MOST_FEATURES
    assert features(Explicit(MAPS["quadratic"]), RNG.normal(size=(5, 64))) is None


def test_w_is_the_sum_over_the_support_vectors_however_many():
    X, beta = RNG.normal(size=(9001, 2)), RNG.normal(size=9001) * (RNG.random(9001) < 0.7)
    found = features(kernel("poly(2)"), X)
    assert found.weights(X, beta) == pytest.approx(beta @ found.coordinates(X))


def test_the_largest_axes_of_a_gram_matrix_are_its_best_approximation():
    dataset = noisy_moons(40)
    session = Session(dataset, "rbf(sigma=0.5)", "kernel_perceptron()")
    found = basis(session, np.arange(40), UNWATCHED)
    K = kernel(session.kernel).gram(dataset.points, dataset.points)
    u, s, vt = np.linalg.svd(K)
    assert found.coordinates @ found.coordinates.T == pytest.approx((u[:, :8] * s[:8]) @ vt[:8])
    assert found.trace == pytest.approx(np.trace(K)) == pytest.approx(40)
    assert found.names[:3] == ("φ₁", "φ₂", "φ₃")
    assert found.is_of(session)
    assert not found.is_of(Session(dataset, "rbf(sigma=0.6)", "kernel_perceptron()"))
    assert not found.is_of(Session(noisy_moons(40, seed=1), "rbf(sigma=0.5)", "kernel_perceptron()"))


def test_a_matrix_with_a_negative_eigenvalue_has_no_coordinates():
    with pytest.raises(KpguiError, match="not positive semidefinite"):
        basis(Session(noisy_moons(30), "linear() - rbf()", "kernel_perceptron()"), np.arange(30), UNWATCHED)


def test_a_sample_has_as_many_of_every_kind_as_its_share():
    kinds = np.repeat([0, 1, 5], [8000, 1990, 10])
    rows = sample(RNG.permutation(kinds), 1000)
    assert (np.diff(rows) > 0).all()
    assert 990 <= len(rows) <= 1000
    kinds = np.repeat([0, 1, 5], [8000, 1990, 10])
    chosen = sample(kinds, 1000)
    assert np.bincount(kinds[chosen]).tolist() == [800, 199, 0, 0, 0, 1]
    assert np.ptp(np.diff(chosen[:800])) <= 1
    assert sample(kinds[:1000], 1000).tolist() == list(range(1000))
