"""Axis ticks: round numbers, exactly labelled, for every range that a float can make."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from kpgui.geometry.scales import Axis, fine_step, snapped, ticks
from kpgui.model.param import MINUS, shown

finite = st.floats(allow_nan=False, allow_infinity=False)
SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def read(text):
    """The number that a label or an offset shows, exactly."""
    mantissa, _, power = text.partition("×10")
    return Fraction(mantissa.replace(MINUS, "-")) * Fraction(10) ** int(power.translate(SUPERSCRIPTS) or 0)


def meant(axis):
    """The values that the labels stand for, exactly."""
    offset = read(axis.offset) if axis.offset else 0
    return [read(label) * Fraction(10) ** axis.exponent + offset for label in axis.labels]


def coarse(low, high):
    """Whether floats are too far apart in this range to hold a round number each."""
    return abs(high - low) < 1e-12 * max(abs(low), abs(high)) or abs(high - low) < 1e-300


@given(finite, finite)
@example(0.0, 5e-324)
@example(-1.7e308, 1.7e308)
@example(1e8, 1e8 + 1)
@example(1e16, 1e16 + 2)
def test_ticks_are_inside_rising_and_equal_to_their_labels(low, high):
    axis = ticks(low, high)
    assert all(min(low, high) <= value <= max(low, high) for value in axis.values)
    assert all(a < b for a, b in pairwise(axis.values))
    assert len(axis.values) == len(axis.labels) == len(set(axis.labels))
    if low != high and not coarse(low, high):
        assert [float(number) for number in meant(axis)] == list(axis.values)


@given(finite, finite, st.integers(3, 12))
def test_there_are_enough_and_not_too_many(low, high, most):
    assume(math.isfinite(high - low) and not coarse(low, high))
    assert 1 <= len(ticks(low, high, most).values) <= most + 1
    assert most < 5 or len(ticks(low, high, most).values) >= 2


@given(finite, finite)
def test_steps_are_1_2_or_5_times_a_power_of_ten(low, high):
    assume(not coarse(low, high))
    numbers = meant(ticks(low, high))
    for a, b in pairwise(numbers):
        step = b - a
        while step >= 10:
            step /= 10
        while step < 1:
            step *= 10
        assert step in (1, 2, 5)


@given(finite, finite)
def test_labels_are_short_and_never_minus_zero(low, high):
    assume(low != high)
    for label in ticks(low, high).labels:
        assert len(label) <= 9
        assert "-" not in label
        assert not (label.startswith(MINUS) and read(label) == 0)


@given(finite, finite)
def test_the_order_of_the_ends_does_not_matter(low, high):
    assume(low != high)
    assert ticks(low, high) == ticks(high, low)


@pytest.mark.parametrize(
    ("low", "high", "labels", "title"),
    [
        (-3, 3, "−3 −2 −1 0 1 2 3", "x"),
        (0, 1, "0.0 0.2 0.4 0.6 0.8 1.0", "x"),
        (-0.1, 0.1, "−0.10 −0.05 0.00 0.05 0.10", "x"),
        (0.1, 0.3, "0.10 0.15 0.20 0.25 0.30", "x"),
        (1e-9, 3e-9, "1.0 1.5 2.0 2.5 3.0", "x (×10⁻⁹)"),
        (0, 5e6, "0 1 2 3 4 5", "x (×10⁶)"),
        (1e8, 1e8 + 1, "0.0 0.2 0.4 0.6 0.8 1.0", "x − 100000000"),
        (-1e8, -1e8 + 1, "0.0 0.2 0.4 0.6 0.8 1.0", "x + 100000000"),
    ],
)
def test_ranges_that_people_meet(low, high, labels, title):
    axis = ticks(low, high)
    assert axis.title("x") == title
    assert " ".join(axis.labels) == labels


@pytest.mark.parametrize(("place", "label"), [(0.0, "0"), (-0.0, "0"), (-2.5, "−2.5"), (1e-9, "1×10⁻⁹")])
def test_a_range_of_no_length_has_one_tick(place, label):
    assert ticks(place, place) == Axis((place,), (label,))


@pytest.mark.parametrize("end", [math.nan, math.inf, -math.inf])
def test_a_range_that_is_not_finite_has_none(end):
    assert ticks(0, end) == ticks(end, 0) == Axis()


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.5"), (-0.0, "0"), (-2, "−2"), (1e-9, "1×10⁻⁹"), (123456.0, "1.235×10⁵"), (1000, "1000")],
)
def test_numbers_in_running_text(value, text):
    assert shown(value) == text


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
