import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kpgui.kernels import kernel
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.learners import learner
from kpgui.model.errors import KpguiError
from kpgui.model.expression import ExpressionError, parse
from tests.strategies import kernel_trees


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("", 0, "expected a name, a number or '(', found the end"),
        ("rbf(sigma=0.5", 13, "expected ',' or ')', found the end"),
        ("rbf(sigma=)", 10, "found ')'"),
        ("rbf + ", 5, "found the end"),
        ("rbf $ linear", 4, "'$' has no meaning here"),
        ("rbf linear", 4, "expected '+', '-', '*', '**' or the end, found 'linear'"),
        ("rbf(sigma=1, sigma=2)", 13, "sigma is given twice"),
        ("rbf ** linear", 7, "expected a number"),
        ("__import__('os')", 11, "expected a name, a number or '(', found 'os'"),
        ("__import__", 0, "there is no kernel named '__import__'"),
        ("rfb(sigma=1)", 0, "the nearest name is 'rbf'"),
        ("2 + rbf", 2, "a number can only multiply a kernel"),
        ("3 * 4", 0, "found only a number"),
        ("rbf ** 1.5", 4, "a whole number from 1 to 50"),
        ("rbf(linear)", 4, "takes its parameters in order or by name"),
        ("rbf - 2", 4, "'-' joins two kernels; a number can only multiply a kernel"),
        ("-rbf", 0, "expected a name, a number or '(', found '-'"),
        ("rbf -", 5, "expected a name, a number or '(', found the end"),
        ("exp(2)", 4, "expected a kernel inside exp(…), found only a number"),
        ("exp", 0, "exp takes one kernel, as in exp(linear())"),
        ("normalized(rbf, linear)", 0, "normalized takes one kernel, as in normalized(linear())"),
        ("exp(kernel=1)", 0, "exp takes one kernel"),
        ("exp(rbf", 7, "expected ',' or ')', found the end"),
        ("exp(rbf)(linear)", 8, "expected '+', '-', '*', '**' or the end, found '('"),
        ("normalised(rbf)", 0, "the nearest name is 'normalized'"),
        ("expo(rbf)", 0, "the nearest name is 'exp'"),
        ("matern23(length=1)", 0, "the nearest name is 'matern"),
        ("linear + rbf(sigma=1, sigmaa=2)", 22, "rbf has no parameter 'sigmaa'; the nearest name is 'sigma'"),
        ("poly(degre=2)", 5, "poly has no parameter 'degre'; the nearest name is 'degree'"),
        ("rbf(sigma=0,3)", 11, "decimals are written with a point, 0.3; commas stand between arguments"),
        ("poly(degree=2,c=0,5)", 17, "decimals are written with a point, 0.5"),
        ("0,3*rbf()", 1, "decimals are written with a point, 0.3"),
        ("exp(0,3*linear())", 5, "decimals are written with a point, 0.3"),
        ("rbf(1, 5)", 7, "rbf takes its parameters in order or by name"),
        ("linear(1)", 7, "linear takes its parameters in order or by name"),
        ("poly(2, degree=3)", 8, "degree is given twice"),
        ("rbf(sigma=1, 5)", 13, "rbf takes its parameters in order or by name"),
    ],
)
def test_a_wrong_expression_is_answered_with_position_and_expectation(text, at, says):
    with pytest.raises(ExpressionError) as caught:
        kernel(text)
    assert caught.value.at == at
    assert f"Position {at + 1} of" in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "+".join(["linear()"] * 500),
            r"Position \d+ of '…[linear()+]{60}…': an expression has at most 60 operators and functions\.",
        ),
        ("(" * 300 + "linear()", r"Position 62 of '…\({60}…': expected at most 60 nested brackets, found '\('\."),
        ("a" * 3000, r"Position 1 of 'a{30}…': there is no kernel named 'a{40}…'; known are .*\."),
        ("rbf(" + "a" * 3000 + "=1)", r"Position 5 of 'rbf\(a{30}…': rbf has no parameter 'a{40}…'; known are sigma\."),
        ("rbf(sigma='" + "a" * 3000 + "')", r"rbf: sigma must be a number above 0, not .{,60}\."),
        ("rbf " + "a" * 3000, r"Position 5 of 'rbf a{30}…': expected .*, found 'a{40}…'\."),
    ],
)
def test_of_what_is_long_a_sentence_quotes_the_place(text, says):
    with pytest.raises(KpguiError) as caught:
        kernel(text)
    assert re.fullmatch(says, str(caught.value))


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("poly(2)", "poly(degree=2)"),
        ("poly(3, 0.5, c=2)", "poly(degree=3, gamma=0.5, c=2)"),
        ("rbf(0.1) + 2*sigmoid(1, -1)", "rbf(sigma=0.1) + 2*sigmoid(gamma=1, c=-1)"),
        ("exp(rbf(.5))", "exp(rbf(sigma=0.5))"),
    ],
)
def test_parameters_may_be_given_in_their_order(short, whole):
    assert kernel(short) == kernel(whole)
    assert learner("svm(10)") == learner("svm(C=10)")


def test_values_out_of_range_name_the_parameter():
    with pytest.raises(KpguiError, match=r"rbf: sigma must be a number above 0, not 0\."):
        kernel("rbf(sigma=0)")
    with pytest.raises(KpguiError, match=r"rbf: sigma must be a number above 0, not -1\."):
        kernel("rbf(sigma=-1)")
    with pytest.raises(KpguiError, match=r"poly: degree must be a whole number from 1 to 50, not 2\.5\."):
        kernel("poly(degree=2.5)")
    with pytest.raises(KpguiError, match="the number is too large"):
        kernel("rbf(sigma=1e999)")


def test_a_learner_is_one_call():
    with pytest.raises(ExpressionError, match="expected one learner"):
        learner("kernel_perceptron + kernel_perceptron")
    assert learner("kernel_perceptron(decay_on='update', bias=true)").bias


def test_endless_nesting_is_refused():
    with pytest.raises(ExpressionError, match="nested brackets"):
        parse("(" * 500 + "rbf" + ")" * 500)
    with pytest.raises(ExpressionError, match="at most 10000 characters"):
        parse("rbf+" * 5000)
    with pytest.raises(ExpressionError, match="at most 60 operators"):
        kernel("+".join(["rbf"] * 62))
    longest = kernel("+".join(["poly(degree=2, gamma=0.12345678901234567)"] * 61))
    assert kernel(str(longest)) == longest
    with pytest.raises(ExpressionError, match="the number is too large"):
        kernel("9" * 400 + "*rbf")


@given(st.text(alphabet="rbfpolyineasgm=0123456789.()+*, eE-'\"_", max_size=40))
@example("1e5*rbf")
@example("rbf*(2*linear + 3*poly(degree=1))**2")
def test_any_text_gives_a_kernel_that_reads_back_or_one_sentence(text):
    try:
        read = kernel(text)
    except KpguiError as error:
        assert str(error).endswith(".")
        assert "\n" not in str(error)
    else:
        assert kernel(str(read)) == read
        assert str(kernel(str(read))) == str(read)


def test_minus_takes_from_the_left_as_in_arithmetic():
    a, b, c = (kernel(text) for text in ("linear", "rbf", "cosine"))
    assert kernel("linear - rbf - cosine") == Difference(Difference(a, b), c)
    assert kernel("linear - (rbf - cosine)") == Difference(a, Difference(b, c))
    assert kernel("linear - rbf + cosine") == Sum(Difference(a, b), c)
    assert kernel("linear - 2*rbf * cosine") == Difference(a, Product(Scaled(2, b), c))


def test_the_sign_of_a_parameter_is_no_operator():
    assert kernel("sigmoid(gamma=2, c=-1)").c == -1


def test_exp_and_normalized_hold_any_kernel():
    inner = kernel("rbf - 2*linear")
    assert kernel("exp(rbf - 2*linear)") == Exp(inner)
    assert kernel("3*normalized( exp(rbf - 2*linear) )**2") == Scaled(3, Power(Normalized(Exp(inner)), 2))


@given(kernel_trees())
def test_every_tree_of_kernels_reads_back_as_itself(tree):
    assert kernel(str(tree)) == tree


def test_a_kernel_is_not_multiplied_by_what_is_no_weight():
    with pytest.raises(KpguiError, match="multiplied by a number of at least 0, not -1"):
        Scaled(-1.0, kernel("rbf"))
