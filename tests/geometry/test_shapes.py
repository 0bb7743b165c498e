"""Where new points go."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.geometry.shapes import along, cloud, in_circle, on_circle, on_line

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
