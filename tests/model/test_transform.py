"""Mirroring, turning, scaling, aligning and distributing points."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kpgui.model.errors import KpguiError
from kpgui.model.transform import X, Y, aligned, box, distributed, mirrored, rotated, scaled

axes = st.sampled_from([X, Y])
usual = st.floats(-1e6, 1e6)
dyadic = st.integers(-(2**40), 2**40).map(lambda k: k / 1024)


def points(elements=usual, min_size=1):
    return st.integers(min_size, 20).flatmap(lambda n: hnp.arrays(np.float64, (n, 2), elements=elements))


def size(some):
    return float(np.abs(some).max()) + 1e-300


@given(points(dyadic), axes)
def test_mirroring_twice_is_the_identity_to_the_bit_on_a_binary_grid(some, axis):
    assert np.array_equal(mirrored(mirrored(some, axis), axis), some)


@given(points(), axes)
def test_mirroring_twice_is_the_identity_to_rounding_and_keeps_the_box_exactly(some, axis):
    once = mirrored(some, axis)
    np.testing.assert_allclose(mirrored(once, axis), some, rtol=0, atol=4e-16 * size(some))
    assert np.array_equal(box(once).low, box(some).low)
    assert np.array_equal(box(once).high, box(some).high)
    assert np.array_equal(once[:, 1 - axis], some[:, 1 - axis])


@given(points(dyadic), axes)
def test_mirroring_is_what_exact_arithmetic_says(some, axis):
    low, high = (Fraction(edge[axis]) for edge in box(some))
    exact = [float(low + high - Fraction(value)) for value in some[:, axis]]
    assert mirrored(some, axis)[:, axis].tolist() == exact


@given(points(), st.integers(-5, 5))
def test_whole_turns_are_the_identity(some, turns):
    assert np.array_equal(rotated(some, 360.0 * turns), some)


@given(points(), st.floats(-1e4, 1e4))
def test_turning_there_and_back_is_the_identity(some, degrees):
    about = box(some).centre
    back = rotated(rotated(some, degrees, about), -degrees, about)
    np.testing.assert_allclose(back, some, rtol=0, atol=1e-12 * max(1, size(some)))


@given(points(), st.floats(-720, 720))
def test_turning_keeps_all_distances(some, degrees):
    turned = rotated(some, degrees)
    wanted = np.hypot(*(some[:, None] - some).T)
    np.testing.assert_allclose(np.hypot(*(turned[:, None] - turned).T), wanted, rtol=0, atol=1e-12 * max(1, size(some)))


@given(points(dyadic))
def test_four_quarter_turns_are_the_identity_to_the_bit_on_a_binary_grid(some):
    about, turned = box(some).centre, some
    for _ in range(4):
        turned = rotated(turned, 90, about)
    assert np.array_equal(turned, some)


def test_a_quarter_turn_is_counter_clockwise():
    assert rotated(np.array([[1.0, 0.0]]), 90, np.zeros(2)).tolist() == [[0.0, 1.0]]
    np.testing.assert_allclose(rotated(np.array([[2.0, 0.0]]), 30, np.zeros(2)), [[math.sqrt(3), 1.0]], atol=1e-15)


@given(points(), st.floats(0.01, 100), st.floats(0.01, 100))
def test_scaling_by_a_factor_and_its_inverse_is_the_identity(some, across, up):
    about = box(some).centre
    back = scaled(scaled(some, across, up, about), 1 / across, 1 / up, about)
    np.testing.assert_allclose(back, some, rtol=0, atol=1e-11 * max(1, size(some)))


@given(points())
def test_scaling_by_one_is_the_identity_to_the_bit(some):
    assert np.array_equal(scaled(some, 1, 1), some)


@given(points(), axes, st.sampled_from([0.0, 0.5, 1.0]))
def test_aligning_puts_all_on_one_line_and_leaves_the_other_axis(some, axis, share):
    lined = aligned(some, axis, share)
    assert len(set(lined[:, axis].tolist())) == 1
    wanted = {0.0: box(some).low, 0.5: box(some).centre, 1.0: box(some).high}[share]
    assert lined[0, axis] == wanted[axis]
    assert np.array_equal(lined[:, 1 - axis], some[:, 1 - axis])


@given(points(min_size=2), axes)
def test_distributing_keeps_the_order_and_the_outermost_and_makes_equal_gaps(some, axis):
    even = distributed(some, axis)
    order = np.argsort(some[:, axis], kind="stable")
    gaps = np.diff(even[order, axis])
    assert even[:, axis].min() == some[:, axis].min()
    assert even[:, axis].max() == some[:, axis].max()
    np.testing.assert_allclose(gaps, np.full(len(gaps), gaps.mean()), rtol=0, atol=1e-15 * 4 * size(some))
    assert np.array_equal(even[:, 1 - axis], some[:, 1 - axis])


@pytest.mark.parametrize(
    "make",
    [lambda p: mirrored(p, X), lambda p: rotated(p, 45), lambda p: scaled(p, 10, 10)],
    ids=["mirror", "turn", "scale"],
)
def test_what_no_double_can_hold_is_refused(make):
    with pytest.raises(KpguiError, match="largest number"):
        make(np.array([[-1.7e308, 1.7e308], [1.7e308, -1.7e308], [1e308, 0.0]]))


@given(points(), axes)
def test_the_points_given_are_left_as_they_are(some, axis):
    before = some.copy()
    for make in (lambda: mirrored(some, axis), lambda: rotated(some, 10), lambda: distributed(some, axis)):
        make()
    assert np.array_equal(some, before)
