"""The pace slider."""

import math

from kpgui.present.pace import POSITIONS, pace_at, pace_text


def test_the_pace_rises_from_one_step_a_second_to_as_fast_as_it_goes():
    paces = [pace_at(position) for position in range(POSITIONS + 1)]
    assert paces[0] == 1
    assert paces == sorted(paces)
    assert math.isinf(paces[-1])
    assert not math.isinf(paces[-2])


def test_a_pace_is_said_with_few_digits():
    assert {len(pace_text(pace_at(position))) for position in range(POSITIONS)} <= set(range(8, 15))
    assert pace_text(pace_at(POSITIONS)) == "as fast as it goes"
