"""The geometry of the handles, against what a dragged frame must look like."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.geometry.shapes import (
    FRAME_DISTANCE,
    LEAST_EXTENT,
    REACH,
    SCALING,
    TURN,
    Handle,
    angle,
    factors,
    handle_at,
    handles,
)
from kpgui.model.transform import Box, box, rotated, scaled

LOW, HIGH = np.array([200.0, 150.0]), np.array([300.0, 250.0])
BOX = Box(LOW, HIGH)
WIDTH, HEIGHT = 700.0, 500.0

handle = st.sampled_from(SCALING)
pixel = st.tuples(st.floats(0, WIDTH), st.floats(0, HEIGHT))


def dragged(which, pointer, **keys):
    """The box after a drag, as the points' transformation makes it."""
    start = handles(BOX, WIDTH, HEIGHT)[which]
    grown = factors(which, BOX, start, pointer, **keys)
    sides = np.array([[LOW[axis], BOX.centre[axis], HIGH[axis]] for axis in (0, 1)])
    about = [sides[axis][1 if keys.get("centred") else 1 - side] for axis, side in enumerate(which)]
    corners = np.array([[x, y] for x in sides[0] for y in sides[1]])
    return grown, box(scaled(corners, *grown, np.array(about)))


@given(handle, pixel)
def test_the_handle_is_at_the_pointer_wherever_that_goes(which, pointer):
    (across, up), after = dragged(which, pointer)
    for axis, (side, factor) in enumerate(zip(which, (across, up), strict=True)):
        if not side:
            assert factor == 1
            continue
        edge = (after.high if side * factor > 0 else after.low)[axis]
        outside = FRAME_DISTANCE * np.sign(side * factor)
        if abs(factor) * 100 > 1.001 * LEAST_EXTENT:
            assert edge + outside == pytest.approx(pointer[axis], abs=1e-6)


@given(handle, pixel)
def test_nothing_is_ever_flattened(which, pointer):
    for keys in ({}, {"centred": True}, {"proportional": True}, {"centred": True, "proportional": True}):
        _, after = dragged(which, pointer, **keys)
        assert (after.high - after.low >= 0.999 * LEAST_EXTENT).all()


@given(handle, pixel)
def test_proportions_are_kept(which, pointer):
    across, up = factors(which, BOX, handles(BOX, WIDTH, HEIGHT)[which], pointer, proportional=True)
    assert abs(across) == abs(up)
    plain = factors(which, BOX, handles(BOX, WIDTH, HEIGHT)[which], pointer)
    assert abs(across) == max(abs(factor) for factor, side in zip(plain, which, strict=True) if side)


@given(handle, pixel)
def test_the_centre_stays(which, pointer):
    _, after = dragged(which, pointer, centred=True)
    np.testing.assert_allclose(after.centre, BOX.centre)


@given(handle)
def test_not_moving_changes_nothing_to_the_bit(which):
    start = handles(BOX, WIDTH, HEIGHT)[which]
    for keys in ({}, {"centred": True}, {"proportional": True}):
        assert factors(which, BOX, start, start, **keys) == (1.0, 1.0)


@given(st.floats(-179.9, 180), st.floats(30, 300), st.floats(0, 360))
def test_the_angle_is_the_one_by_which_the_pointer_was_turned(degrees, radius, beginning):
    start = np.array([[radius * np.cos(np.radians(beginning)), radius * np.sin(np.radians(beginning))]])
    # On the screen y counts down.
    end = rotated(start, degrees, np.zeros(2))[0] * (1, -1)
    found = angle((0, 0), tuple(start[0] * (1, -1)), tuple(end))
    assert (found - degrees + 180) % 360 - 180 == pytest.approx(0, abs=0.051)
    assert -180 < found <= 180
    stepped = angle((0, 0), tuple(start[0] * (1, -1)), tuple(end), stepped=True)
    assert stepped % 15 == 0
    assert abs((stepped - degrees + 180) % 360 - 180) <= 7.51


@given(st.floats(-300, 900), st.floats(-300, 700), st.floats(1.001, 900), st.floats(1.001, 900))
def test_the_turning_handle_is_in_sight_whenever_the_frame_is(left, top, width, height):
    around = Box(np.array([left, top]), np.array([left + width, top + height]))
    x, y = handles(around, WIDTH, HEIGHT)[TURN]
    if left < WIDTH and left + width > 0 and top < HEIGHT and top + height > 0:
        assert 0 <= x <= WIDTH
        assert 0 <= y <= HEIGHT


def test_handles_do_not_overlap_however_small_the_box():
    tiny = handles(Box(LOW, LOW + LEAST_EXTENT), WIDTH, HEIGHT)
    assert len(tiny) == 9
    places = np.array(list(tiny.values()))
    gaps = np.abs(places[:, None] - places[None]).max(axis=2)[~np.eye(9, dtype=bool)]
    assert gaps.min() > 2 * REACH


def test_only_handles_that_do_something_are_there():
    level = handles(Box(LOW, np.array([300.0, 150.0])), WIDTH, HEIGHT)
    upright = handles(Box(LOW, np.array([200.0, 250.0])), WIDTH, HEIGHT)
    assert set(level) == {Handle(-1, 0), Handle(1, 0), TURN}
    assert set(upright) == {Handle(0, -1), Handle(0, 1), TURN}
    assert handles(Box(LOW, LOW), WIDTH, HEIGHT) == {}
    assert handles(Box(LOW, np.array([np.inf, 1.0])), WIDTH, HEIGHT) == {}


def test_a_handle_is_taken_hold_of_in_its_square():
    places = handles(BOX, WIDTH, HEIGHT)
    x, y = places[Handle(1, 1)]
    assert handle_at(places, x + REACH, y - REACH) == Handle(1, 1)
    assert handle_at(places, x + REACH + 1, y) is None
    assert handle_at({}, x, y) is None
