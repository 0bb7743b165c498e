"""Settings of a session by name: what they change, and what is said about a wrong name or value."""

from dataclasses import replace

import pytest
from hypothesis import given

from kpgui.kernels import kernel
from kpgui.model.errors import KpguiError
from kpgui.model.param import text_of
from kpgui.model.session import Session
from kpgui.words.overrides import overridden, settings
from tests.strategies import kernel_trees

SUM = "rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1)**2 + rbf(sigma=2)"


@pytest.mark.parametrize(
    ("whole", "name", "text", "becomes"),
    [
        ("rbf(sigma=1)", "kernel.sigma", "0.3", "rbf(sigma=0.3)"),
        ("rbf(sigma=1)", "kernel", "linear() + rbf", "linear() + rbf"),
        (SUM, "kernel.degree", "5", SUM.replace("degree=2", "degree=5")),
        (SUM, "kernel.weight", "1e-3", SUM.replace("0.3*", "0.001*")),
        (SUM, "kernel.exponent", "3", SUM.replace("**2", "**3")),
        (SUM, "kernel.1.sigma", "7", SUM.replace("sigma=1", "sigma=7")),
        (SUM, "kernel.3.sigma", ".5", SUM.replace("sigma=2", "sigma=0.5")),
        (SUM, "kernel.2.1.1.degree", "3", SUM.replace("degree=2", "degree=3")),
        ("exp(normalized(rbf(sigma=1)))", "kernel.sigma", "2", "exp(normalized(rbf(sigma=2)))"),
        ("sigmoid(gamma=1, c=0)", "kernel.c", "-2", "sigmoid(gamma=1, c=-2)"),
    ],
)
def test_a_parameter_of_the_kernel_is_named_by_itself_or_with_its_place(whole, name, text, becomes):
    session = Session(kernel=whole, seed=3)
    assert overridden(session, name, text) == replace(session, kernel=becomes)


def test_learner_and_run_have_settings_too():
    session = Session(learner="kernel_perceptron(epochs=5)")
    learner = overridden(overridden(session, "learner.epochs", "9"), "learner.bias", "True").learner
    assert learner.startswith("kernel_perceptron(bias=true, eta=1, epochs=9")
    assert overridden(session, "learner", "svm(C=2)").learner == "svm(C=2)"
    assert overridden(session, "run.order", "reversed").order == "reversed"
    assert overridden(session, "run.seed", "12").seed == 12
    assert overridden(Session(learner="perceptron()"), "learner.map", "squares").learner.startswith(
        'perceptron(map="squares"'
    )


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "kernel.sgma",
            "1",
            "There is no setting 'kernel.sgma' in this session; the nearest name is 'kernel.sigma'.",
        ),
        ("kernal.degree", "1", "the nearest name is 'kernel.degree'."),
        ("sigma", "1", "There is no setting 'sigma' in this session; "),
        ("", "1", "There is no setting '' in this session; "),
        ("kernel.", "1", "There is no setting 'kernel.' in this session; "),
        ("kernel.9.sigma", "1", "There is no setting 'kernel.9.sigma' in this session; the nearest name is 'kernel."),
        ("n" * 10_000, "1", "There is no setting 'nnn"),
        ("kernel.sigma", "1", "2 parts of the kernel"),
        (
            "kernel.sigma",
            "1",
            "have sigma: write kernel.1.sigma or kernel.3.sigma, or give the whole by --kernel.",
        ),
        ("kernel.1.sigma", "0", "rbf: sigma must be a number above 0, not 0."),
        ("kernel.1.sigma", "nan", 'rbf: sigma must be a number above 0, not "nan".'),
        ("kernel.1.sigma", "1_0", 'rbf: sigma must be a number above 0, not "1_0".'),
        ("kernel.1.sigma", "1e999", "rbf: sigma must be a number above 0, not inf."),
        ("kernel.1.sigma", "", 'rbf: sigma must be a number above 0, not "".'),
        ("kernel.degree", "2.5", "poly: degree must be a whole number"),
        ("kernel.degree", "9" * 5000, "poly: degree must be a whole number"),
        ("kernel.exponent", "51", "exponent must be a whole number from 1 to 50, not 51."),
        ("kernel", "rfb", "there is no kernel named 'rfb'; the nearest name is 'rbf'."),
        ("learner", "svn()", "there is no learner named 'svn'; the nearest name is 'svm'."),
        ("learner.epochs", "0", "kernel_perceptron: epochs must be a whole number"),
        ("learner.bias", "yes", 'kernel_perceptron: bias must be true or false, not "yes".'),
        ("run.order", "backwards", 'order must be one of dataset, shuffled_once, shuffled_each_epoch, reversed, not "'),
        ("run.seed", "-1", "seed must be a whole number from 0 to"),
    ],
)
def test_a_wrong_name_or_value_is_said_in_a_sentence(name, text, said):
    with pytest.raises(KpguiError) as error:
        overridden(Session(kernel=SUM), name, text)
    assert said in str(error.value)


@given(kernel_trees())
def test_every_setting_of_a_session_has_a_name_of_its_own_and_takes_its_own_value(similarity):
    session = Session(kernel=str(similarity))
    found = settings(session)
    assert len({each.name for each in found}) == len(found)
    for each in found:
        if each.alias:
            assert overridden(session, each.name, "1").kernel == overridden(session, each.alias, "1").kernel
        if each.name.startswith("kernel."):
            assert kernel(overridden(session, each.name, text_of(each.param.default)).kernel)
