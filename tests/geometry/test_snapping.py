"""The grid that points snap to."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.geometry.snapping import fine_step, snapped
from kpgui.geometry.ticks import ticks

steps = st.builds(lambda digit, power: float(f"{digit}e{power}"), st.sampled_from([1, 2, 5]), st.integers(-9, 6))


@given(st.floats(-1e6, 1e6), st.floats(1e-2, 1e6))
def test_every_tick_is_a_place_of_the_grid(low, span):
    values = ticks(low, low + span).values
    step = fine_step(values)
    for value in values:
        assert abs(value / step - round(value / step)) < 1e-4


@given(steps, st.integers(-10_000, 10_000), st.floats(-0.49, 0.49))
def test_the_nearest_place_is_found_and_is_the_double_nearest_to_its_decimal(step, count, aside):
    exact = float(Decimal(repr(step)) * count)
    assert snapped(np.array([(count + aside) * step, 0.0]), (step, step))[0] == exact


def test_axes_snap_by_their_own_steps_and_one_without_stays():
    np.testing.assert_array_equal(snapped(np.array([[0.31, 7.0], [-0.26, 13.0]]), (0.1, 5.0)), [[0.3, 5], [-0.3, 15]])
    np.testing.assert_array_equal(snapped(np.array([0.31, 7.123]), (0.1, 0.0)), [0.3, 7.123])


@pytest.mark.parametrize("values", [(), (1.0,)])
def test_without_two_ticks_there_is_no_grid(values):
    assert fine_step(values) == 0
