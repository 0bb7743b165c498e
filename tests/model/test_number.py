"""Numbers as they are written: to nearest, or not above or below what they stand for."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.param import rounded_down, rounded_up

SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


def read(text):
    return float(re.sub("×10(.*)", r"e\1", text).translate(SUPERSCRIPTS))


@given(value=st.floats(-1e300, 1e300), digits=st.integers(1, 6))
def test_a_number_rounded_up_is_not_below_and_one_rounded_down_not_above(value, digits):
    low, high = read(rounded_down(value, digits)), read(rounded_up(value, digits))
    assert low <= value <= high
    step = 1.01 * 10.0 ** (1 - digits) * abs(value) + 1e-323
    assert high - low <= step


@pytest.mark.parametrize("text", ["0.1", "0.3", "2.5", "−7×10⁻⁹", "1.527×10¹⁸⁸", "0"])
def test_a_number_of_few_digits_stays_what_it_is(text):
    assert rounded_up(read(text)) == rounded_down(read(text)) == text


def test_what_is_infinite_stays_so():
    assert (rounded_up(float("inf")), rounded_down(float("inf"))) == ("inf", "inf")
