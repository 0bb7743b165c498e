"""Arrows of weights."""

import numpy as np
import pytest

from kpgui.geometry.links import arrows, plane_arrows
from kpgui.model.explanation import Plane

NAMES = "w", "before", "added"


def test_old_w_and_what_was_added_make_the_new_one():
    found = {arrow.role: arrow for arrow in arrows(np.array([3.0, 1.0]), np.array([1.0, 3.0]), NAMES)}
    assert found["before"].end.tolist() == found["added"].start.tolist()
    assert found["added"].end.tolist() == found["w"].end.tolist()
    assert found["before"].start.tolist() == found["w"].start.tolist() == [0, 0]
    scale = np.linalg.norm([3, 1])
    assert found["w"].end * scale == pytest.approx([3, 1])
    assert found["before"].end * scale == pytest.approx([2, -2])


def test_no_arrow_has_no_length():
    assert arrows(np.zeros(2), None, NAMES) == []
    assert [arrow.role for arrow in arrows(np.ones(2), np.ones(2), NAMES)] == ["added", "w"]
    assert [arrow.role for arrow in arrows(np.zeros(2), np.ones(2), NAMES)] == ["added", "before"]
    assert plane_arrows(Plane(np.zeros(2), 1.0)) is None


@pytest.mark.parametrize("added", [None, np.array([0.0, 1e180])])
def test_where_the_length_of_w_is_beyond_floating_point_there_is_no_arrow(added):
    assert plane_arrows(Plane(np.array([1e180, 1e180]), 1.0, added)) is None
    assert plane_arrows(None) is None


def test_the_foot_is_on_the_line_and_below_the_place():
    drawn = plane_arrows(Plane(np.array([3.0, 4.0]), -10.0))
    foot = drawn.foot(np.array([7.0, 1.0]))
    assert 3 * foot[0] + 4 * foot[1] == pytest.approx(10)
    across, up = foot - (7, 1)
    assert 3 * up == pytest.approx(4 * across)
    assert [arrow.text for arrow in drawn.arrows] == ["w, ‖w‖ = 5"]
