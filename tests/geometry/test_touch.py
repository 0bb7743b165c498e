"""What a brush or a lasso touches, against the definitions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kpgui.geometry.touch import FALLOFFS, crosses, distance_to_way, touched, weights

at = st.floats(-500, 500).map(lambda value: round(value, 3))
places = st.tuples(at, at)
pixels = hnp.arrays(np.float64, st.tuples(st.integers(0, 20), st.just(2)), elements=at)
corners = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@given(pixels, places, places, st.floats(1, 200))
def test_touched_is_what_is_within_the_radius_of_some_place_on_the_way(spots, start, end, radius):
    found = set(touched(spots, start, end, radius).tolist())
    way = np.array(start) + np.linspace(0, 1, 2001)[:, None] * np.subtract(end, start)
    nearest = np.array([np.hypot(*(way - spot).T).min() for spot in spots])
    slack = np.hypot(*np.subtract(end, start)) / 2000 + 1e-6
    assert found >= set(np.flatnonzero(nearest <= radius - slack).tolist())
    assert found <= set(np.flatnonzero(nearest <= radius + slack).tolist())


def test_a_brush_put_down_touches_a_disc_with_its_edge():
    spots = np.array([[0.0, 0], [3, 4], [3.01, 4], [-5, 0]])
    assert touched(spots, (0, 0), (0, 0), 5).tolist() == [0, 1, 3]


@given(pixels, places, places)
def test_the_distance_to_a_way_is_symmetric(spots, start, end):
    np.testing.assert_allclose(distance_to_way(spots, start, end), distance_to_way(spots, end, start), atol=1e-6)


@pytest.mark.parametrize("falloff", FALLOFFS)
def test_weights_sink_from_1_in_the_middle_to_nothing_outside(falloff):
    shares = weights(np.linspace(0, 30, 61), 20, falloff)
    assert shares[0] == 1
    assert (np.diff(shares) <= 0).all()
    assert (shares[41:] == 0).all()


def test_falloffs_are_what_they_are_called():
    away = np.array([5.0, 10])
    assert weights(away, 20, "constant").tolist() == [1, 1]
    assert weights(away, 20, "linear").tolist() == [0.75, 0.5]
    assert weights(away, 20, "smooth").tolist() == [(1 - 1 / 16) ** 2, (1 - 1 / 4) ** 2]


def in_polygon(spots, polygon):
    """Whether each spot (n, 2) is inside a closed polygon (m, 2), edge by edge as the lasso has it."""
    inside = np.zeros(len(spots), bool)
    for start, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        inside ^= crosses(spots, tuple(start), tuple(end))
    return inside


def exactly_inside(spot, polygon):
    """The even-odd rule in exact fractions, one edge after the other."""
    x, y = map(Fraction, spot)
    odd = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * Fraction(x2 - x1, y2 - y1):
            odd = not odd
    return odd


@given(st.lists(corners, min_size=1, max_size=9), st.lists(corners, max_size=20))
def test_a_polygon_holds_what_the_even_odd_rule_says(polygon, spots):
    """On whole numbers, where rays go through corners and along edges all the time."""
    halves = np.array([(x + 0.5, float(y)) for x, y in spots]).reshape(-1, 2)
    found = in_polygon(halves, np.array(polygon, float))
    expected = [exactly_inside(spot, polygon) for spot in halves.tolist()]
    exact = [
        all(abs(cross_at(spot, a, b) - spot[0]) > 1e-9 for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True))
        for spot in halves.tolist()
    ]
    assert [f for f, e in zip(found.tolist(), exact, strict=True) if e] == [
        f for f, e in zip(expected, exact, strict=True) if e
    ]


def cross_at(spot, start, end):
    """Where the edge's line is at the height of a spot; far away when it never is."""
    (x1, y1), (x2, y2) = start, end
    return np.inf if y1 == y2 else x1 + (spot[1] - y1) * (x2 - x1) / (y2 - y1)


@given(st.lists(corners, min_size=3, max_size=9), st.integers(0, 8), pixels)
def test_where_a_loop_begins_makes_no_difference(polygon, turn, spots):
    around = np.array(polygon, float)
    np.testing.assert_array_equal(in_polygon(spots, around), in_polygon(spots, np.roll(around, turn, axis=0)))


@given(pixels, places, places)
def test_an_edge_is_crossed_in_either_direction_alike(spots, start, end):
    forth, back = crosses(spots, start, end), crosses(spots, end, start)
    apart = np.abs([cross_at(spot, start, end) - spot[0] for spot in spots.tolist()]) > 1e-6
    np.testing.assert_array_equal(forth[apart], back[apart])
