"""Verdicts of separability against exact rational arithmetic, where float64 alone would be wrong."""

from itertools import pairwise

import numpy as np
import pytest

from kpgui.analysis.findings import Reason, Separability, margin
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, Token
from tests.analysis.adversarial import judged
from tests.analysis.exact_lp import monomials, separates
from tests.strategies import noisy_moons

XOR = Dataset.of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1])


def found(points, labels, text="linear()", bias=False, **options):
    chosen = kernel(text) if isinstance(text, str) else text
    return margin(Problem(Dataset.of(points, labels), chosen), bias=bias, **options)


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_every_verdict_is_that_of_exact_arithmetic_and_none_is_left_open(start):
    for seed in range(start, start + 50):
        answer, expected, about = judged(seed)
        assert answer.verdict is expected, about


FAR_STRIP = [[1e7, 1], [1e7, -1], [1e7 + 3, 2], [1e7 - 2, -1]], [1, -1, 1, -1]
NEAR_RAYS = [[1, 1], [1.0000001, 1]], [1, -1]
TIMES = (1.7e9 + 60.0 * np.arange(20))[:, None], np.where(np.arange(20) < 11, 1, -1)


@pytest.mark.parametrize(
    ("points", "labels", "bias"), [(*FAR_STRIP, False), (*FAR_STRIP, True), (*NEAR_RAYS, False), (*TIMES, True)]
)
def test_a_margin_far_below_the_radius_is_seen(points, labels, bias):
    answer = found(points, labels, bias=bias)
    assert separates(monomials(points, [1], bias), labels)
    assert answer.verdict is Separability.SEPARABLE
    assert 0 < answer.lower <= answer.upper


@pytest.mark.parametrize("gap", [1e-8, 1e-10, 1e-12, 1e-14, 2e-16])
@pytest.mark.parametrize("text", ["linear()", "poly(degree=2, c=1)", "poly(degree=3, c=0.5)"])
def test_two_points_a_hair_apart(text, gap):
    answer = found([[1, 1], [1 + gap, 1], [0.5, 2]], [1, -1, 1], text)
    assert answer.verdict is Separability.SEPARABLE
    assert answer.lower < 2 * gap * answer.radius


@pytest.mark.parametrize("gap", [1e-8, 1e-12, 2e-16])
def test_two_directions_a_hair_apart_are_not_certain(gap):
    """Directions are irrational, and float64 does not see so small a margin."""
    assert found([[1, 1], [1 + gap, 1], [0.5, 2]], [1, -1, 1], "cosine()").verdict is Separability.NOT_CERTAIN


def test_gamma_is_what_it_is_however_small():
    """(1, 0)+ and (1, h)−: the nearest point of (1, 0) and (−1, −h) to the origin is h/2 away, about."""
    for h in (1e-3, 1e-6, 1e-9, 1e-12):
        answer = found([[1, 0], [1, h]], [1, -1])
        assert answer.lower <= h / np.sqrt(4 + h * h) * (1 + 1e-9)
        assert answer.upper >= h / np.sqrt(4 + h * h) * (1 - 1e-9)
        assert answer.lower == pytest.approx(h / 2, rel=1e-2)


@pytest.mark.parametrize("text", ["linear()", "cosine()", "poly(degree=1, c=0)"])
@pytest.mark.parametrize("offset", [0, 1e3, 1e9])
def test_xor_is_out_of_reach_of_a_line_wherever_it_is(text, offset):
    bias = text != "cosine()"  # which adds a dimension to directions
    shifted = XOR.points + np.array([offset, 0])
    answer = found(shifted, XOR.labels, text, bias)
    assert (answer.verdict, answer.reason) == (Separability.NOT_SEPARABLE, Reason.COMBINATION)


@pytest.mark.parametrize("text", ["cosine()", "normalized(linear()) * linear()"])
def test_directions_with_a_bias_are_decided_where_float64_is_enough(text):
    """Their features are irrational, as those of x/‖x‖ are, with a 1 beside them."""
    angles = np.linspace(0.1, 2 * np.pi, 40)
    points = np.column_stack([np.cos(angles), np.sin(angles)]) * (1 + angles[:, None])
    upper = np.where(points[:, 1] > 0.55 * np.linalg.norm(points, axis=1), 1, -1)
    arcs = np.where(np.sin(3 * angles + 0.1) > 0, 1, -1)
    assert (found(points, upper, text, True).verdict is Separability.SEPARABLE) is (text == "cosine()")
    assert found(points, arcs, text, True).verdict is Separability.NOT_CERTAIN


def test_a_hair_decides_in_both_directions():
    """A point in the middle of two others of the other class, and the next double off it."""
    points = np.array([[1e6, 1.0], [1e6, 2.0], [1e6, 1.5]])
    assert found(points, [1, 1, -1], bias=True).verdict is Separability.NOT_SEPARABLE
    points[2, 0] = np.nextafter(1e6, 2e6)
    assert found(points, [1, 1, -1], bias=True).verdict is Separability.SEPARABLE


def test_a_proof_in_fractions_can_be_given_up():
    points, looks = noisy_moons(200, noise=0.5), []

    def stop():
        looks.append(1)
        return len(looks) > 40

    with pytest.raises(Cancelled):
        found(points.points, points.labels, "poly(degree=4)", token=Token(stop))
    assert len(looks) == 41


@pytest.mark.parametrize("text", ["linear()", "poly(degree=2)", "poly(degree=3)", "poly(degree=2, c=0)"])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("n", [40, 200])
def test_random_labels_are_not_separable(text, bias, n):
    rng = np.random.default_rng(n)
    points, labels = np.round(rng.uniform(-3, 3, (n, 2)), 2), rng.choice([-1, 1], n)
    assert found(points, labels, text, bias).verdict is Separability.NOT_SEPARABLE


@pytest.mark.parametrize("n", [9, 40])
@pytest.mark.parametrize("text", ["linear()", "poly(degree=2)", "poly(degree=3)"])
def test_labels_that_alternate_along_a_line_are_not_separable(text, n):
    points = np.column_stack([1.7 + 0.1 * np.arange(n), np.full(n, 0.3)])
    assert found(points, (-1) ** np.arange(n), text, True).verdict is Separability.NOT_SEPARABLE


def test_every_point_of_a_proof_counts():
    """What is called not separable is so because of its culprits alone."""
    for points, labels in pairwise([noisy_moons(50, seed, 0.4).points for seed in range(4)]):
        labels = np.where(labels[:, 0] > 0.5, 1, -1)
        answer = found(points, labels, "poly(degree=2)")
        some = answer.culprits
        assert answer.verdict is Separability.NOT_SEPARABLE
        assert not separates(monomials(points[some], [0, 1, 2]), labels[some])
