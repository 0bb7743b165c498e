"""Where a slider stands, and what it gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.generators import GENERATORS
from kpgui.geometry.scales import POSITIONS, has_slider, position_of, stepped, value_at
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from kpgui.model.param import Param
from kpgui.model.session import ORDER, SEED

SLID = [
    param
    for registry in (KERNELS, LEARNERS, GENERATORS)
    for member in registry
    for param in member.params()
    if has_slider(param)
]
SIGMA = Param("sigma", 1.0, "Width.", scale="log", low=0, open_low=True, slider=(0.01, 100))
NOISE = Param("noise", 0.5, "Noise.", low=0, slider=(0, 1))


@pytest.mark.parametrize("param", SLID, ids=lambda param: param.name)
def test_every_slider_spans_its_part_and_gives_allowed_values(param):
    low, high = param.slider
    assert value_at(param, 0) == low
    assert value_at(param, POSITIONS) == high
    values = [value_at(param, position) for position in range(POSITIONS + 1)]
    assert values == sorted(values)
    for value in values[:: POSITIONS // 50]:
        assert param.validate(value) == value


@given(st.sampled_from(SLID), st.integers(0, POSITIONS))
def test_a_slider_stands_near_the_value_it_gave(param, position):
    value = value_at(param, position)
    assert value_at(param, position_of(param, value)) == pytest.approx(value, rel=0.02, abs=1e-9)


@pytest.mark.parametrize("value, position", [(1e-9, 0), (1e9, POSITIONS), (1.0, POSITIONS // 2)])
def test_values_beyond_a_log_slider_sit_at_its_ends(value, position):
    assert position_of(SIGMA, value) == position


def test_what_has_no_range_has_no_slider():
    assert not has_slider(ORDER)
    assert not has_slider(SEED)


def test_arrows_step_by_a_tenth_of_a_decade_on_a_log_scale():
    assert stepped(SIGMA, 1.0, 1) == 1.26
    assert stepped(SIGMA, 1.0, 10) == 10
    assert stepped(SIGMA, 1.0, -10) == 0.1


def test_arrows_stop_at_what_is_allowed():
    assert stepped(NOISE, 0.005, -1) == 0
    assert stepped(NOISE, 1.0, 1) == 1.01
    assert stepped(SEED, 0, -1) == 0
    open_linear = Param("decay", 1.0, "Decay.", low=0, open_low=True, high=1, slider=(0.5, 1))
    assert stepped(open_linear, 0.004, -1) == 0.004
    assert stepped(open_linear, 1.0, 1) == 1.0
