"""What varies in small multiples: how it is written, and the cases that it makes."""

import pytest

from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.model.stopping import END, StoppingPoint
from kpgui.words.variation import Variation, cases, spaced, variables


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0.1,0.3,1", ["0.1", "0.3", "1"]),
        (" 0.1 , 1 ", ["0.1", "1"]),
        ("1", ["1"]),
        ("", [""]),
        ("1,,2,", ["1", "", "2", ""]),
        ("kernel_perceptron(),svm(C=1, tol=1e-3)", ["kernel_perceptron()", "svm(C=1, tol=1e-3)"]),
        (
            "rbf(sigma=1) + (linear() + poly(degree=2, c=1)),linear",
            ["rbf(sigma=1) + (linear() + poly(degree=2, c=1))", "linear"],
        ),
        ("perceptron(map='a,b'),\"x,(\",2", ["perceptron(map='a,b')", '"x,("', "2"]),
        ("a),b", ["a)", "b"]),
        ("(a,b", ["(a,b"]),
    ],
)
def test_values_are_separated_by_commas_outside_brackets_and_quotes(text, values):
    assert Variation.parse("kernel", text).values == tuple(values)


def test_one_variation_makes_a_case_of_each_value():
    made = cases(Session(seed=3), (Variation("kernel.sigma", ("0.1", "3")),), StoppingPoint("epoch", 2))
    assert [case.session.kernel for case in made] == ["rbf(sigma=0.1)", "rbf(sigma=3)"]
    assert {case.session.seed for case in made} == {3}
    assert {case.stop for case in made} == {StoppingPoint("epoch", 2)}
    assert [case.chosen for case in made] == [(("kernel.sigma", "0.1"),), (("kernel.sigma", "3"),)]


def test_two_variations_make_the_rows_and_the_columns():
    made = cases(Session(), (Variation("learner", ("svm", "norma")), Variation("at", ("epoch:1", "5", "end"))))
    assert [(case.session.learner, str(case.stop)) for case in made] == [
        (learner, place) for learner in ("svm", "norma") for place in ("epoch:1", "5", "end")
    ]


def test_the_whole_is_chosen_before_its_parts_in_whatever_order_they_vary():
    for pair in (
        (("kernel", ("poly", "poly**2")), ("kernel.degree", ("1", "4"))),
        (
            ("kernel.degree", ("1", "4")),
            ("kernel", ("poly", "poly**2")),
        ),
    ):
        made = cases(Session(), tuple(Variation(*each) for each in pair))
        assert {case.session.kernel for case in made} == {
            f"poly(degree={degree}, gamma=1, c=1){power}" for degree in (1, 4) for power in ("", "**2")
        }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "One or two settings can vary, in rows and columns, not 0."),
        (
            [("at", "1"), ("run.seed", "1"), ("kernel.sigma", "1")],
            "One or two settings can vary, in rows and columns, not 3",
        ),
        ([("at", "1"), ("at", "2")], "at varies already; let something else vary in the other direction."),
        (
            [("run.seed", ",".join(map(str, range(37))))],
            "A figure has at most 36 panels, not 37; leave some values out.",
        ),
        ([("run.seed", "1,2,3,4,5,6,7"), ("at", "1,2,3,4,5,6")], "A figure has at most 36 panels, not 42"),
        ([("kernel.sigma", "0.1,0")], "rbf: sigma must be a number above 0, not 0."),
        ([("kernel.sigma", "0.1,,1")], 'rbf: sigma must be a number above 0, not "".'),
        ([("sigma", "1")], "There is no setting 'sigma' in this session; the nearest name is 'kernel.sigma'."),
        ([("at", "epoch:1,soon")], "'soon' is no place in a run; write a step as 250, mistake:3, epoch:2 or end."),
    ],
)
def test_what_cannot_vary_is_said_in_a_sentence(given, said):
    with pytest.raises(KpguiError) as error:
        cases(Session(), tuple(Variation.parse(*each) for each in given), END)
    assert said in str(error.value)


def test_panels_are_counted_before_they_are_made():
    """A field of a form holds 32 767 characters: in two of them, values enough for 268 million panels."""
    many = ("1",) * 16_384
    with pytest.raises(KpguiError, match="at most 36 panels, not 268435456"):
        cases(Session(), (Variation("kernel.sigma", many), Variation("run.seed", many)), END)


@pytest.mark.parametrize("text", ["0.1 to 10 in 0", "1e999 to 2 in 3", "1 to 2 in 1000"])
def test_a_range_without_values_is_a_value_itself(text):
    assert spaced(text) == (text,)


@pytest.mark.parametrize(
    ("session", "name", "values"),
    [
        (Session(learner="svm(C=2)"), "learner", "svm(C=2), kernel_perceptron()"),
        (Session(learner="forgetron(budget=5)"), "learner", "forgetron(budget=5), kernel_perceptron(), svm(C=1)"),
        (Session(kernel="poly(degree=3)"), "kernel", "poly(degree=3), rbf(), linear()"),
        (Session(kernel="linear()"), "kernel", "linear(), rbf(), poly(degree=3)"),
        (Session(kernel="rbf(sigma=1) + linear()"), "kernel", "rbf(sigma=1) + linear(), linear(), poly(degree=3)"),
    ],
)
def test_beside_a_kernel_or_learner_others_of_another_kind_are_proposed(session, name, values):
    assert next(each.values for each in variables(session) if each.name == name) == values


def test_several_settings_differ_together():
    varied = Variation.parse("settings", "kernel=linear(); learner=svm(C=1, tol=0.01), run.seed=3; kernel.sigma=2")
    first, second = (case.session for case in cases(Session(), (varied,)))
    assert (first.kernel, first.learner, first.seed) == ("linear()", "svm(C=1, tol=0.01)", 0)
    assert (second.kernel, second.learner, second.seed) == ("rbf(sigma=2)", Session().learner, 3)


@pytest.mark.parametrize("text", ["kernel", "colour=red", "kernel=linear(); run.seed=-1"])
def test_of_several_settings_each_has_to_be_allowed(text):
    with pytest.raises(KpguiError):
        cases(Session(), (Variation.parse("settings", text),))
