"""Where new points go."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kpgui.geometry.shapes import (
    FALLOFFS,
    along,
    cloud,
    crosses,
    distance_to_way,
    in_circle,
    on_circle,
    on_line,
    touched,
    weights,
)

places = st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))


@given(places, places, st.integers(2, 50))
def test_points_on_a_line_are_equally_far_apart_from_end_to_end(start, end, count):
    points = on_line(start, end, count)
    assert points[0].tolist() == list(start)
    assert points[-1].tolist() == list(end)
    np.testing.assert_allclose(
        np.diff(points, axis=0), np.tile(np.subtract(end, start) / (count - 1), (count - 1, 1)), atol=1e-8
    )


def test_a_line_of_one_point_is_its_start():
    assert on_line((1, 2), (5, 6), 1).tolist() == [[1, 2]]


@given(st.integers(1, 200))
def test_points_on_a_circle_are_equally_far_apart_all_the_way_round(count):
    points = on_circle(count)
    np.testing.assert_allclose(np.hypot(*points.T), 1)
    gaps = np.hypot(*(points - np.roll(points, 1, axis=0)).T)
    np.testing.assert_allclose(gaps, 2 * abs(np.sin(np.pi / count)), atol=1e-9)


def test_every_part_of_a_disc_is_equally_likely():
    points = in_circle(40_000, np.random.default_rng(0))
    radius = np.hypot(*points.T)
    assert radius.max() <= 1
    # A ring's share of the points is its share of the area; a quarter turn's is a quarter.
    counts, _ = np.histogram(radius**2, bins=8, range=(0, 1))
    np.testing.assert_allclose(counts / 40_000, 1 / 8, atol=0.006)
    turns, _ = np.histogram(np.arctan2(*points.T), bins=4, range=(-np.pi, np.pi))
    np.testing.assert_allclose(turns / 40_000, 1 / 4, atol=0.008)


def test_two_deviations_of_a_cloud_are_the_unit_circle():
    points = cloud(40_000, np.random.default_rng(0))
    np.testing.assert_allclose(np.cov(points.T), 0.25 * np.eye(2), atol=0.006)
    # Of a normal distribution in the plane, 1 − exp(−2²/2) lies within two deviations.
    assert np.mean(np.hypot(*points.T) <= 1) == pytest.approx(1 - np.exp(-2), abs=0.006)


@pytest.mark.parametrize("draw", [in_circle, cloud])
def test_points_are_the_same_whether_drawn_at_once_or_in_turn(draw):
    one, other = np.random.default_rng(3), np.random.default_rng(3)
    np.testing.assert_array_equal(draw(7, one), np.vstack([draw(2, other), draw(1, other), draw(4, other)]))


@given(st.lists(places, min_size=2, max_size=8), st.floats(0, 1))
def test_a_place_on_a_path_is_as_far_along_as_it_should(path, share):
    path = np.array(path)
    steps = np.hypot(*np.diff(path, axis=0).T)
    (place,) = along(path, np.array([share * steps.sum()]))
    reached = 0.0
    for start, end, step in zip(path, path[1:], steps, strict=False):
        if share * steps.sum() <= reached + step + 1e-9 and step > 0:
            expected = start + (end - start) * (share * steps.sum() - reached) / step
            break
        reached += step
    else:
        expected = path[-1]
    np.testing.assert_allclose(place, expected, atol=1e-6 * (1 + steps.sum()))


at = st.floats(-500, 500).map(lambda value: round(value, 3))
spots = st.tuples(at, at)
pixels = hnp.arrays(np.float64, st.tuples(st.integers(0, 20), st.just(2)), elements=at)
corners = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@given(pixels, spots, spots, st.floats(1, 200))
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


@given(pixels, spots, spots)
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


@given(pixels, spots, spots)
def test_an_edge_is_crossed_in_either_direction_alike(spots, start, end):
    forth, back = crosses(spots, start, end), crosses(spots, end, start)
    apart = np.abs([cross_at(spot, start, end) - spot[0] for spot in spots.tolist()]) > 1e-6
    np.testing.assert_array_equal(forth[apart], back[apart])
