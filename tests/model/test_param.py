from dataclasses import dataclass

import pytest

from kpgui.model.arithmetic import parse_rule
from kpgui.model.errors import KpguiError
from kpgui.model.param import Declared, Param, param


@dataclass(frozen=True)
class Spray(Declared):
    key = "spray"
    title = "Spray"
    radius: float = param(1.0, "How far.", low=0, open_low=True, scale="log")
    count: int = param(3, "How many.", scale="integer", low=1, high=9)
    shape: str = param("round", "Of what shape.", scale="choice", choices=("round", "square"))
    fill: bool = param(False, "Filled or not.", scale="flag")
    rule: str = param("x", "Where.", scale="text", check=parse_rule, syntax="a formula")


def test_values_take_the_parameters_own_type():
    spray = Spray(radius=2, count=4.0, fill=1)
    assert (type(spray.radius), type(spray.count), type(spray.fill)) == (float, int, bool)


def test_the_text_of_a_declared_thing_makes_it_again():
    assert (
        str(Spray(radius=0.1 + 0.2))
        == 'spray(radius=0.30000000000000004, count=3, shape="round", fill=false, rule="x")'
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"radius": 0}, "spray: radius must be a number above 0, not 0."),
        ({"radius": float("nan")}, "not nan"),
        ({"radius": float("inf")}, "not inf"),
        ({"radius": "wide"}, 'not "wide"'),
        ({"radius": True}, "a number above 0"),
        ({"count": 2.5}, "spray: count must be a whole number from 1 to 9, not 2.5."),
        ({"count": 10}, "not 10"),
        ({"count": 10**400}, "whole number"),
        ({"shape": "oval"}, "one of round, square"),
        ({"fill": "maybe"}, "true or false"),
        ({"radius": None}, "not None"),
        ({"rule": 3}, "spray: rule must be a formula, not 3."),
        ({"rule": "x +"}, "spray: rule: Position 4 of 'x +': expected a number"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_the_field_and_what_is(given, says):
    with pytest.raises(KpguiError) as caught:
        Spray(**given)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("each", "words"),
    [
        (Param("a", 0.0, ""), "a number"),
        (Param("a", 0.0, "", low=0), "a number of at least 0"),
        (Param("a", 0.0, "", high=1), "a number up to 1"),
        (Param("a", 1.0, "", low=0, high=1, open_low=True), "a number above 0 and up to 1"),
    ],
)
def test_what_is_allowed_is_put_in_words(each, words):
    assert each.allowed == words
