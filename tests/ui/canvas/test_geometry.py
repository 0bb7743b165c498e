"""Mapping to pixels, hit-testing, and curves cut into strokes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.session import View
from kpgui.ui.canvas.strokes import MOST, dashed, lengthened, strokes, visible
from kpgui.ui.canvas.view_box import Mapping, inside, nearest

NAN = [np.nan, np.nan]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(0, 1), st.floats(0, 1))
def test_a_pixel_and_its_place_belong_together(low, span, across, down):
    mapping = Mapping(View(low, low + span, low, low + span), 640, 480)
    x, y = mapping.to_plane(640 * across, 480 * down)
    np.testing.assert_allclose(mapping.to_pixels(np.array([[x, y]])), [[640 * across, 480 * down]], atol=1e-3)


def test_y_grows_upwards():
    mapping = Mapping(View(0, 2, 0, 1), 200, 100)
    np.testing.assert_allclose(mapping.to_pixels(np.array([[0, 1], [2, 0]])), [[0, 0], [200, 100]])


def test_the_nearest_point_within_reach_is_hit():
    pixels = np.array([[10.0, 10], [20, 10], [20, 10]])
    assert nearest(pixels, 11, 11, 8) == 0
    assert nearest(pixels, 19, 10, 8) == 2, "the one on top"
    assert nearest(pixels, 40, 10, 8) is None
    assert nearest(pixels[:0], 0, 0, 8) is None


def test_a_rectangle_holds_its_edge_whichever_corner_comes_first():
    pixels = np.array([[0.0, 0], [5, 5], [10, 10], [11, 5]])
    assert inside(pixels, (10, 10), (0, 0)).tolist() == [0, 1, 2]


def test_a_straight_line_is_cut_into_strokes_of_one_length():
    lines = strokes(np.array([[0.0, 0], [10, 0]]), length=2.5)
    np.testing.assert_allclose(lines, [[0, 0, 2.5, 0], [2.5, 0, 5, 0], [5, 0, 7.5, 0], [7.5, 0, 10, 0]])


def test_dashes_leave_gaps_and_end_with_the_line():
    lines = strokes(np.array([[0.0, 0], [0, 9]]), length=3, gap=2)
    np.testing.assert_allclose(lines, [[0, 0, 0, 3], [0, 5, 0, 8]])
    np.testing.assert_allclose(strokes(np.array([[0.0, 0], [0, 6]]), 3, 2)[1], [0, 5, 0, 6])


def test_polylines_are_not_joined_to_one_another():
    curve = np.array([[0.0, 0], [5, 0], NAN, [100, 0], [105, 0], NAN, NAN, [7, 7], [7, 9]])
    lines = strokes(curve, length=2)
    assert np.hypot(*(lines[:, 2:] - lines[:, :2]).T).max() <= 2 + 1e-9
    assert np.hypot(*(lines[:, 2:] - lines[:, :2]).T).sum() == pytest.approx(12)


@pytest.mark.parametrize("curve", [np.zeros((0, 2)), [NAN], [[1.0, 2.0]], [[1.0, 2.0], NAN], [[1.0, 2.0], [1.0, 2.0]]])
def test_a_curve_without_length_has_no_strokes(curve):
    assert strokes(np.array(curve), 3).shape == (0, 4)


def test_lines_are_made_longer_at_both_ends():
    np.testing.assert_allclose(lengthened(np.array([[0.0, 0, 4, 0]]), 0.5), [[-0.5, 0, 4.5, 0]])


def test_a_very_long_curve_has_a_bounded_number_of_strokes():
    lines = strokes(np.array([[0.0, 0], [1e9, 0], NAN, [0, 5], [1e9, 5]]), 3)
    assert len(lines) <= MOST + 2


@given(st.lists(st.tuples(st.floats(0, 500), st.floats(0, 500)), min_size=2, max_size=30))
def test_strokes_without_gaps_cover_the_whole_curve(vertices):
    curve = np.array(vertices)
    length = np.hypot(*np.diff(curve, axis=0).T).sum()
    lines = strokes(curve, 3.5)
    if len(lines):
        np.testing.assert_allclose(lines[0, :2], curve[0], atol=1e-6)
        np.testing.assert_allclose(lines[-1, 2:], curve[-1], atol=1e-6)
        np.testing.assert_allclose(lines[1:, :2], lines[:-1, 2:], atol=1e-6)
    assert abs(len(lines) - length / 3.5) <= 1


def test_only_strokes_on_the_canvas_are_kept():
    lines = np.array([[1.0, 1, 2, 2], [-5, 5, -1, 5], [-5, 5, 5, 5], [300, 5, 310, 5]])
    assert visible(lines, 100, 100).tolist() == lines[[0, 2]].tolist()


def test_a_pattern_of_dashes_repeats_along_the_curve():
    lines = dashed(np.array([[0.0, 0], [40, 0]]), (12, 4, 2, 4))
    inked = sorted((start, end) for start, _, end, _ in lines.tolist())
    assert [start for start, _ in inked] == [0, 4, 8, 16, 22, 26, 30, 38]
    assert [end for _, end in inked] == [4, 8, 12, 18, 26, 30, 34, 40]


def test_a_simple_pattern_is_that_of_strokes():
    curve = np.array([[0.0, 0], [3, 4], [np.nan, np.nan], [7, 7], [7, 30]])
    np.testing.assert_allclose(dashed(curve, (3, 2)), strokes(curve, 3, 2))


def test_a_dashed_curve_has_a_bounded_number_of_strokes():
    angles = np.linspace(0, 2 * np.pi, 1000)
    curve = 1e5 * np.column_stack([np.cos(angles), np.sin(angles)])
    assert len(dashed(curve, (18, 5))) <= MOST + 4
