"""Arrows of weights, and the picture of feature space from any direction."""

import numpy as np
import pytest

from kpgui.geometry.links import arrows, plane_arrows
from kpgui.model.expansion import MAPS
from kpgui.model.explanation import Plane
from kpgui.ui.instruments.inside.reading import feature_space
from kpgui.ui.instruments.inside.words import FIRST, caption, scene
from tests.strategies import noisy_moons

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


def space_of(key, w, bias=-1.0):
    return feature_space(MAPS[key], Plane(np.array(w), bias), noisy_moons(60))


@pytest.mark.parametrize("turn", [FIRST, (0.0, 0.0), (130.0, -60.0), (359.0, 89.0)])
def test_everything_in_space_stays_within_the_picture(turn):
    space = space_of("quadratic", [1.0, 0.0, 0.0, 1.0])
    seen = scene(space, turn, 200, 170)
    for places in (seen.places, seen.plane, seen.edges.reshape(-1, 2)):
        assert (places >= 0).all()
        assert (places <= (200, 170)).all()
    assert len(seen.plane) in (3, 4, 5, 6)
    assert sorted(seen.order.tolist()) == list(range(60))


def test_seen_along_the_plane_its_two_sides_are_on_two_sides_and_w_points_to_the_positive_one():
    space = space_of(
        "quadratic", [1.0, 0.0, 0.0, 1.0]
    )  # x₁² + x₂² = 1: upright, at 45° between the first and the third
    seen = scene(space, (90.0, 0.0), 200, 170)  # the second axis points to the viewer
    line = seen.plane
    across = np.ptp(line, axis=0)
    assert min(abs(across[0] - across[1]), 1) == pytest.approx(0, abs=1e-6)  # an edge-on plane is a line at 45°
    arrow = seen.arrows[0]
    direction = arrow.end - arrow.start
    f = space.places @ space.normal + space.offset
    ahead = (seen.places - line[0]) @ direction
    assert (np.sign(ahead) == np.sign(f)).all()


def test_a_plane_beyond_the_points_is_not_drawn():
    seen = scene(space_of("quadratic", [1.0, 0.0, 0.0, 1.0], bias=1000.0), FIRST, 200, 170)
    assert not len(seen.plane)
    assert seen.arrows == []


def test_the_caption_says_what_is_on_the_axes():
    assert "distance to the plane" in caption(space_of("squares", [1.0, 0.0, 0.0, 1.0]))
    assert "Drag to turn" in caption(space_of("quadratic", [1.0, 0.0, 0.0, 1.0]))
    assert "once w is not 0" in caption(None)
