"""Points and rings give way to the boundary the more of them there are on the screen."""

from itertools import pairwise

import pytest

from kpgui.geometry.rings import AREA, CROWDING_LEVELS, NO_CROWD, crowding


@pytest.mark.parametrize("count", [0, 1, 60, 100])
def test_few_points_are_at_full_size_and_strength(count):
    assert crowding(count) == NO_CROWD
    assert not NO_CROWD.over
    assert NO_CROWD.points == NO_CROWD.rings == 1


def test_more_points_are_never_larger_or_stronger_and_rings_give_way_before_points():
    for fewer, more in pairwise(CROWDING_LEVELS):
        assert fewer.most < more.most
        assert fewer.size > more.size
        assert fewer.points >= more.points
        assert fewer.rings >= more.rings
        assert fewer.over <= more.over
    assert all(level.rings <= level.points for level in CROWDING_LEVELS)
    assert all(level.over for level in CROWDING_LEVELS if level.rings < 1)


def test_what_counts_is_the_number_of_points_on_an_area():
    assert crowding(5300, 4 * AREA) == crowding(1325, AREA)
    assert crowding(5300, AREA).size < crowding(5300, 9 * AREA).size


def test_a_canvas_without_size_yet_has_a_level_too():
    assert crowding(10, 0.0) == NO_CROWD
    assert crowding(10**9, 0.0) == CROWDING_LEVELS[-1]
