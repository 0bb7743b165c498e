"""The pace slider."""

import math

import pytest

from kpgui import api
from kpgui.generators import generator
from kpgui.model.session import Session
from kpgui.words.replay import POSITIONS, first_position, pace_at, pace_text


def test_the_pace_rises_from_one_step_a_second_to_as_fast_as_it_goes():
    paces = [pace_at(position) for position in range(POSITIONS + 1)]
    assert paces[0] == 1
    assert paces == sorted(paces)
    assert math.isinf(paces[-1])
    assert not math.isinf(paces[-2])


def test_a_pace_is_said_with_few_digits():
    assert {len(pace_text(pace_at(position))) for position in range(POSITIONS)} <= set(range(8, 15))
    assert pace_text(pace_at(POSITIONS)) == "as fast as it goes"


@pytest.mark.parametrize("shape", ["moons()", "circles()", "xor()", *(f"blobs(seed={seed})" for seed in range(4))])
def test_a_shape_that_a_smooth_boundary_separates_converges_within_20_seconds_at_its_first_pace(shape):
    model = api.train(Session(generator(shape).make()))
    assert model.converged
    assert model.steps / pace_at(first_position(len(model.session.dataset))) <= 20
