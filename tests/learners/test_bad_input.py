"""What no learner can do is refused in one clear sentence, and whatever is learned is finite: no NaN anywhere."""

import json

import numpy as np
import pytest

import kpgui
from kpgui.cli import main
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from tests.learners.test_every_learner import VARIANTS, shortened
from tests.strategies import noisy_moons

KERNELS = ["linear()", "poly(degree=12, c=1)", "rbf(sigma=1)", "exp(linear())", "cosine()", "sigmoid()"]


def is_a_sentence(text):
    return 20 < len(text) < 300 and "\n" not in text and text.endswith((".", ")")) and "Error" not in text


def out_of_range():
    """Every parameter of every learner, just outside of what is declared, and of another type."""
    for each in LEARNERS:
        for param in each.params():
            if param.scale == "choice":
                yield f"{each.key}({param.name}='neither')", param.name
            elif param.scale == "flag":
                yield f"{each.key}({param.name}=2)", param.name
            else:
                yield f"{each.key}({param.name}={param.low if param.open_low else param.low - 1})", param.name
                yield f"{each.key}({param.name}={2 * param.high!r})", param.name
                yield f"{each.key}({param.name}=true)", param.name
            if param.scale == "integer":
                yield f"{each.key}({param.name}={param.low + 0.5})", param.name


@pytest.mark.parametrize("text, name", [*out_of_range()])
def test_a_parameter_out_of_range_is_named_with_what_is_allowed(text, name, tmp_path, capsys):
    with pytest.raises(kpgui.KpguiError) as refusal:
        kpgui.fit([[0, 1], [1, 0]], [1, -1], "linear()", text)
    assert is_a_sentence(str(refusal.value))
    assert name in str(refusal.value)
    told = refused_by_the_command_line(tmp_path, capsys, "--learner", text)
    assert name in told


@pytest.mark.parametrize(
    "text, words",
    [
        ("norma(eta=1, lam=1)", "eta·lam must be below 1"),
        ("norma(eta=1000, lam=0.5)", "eta·lam must be below 1"),
        ("forgetron(budget=0)", "budget"),
        ("random_budget_perceptron(budget=0)", "budget"),
        ("norma(budget=3)", "budget"),
        ("perceptron(map='cubic')", "identity, squares, quadratic, full_quadratic"),
        ("percepton()", "perceptron"),
    ],
)
def test_what_a_learner_cannot_do_is_told_in_one_sentence(text, words, tmp_path, capsys):
    with pytest.raises(kpgui.KpguiError) as refusal:
        kpgui.fit([[0, 1]], [1], "linear()", text)
    assert words in str(refusal.value)
    assert words in refused_by_the_command_line(tmp_path, capsys, "--learner", text)


def refused_by_the_command_line(folder, capsys, *words):
    """What the command line says on stderr: one line, exit code 1 or 2, nothing on stdout."""
    (folder / "points.csv").write_text("x,y,label\n0,1,1\n1,0,-1\n")
    code = main(["train", str(folder / "points.csv"), "--kernel", "linear()", *words])
    out, err = capsys.readouterr()
    assert code in (1, 2)
    assert out == ""
    assert len(err.splitlines()) == 1
    return err


def at_their_ends():
    """Every numeric parameter of every learner at the ends of what it allows, in three epochs at most."""
    for each in LEARNERS:
        for param in each.params():
            if param.scale not in ("choice", "flag") and param.name != "epochs":
                for value in (5e-324 if param.open_low else param.low, param.high):
                    settings = {"epochs": 3} if each.by_epochs else {}
                    settings[param.name] = value
                    if each.key == "norma":  # eta·lam has to stay below 1
                        settings |= {"eta": {"lam": 0}, "lam": {"eta": 1e-7}}.get(param.name, {})
                    yield each.key + "(" + ", ".join(f"{name}={value!r}" for name, value in settings.items()) + ")"


@pytest.mark.parametrize("text", [*at_their_ends()])
def test_parameters_at_their_ends_give_a_finite_f_or_a_sentence(text):
    finite_or_refused(noisy_moons(40, noise=0.1), "rbf(sigma=0.5)", text)


def finite_or_refused(dataset, kernel, text):
    """A model of finite numbers only, or None after one clear sentence."""
    try:
        model = kpgui.train(Session(dataset, kernel, text))
        decisions = model.decision(dataset.points)
    except kpgui.KpguiError as refusal:
        assert is_a_sentence(str(refusal))
        return None
    for numbers in (model.beta, [model.bias], model.updates.score, model.updates.delta, model.updates.scale, decisions):
        assert np.isfinite(numbers).all()
    for name, value in model.details.items():
        assert np.isfinite(np.asarray(value, np.float64)).all(), name
    return model


@pytest.mark.parametrize("text", VARIANTS)
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("size", [0.0, 1e-300, 1e-160, 1e8, 1e77, 1e154, 1e300])
def test_coordinates_of_any_size_give_a_finite_f_or_a_sentence(text, kernel, size):
    points = np.array([[1, 0.5], [-1, 0.3], [0.2, -1], [-0.4, 0.9], [1, 0.5]]) * size
    finite_or_refused(Dataset.of(points, [1, -1, 1, -1, -1]), kernel, shortened(text, 3))


@pytest.mark.parametrize(
    "text",
    ["kernel_perceptron()", "forgetron()", "norma()", "norma(truncate=2)", "svm()", "perceptron(map='full_quadratic')"],
)
def test_an_overflow_of_the_kernel_names_a_point(text):
    with pytest.raises(kpgui.KpguiError, match="point"):
        kpgui.fit([[1, 1], [1e200, 1e200]], [1, -1], "poly(degree=3)", text)


@pytest.mark.parametrize("text", VARIANTS)
def test_no_point_one_point_and_one_class_through_the_command_line(text, tmp_path, capsys):
    for number, labels in enumerate(([], [1], [-1], [1, 1, 1])):
        points = np.arange(2 * len(labels)).reshape(-1, 2) + 0.5
        path = tmp_path / f"{number}.kpgui"
        kpgui.save(Session(Dataset.of(points, labels), "rbf(sigma=1)", text), path)
        assert main(["train", str(path), "--json"]) == 0
        out, err = capsys.readouterr()
        found = json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} in the JSON"))
        assert (found["n"], found["steps"] == 0, err) == (len(labels), not labels or "svm" in text, "")


def test_a_run_ends_where_f_grows_beyond_float64_and_says_so():
    """A rate so high that scores overflow although every kernel value is finite."""
    points = [[1e150, 0.0], [-1e150, 1.0], [1e150, 2.0]]
    for text in ("norma(eta=1e6, lam=0)", "norma(eta=1e6, lam=0, truncate=9)", "kernel_perceptron(eta=1e6)"):
        model = finite_or_refused(Dataset.of(points, [1, 1, -1]), "1e4*linear()", text)
        assert model is None or np.isfinite(model.decision(points)).all()


def test_a_score_that_is_no_number_is_not_taken_for_a_right_one():
    """Every K is finite, but w grows until w·x is ∞ − ∞ at the last point."""
    points = np.zeros((21, 12))
    for k in range(10):  # the first mistake makes the second, which moves w along the first or the second axis
        points[2 * k, 2 + k] = -1.3e154
        points[2 * k + 1, 2 + k], points[2 * k + 1, k % 2] = 1.19e154, -0.6e154 if k % 2 else 0.6e154
    points[20, :2] = 0.9e154
    with pytest.raises(kpgui.KpguiError, match="f has grown too large"):
        kpgui.fit(points, np.ones(21), "linear()", "perceptron(epochs=1)")


def test_a_score_that_is_no_number_is_not_taken_for_one_beyond_the_margin():
    points, learner = [[1e153, 0], [0, 1e153], [1e153, 1e153]], "norma(eta=1e3, lam=0, truncate=9, epochs=1)"
    with pytest.raises(kpgui.KpguiError, match="f has grown too large"):
        kpgui.fit(points, [1, -1, 1], "linear()", learner)


def test_a_forgetron_whose_coefficients_have_shrunk_to_0_goes_on_until_f_is_too_large():
    """K is so negative that φ leaves nothing of them: evicting one is no damage, and divides by nothing."""
    points = np.random.default_rng(8).normal(size=(12, 2))
    with pytest.raises(kpgui.KpguiError, match="f has grown too large"):
        kpgui.fit(points, np.where(np.arange(12) % 3, 1, -1), "poly() - 1e308*rbf()", "forgetron(budget=1)")
