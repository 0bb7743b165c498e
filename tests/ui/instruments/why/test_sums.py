"""Sums in few digits: what is shown adds up exactly to what is shown."""

from decimal import Decimal
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.ui.instruments.why.words import SumTerm, shown_sum

NUMBERS = st.floats(-1e3, 1e3).filter(lambda x: x == 0 or abs(x) > 1e-6)


def added(told):
    """The sum of the numbers shown, in decimals."""
    return sum(Decimal(text) * (-1 if negative else 1) for text, negative, _ in told.terms)


@given(st.lists(NUMBERS, min_size=1, max_size=8), st.integers(-200, 200))
def test_the_numbers_shown_add_up_to_the_total_shown(values, power):
    values = [value * 10.0**power for value in values]
    told = shown_sum([SumTerm(f"x{k}", value) for k, value in enumerate(values)], fsum(values))
    total = told.total.replace("−", "-").split("×")[0].split(" ")[0]
    assert added(told) == Decimal(total)


@given(st.lists(NUMBERS, min_size=1, max_size=8))
def test_each_number_is_within_a_few_units_of_its_last_place(values):
    total = fsum(values)
    told = shown_sum([SumTerm("x", value) for value in values], total)
    largest = max(map(abs, (*values, total)))
    for value, (text, negative, _) in zip(values, told.terms, strict=True):
        shown = float(text) * (-1 if negative else 1) * 10.0**told.power
        assert shown == pytest.approx(value, abs=2e-3 * largest)


def test_a_sum_reads_as_one_equation_for_each_term():
    told = shown_sum([SumTerm("β₇·K(x₇, x₂)", 0.5), SumTerm("β₁·K(x₁, x₂)", -0.2), SumTerm("2 more", 0.01)], 0.31)
    lines = ["β₇·K(x₇, x₂) = 0.5", "β₁·K(x₁, x₂) = −0.2", "2 more = 0.01"]
    assert told.lines == [line.replace(" ", "\u00a0") for line in lines]
    assert told.total == "0.31"


def test_huge_numbers_have_a_common_power_of_ten():
    told = shown_sum([SumTerm("x₁", 1e188), SumTerm("x₂", -2.5e187)], 7.5e187)
    assert told.lines == ["x₁\u00a0=\u00a01×10¹⁸⁸", "x₂\u00a0=\u00a0−0.25×10¹⁸⁸"]
    assert told.total == "0.75×10¹⁸⁸"


def test_nothing_adds_up_to_0():
    assert shown_sum([SumTerm("x₁", 0.0), SumTerm("x₂", 0.0)], 0.0).total == "0"
    assert shown_sum([], 0.0).lines == []


def test_terms_of_a_total_of_0_whose_sign_is_unknown_stay_what_they_are():
    """A score within the rounding of its bias counts as 0, although its terms are not."""
    told = shown_sum([SumTerm("x₁", -3.8e-50)], 0.0)
    assert (told.lines, told.equals, told.total) == (["x₁\u00a0=\u00a0−3.8×10⁻⁵⁰"], "≈", "0")
    assert shown_sum([SumTerm("x₁", 0.5), SumTerm("x₂", -0.5)], 0.0).equals == "="
