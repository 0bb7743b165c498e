"""The session's view: a rectangle around the points, whatever they are."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kpgui.model.session import View

finite = st.floats(allow_nan=False, allow_infinity=False)


def test_a_view_of_points_leaves_eight_percent_on_each_side():
    view = View.around(np.array([[0.0, 0.0], [10.0, 100.0]]))
    assert view == View(-0.8, 10.8, -8.0, 108.0)


def test_without_points_the_view_is_the_default_one():
    assert View.around(np.zeros((0, 2))) == View()


def test_one_point_is_in_the_middle():
    assert View.around(np.array([[5.0, -2.0]])) == View(4, 6, -3, -1)


@pytest.mark.parametrize("d", [1, 3])
def test_points_that_are_not_in_the_plane_have_a_view_too(d):
    view = View.around(np.arange(2.0 * d).reshape(2, d))
    assert view.xmin < 0 < d < view.xmax
    assert view.ymin < view.ymax


@given(arrays.arrays(np.float64, st.tuples(st.integers(1, 6), st.just(2)), elements=finite))
def test_a_view_is_always_finite_with_an_area_and_holds_what_can_be_held(points):
    view = View.around(points)
    for low, high, values in ((view.xmin, view.xmax, points[:, 0]), (view.ymin, view.ymax, points[:, 1])):
        assert math.isfinite(high - low)
        assert low < high
        assert low < np.clip(values, -7e307, 7e307).min()
        assert np.clip(values, -7e307, 7e307).max() < high
