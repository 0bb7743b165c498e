"""Proofs that 0 is, or is not, a convex combination of points."""

from fractions import Fraction

import numpy as np
import pytest

from kpgui.analysis.certificate import Simplex, dot, proven_weights
from kpgui.model.cancel import UNWATCHED, Cancelled, Token
from tests.analysis.exact_lp import contains_the_origin

TRIANGLE = np.array([[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]])


def test_weights_of_a_point_inside_are_proven():
    assert proven_weights(TRIANGLE, 1e-15) == pytest.approx([0.5, 0.25, 0.25])


@pytest.mark.parametrize("right", [1, 1 - 1e-15, 3])
def test_nothing_is_proven_on_the_edge_or_outside(right):
    assert proven_weights(TRIANGLE + np.array([right, 0]), 1e-15) is None


def test_nothing_is_proven_of_dependent_points():
    assert proven_weights(np.array([[1.0, 1.0], [2.0, 2.0], [-1.0, -1.0]]), 1e-15) is None


def test_less_is_proven_of_points_that_are_known_less_well():
    near_the_edge = TRIANGLE + np.array([0.999, 0])
    assert proven_weights(near_the_edge, 1e-12) is not None
    assert proven_weights(near_the_edge, 0.01) is None


def solved(points):
    """The combination, or a w that was found to be positive on all points."""
    simplex = Simplex([1] * len(points[0]), 0, points[0], UNWATCHED)
    while (combination := simplex.combination) is None:
        w = simplex.w
        wrong = [i for i, point in enumerate(points) if dot(w, point) <= 0]
        if not wrong:
            return w
        simplex.enter(wrong[-1], points[wrong[-1]])
    return combination


@pytest.mark.parametrize("seed", range(40))
def test_one_of_the_two_is_always_found_and_proves_it(seed):
    """Whole numbers from −1 to 1, so that nearly every step is a tie."""
    rng = np.random.default_rng(seed)
    points = rng.integers(-1, 2, (int(rng.integers(1, 12)), int(rng.integers(1, 5)))).tolist()
    found = solved(points)
    assert isinstance(found, dict) is contains_the_origin([list(map(Fraction, point)) for point in points])
    if isinstance(found, dict):
        assert min(found.values()) > 0
        assert sum(found.values()) == 1
        for axis in range(len(points[0])):
            assert sum(weight * points[i][axis] for i, weight in found.items()) == 0


def test_it_can_be_given_up():
    with pytest.raises(Cancelled):
        simplex = Simplex([1, 1], 0, [1, 2], Token(lambda: True))
        simplex.enter(1, [-1, -2])
