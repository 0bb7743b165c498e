"""Formulas in x and y: against Python's own arithmetic, and what is refused."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kpgui.model.arithmetic import FUNCTIONS, MAX_LENGTH, NAMES, parse_rule
from kpgui.model.errors import KpguiError
from kpgui.model.expression import ExpressionError

PYTHON = {
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "exp", "log", "sqrt", "pi", "e")},
    "abs": abs,
    "min": min,
    "max": max,
    "sign": lambda value: math.copysign(1.0, value) if value else 0.0,
}
"""What the names mean to Python."""

numbers = st.integers(0, 9).map(str) | st.floats(0, 20).map(lambda number: f"{number:.3g}")
leaves = numbers | st.sampled_from(["x", "y", "pi", "e"])


def formulas():
    """Formulas as a person would write them: sometimes with brackets, sometimes relying on what binds how strongly."""

    def joined(inner):
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", " - ", "*", "/", "**"]), inner).map("".join),
            inner.map("-{}".format),
            inner.map("({})".format),
            st.tuples(st.sampled_from([name for name in FUNCTIONS if name not in ("min", "max")]), inner).map(
                lambda call: f"{call[0]}({call[1]})"
            ),
            st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(
                lambda call: f"{call[0]}({call[1]}, {call[2]})"
            ),
        )

    return st.recursive(leaves, joined, max_leaves=12)


def nudged(function):
    """A function a little beside what it is asked for, as rounding further inside would make it."""
    return lambda *values: function(*(value * (1 + 1e-13) for value in values))


NUDGED = {name: nudged(value) if callable(value) else value for name, value in PYTHON.items()}


def python_says(formula, x, y, names=PYTHON):
    """The value of a formula by Python itself, None where it has none there or is no plain number."""
    try:
        value = float(eval(formula, {"__builtins__": {}}, {**names, "x": x, "y": y}))
    except (ValueError, ZeroDivisionError, OverflowError, TypeError):  # a complex number is no plain one
        return None
    return value if math.isfinite(value) else None


def value_of(formula, x, y):
    rule = parse_rule(formula)
    with np.errstate(all="ignore"):
        return np.subtract(*(side(np.array([x]), np.array([y])) for side in (rule.left, rule.right))).item()


@given(formulas(), st.floats(-3, 3), st.floats(-3, 3))
@example("-x**2", 2.0, 0.0)
@example("2**3**2", 0.0, 0.0)
@example("2**-1", 0.0, 0.0)
@example("1 - 2 - 3", 0.0, 0.0)
@example("8/4/2", 0.0, 0.0)
@example("-2*-x", 3.0, 0.0)
@example("-3**3**6", 0.0, 0.0)  # a whole number beyond the floats
def test_a_formula_has_the_value_that_python_gives_it(formula, x, y):
    expected, nearly = python_says(formula, x, y), python_says(formula, x, y, NUDGED)
    # Where the last bit decides, as in sin(9**99), two libraries may say two things.
    if expected is not None and nearly == pytest.approx(expected, rel=1e-7, abs=1e-7) and len(formula) <= MAX_LENGTH:
        assert value_of(formula, x, y) == pytest.approx(expected, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_that_of_its_name(name):
    two = "min" in name or "max" in name
    formula = f"{name}(x, y)" if two else f"{name}(x)"
    for x, y in ((0.3, 1.2), (2.5, -0.5)):
        assert value_of(formula, x, y) == pytest.approx(PYTHON[name](*((x, y) if two else (x,))))


@pytest.mark.parametrize(
    ("formula", "sides"),
    [
        ("y > x", [1, -1, -1]),
        ("y < x", [-1, 1, -1]),
        ("y - x", [1, -1, -1]),
        ("x ^ 2 + y**2 < 2", [1, 1, -1]),
        ("log(x - 1) < 0", [np.nan, 1, -1]),
        ("0/x", [np.nan, -1, -1]),
        ("1/x > y", [1, 1, -1]),
        ("max(x, 0)", [-1, 1, 1]),
        ("3", [1, 1, 1]),
    ],
)
def test_a_place_is_on_the_side_of_the_rule_or_on_none(formula, sides):
    places = np.array([[0, 1], [1, 0], [2, 2]], float)
    assert np.array_equal(parse_rule(formula).sides(places), sides, equal_nan=True)


def test_no_place_no_sides():
    assert parse_rule("3 > x").sides(np.zeros((0, 2))).shape == (0,)


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 1, "expected a number, a name or '(', found the end"),
        ("y > sn(x)", 5, "there is nothing named 'sn'; the nearest name is 'sin'"),
        ("y > q", 5, "there is nothing named 'q'; known are x, y, pi, e, sin"),
        ("y > x > 1", 7, "expected an operator or the end, found '>'"),
        ("x 3", 3, "expected an operator, '>', '<' or the end, found '3'"),
        ("(x", 3, "expected ')', found the end"),
        ("sin x", 5, "expected '(', found 'x'"),
        ("sin(x, y)", 1, "sin takes one argument, not 2"),
        ("x + max(x)", 5, "max takes two arguments or more, not 1"),
        ("x*1e999", 3, "the number is too large"),
        ("y > 0,3*x", 6, "decimals are written with a point, 0.3; commas stand between arguments"),
        ("y > 2*sin(0,3) + 1", 12, "decimals are written with a point, 0.3"),
        ("sin(x,3)", 1, "sin takes one argument, not 2"),
        ("x.real", 2, "'.' has no meaning here"),
        ("x = 1", 3, "'=' has no meaning here"),
        ("'x'", 1, '"\'" has no meaning here'),
    ],
)
def test_a_wrong_formula_is_told_with_its_position(text, position, says):
    with pytest.raises(ExpressionError) as caught:
        parse_rule(text)
    assert str(caught.value).startswith(f"Position {position} of {text!r}: ")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(" * 61 + "x" + ")" * 61, "at most 60 nested brackets"),
        ("-" * 61 + "x", "at most 60 operators"),
        ("sin(" * 61 + "x" + ")" * 61, "at most"),
        ("2**" * 61 + "x", "at most 60 operators"),
        ("x" * 501, "at most 500 characters"),
    ],
)
def test_a_formula_is_bounded(text, says):
    with pytest.raises(ExpressionError, match=says):
        parse_rule(text)


def test_the_largest_formulas_are_still_evaluated():
    places = np.ones((2, 2))
    for text in ("(" * 60 + "x" + ")" * 60, "-" * 60 + "x", "+".join(["x"] * 61), "x**" * 60 + "1"):
        assert parse_rule(text).sides(places).tolist() == [1, 1]


@given(st.text(alphabet="xyesincotaplgqrbm0123456789.+-*/^(),<> _'\"=\n[]:", max_size=40) | st.text(max_size=10))
@example("__import__('os')")
@example("().__class__")
@example("9" * 400)
def test_any_text_is_a_rule_or_one_sentence(text):
    try:
        rule = parse_rule(text)
    except KpguiError as error:
        assert str(error).endswith(".")
    else:
        sides = rule.sides(np.array([[0.5, -2.0], [0.0, 0.0]]))
        assert np.isin(sides[~np.isnan(sides)], (-1, 1)).all()


def test_a_rule_knows_these_names_and_no_others():
    assert set(NAMES) == {"x", "y", "pi", "e", "sin", "cos", "tan", "exp", "log", "sqrt", "abs", "min", "max", "sign"}
