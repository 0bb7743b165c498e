"""`kpgui train`: the object for programs, the summary for people, and every bad input."""

import json

import numpy as np
import pytest

import kpgui as api
from kpgui.cli.arguments import ORDERS
from kpgui.model import session as model_session
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.model.updates import COLUMNS
from tests.strategies import noisy_moons

KEYS = [
    "kernel", "learner", "seed", "n", "d", "steps", "epochs", "mistakes", "mistakes_per_epoch", "converged",
    "alpha", "beta", "bias", "support", "training_error", "held_out_error", "updates", "seconds",
]  # fmt: skip

XOR = ["--kernel", "poly(degree=2, c=1)"]


def test_json_has_the_keys_of_the_contract(kpgui, xor_file):
    result = kpgui("train", xor_file, *XOR, "--json")
    assert (result.code, result.err) == (0, "")
    assert result.out.count("\n") == 1
    assert list(json.loads(result.out)) == KEYS


@pytest.mark.parametrize(
    ("learner", "added"),
    [
        ("voted_perceptron()", ["points", "votes"]),
        ("forgetron(budget=3)", ["points", "phi", "evicted", "Q", "budget"]),
        ("random_budget_perceptron(budget=3)", ["points", "budget"]),
        ("svm()", ["objective", "gap", "negative_curvature", "stalled"]),
    ],
)
def test_json_has_what_the_learner_adds(kpgui, xor_file, learner, added):
    found = json.loads(kpgui("train", xor_file, *XOR, "--learner", learner, "--json").out)
    assert list(found) == KEYS + added
    assert found.get("budget", 3) == 3


def test_xor_is_learned_with_one_mistake_a_point(kpgui, xor_file):
    found = json.loads(kpgui("train", xor_file, *XOR, "--json").out)
    assert found["kernel"] == "poly(degree=2, gamma=1, c=1)"
    assert found["alpha"] == [1, 1, 1, 1]
    assert found["beta"] == [-1, 1, 1, -1]
    assert found["support"] == [0, 1, 2, 3]
    assert found["mistakes_per_epoch"] == [4, 0]
    assert (found["n"], found["d"], found["steps"], found["epochs"], found["mistakes"]) == (4, 2, 8, 2, 4)
    assert (found["converged"], found["bias"], found["training_error"]) == (True, 0, 0)
    assert found["held_out_error"] is None
    assert found["seconds"] > 0


def test_updates_are_columns(kpgui, xor_file):
    updates = json.loads(kpgui("train", xor_file, *XOR, "--json").out)["updates"]
    assert list(updates) == list(COLUMNS)
    assert updates["step"] == [0, 1, 2, 3]
    assert updates["point"] == [0, 1, 2, 3]
    assert updates["kind"] == ["mistake"] * 4


def test_json_is_what_the_python_api_gives(kpgui, tmp_path):
    dataset = Dataset.of(np.random.default_rng(1).normal(size=(40, 2)), [-1, 1] * 20, [False] * 30 + [True] * 10)
    api.save(Session(dataset), tmp_path / "a.kpgui")
    options = {"kernel": "rbf(sigma=0.5)", "learner": "kernel_perceptron(epochs=4)", "seed": 9}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    found = json.loads(kpgui("train", tmp_path / "a.kpgui", *words, "--order", "shuffled_once", "--json").out)
    model = api.fit(dataset.points, dataset.labels, **options, order="shuffled_once", held_out=dataset.held_out)
    assert found["beta"] == model.beta.tolist()
    assert found["alpha"] == model.alpha.tolist()
    assert found["training_error"] == model.training_error
    assert found["held_out_error"] == model.held_out_error
    assert found["updates"] == model.updates.as_lists()
    assert found["seed"] == 9


def test_a_session_trains_with_its_own_settings_unless_told_otherwise(kpgui, xor_file, tmp_path):
    session = Session(api.load(xor_file).dataset, "linear()", "kernel_perceptron(epochs=3)", "reversed", 5)
    api.save(session, tmp_path / "a.kpgui")
    own = json.loads(kpgui("train", tmp_path / "a.kpgui", "--json").out)
    assert (own["kernel"], own["epochs"], own["seed"]) == ("linear()", 3, 5)
    assert own["updates"]["point"][0] == 3
    other = json.loads(kpgui("train", tmp_path / "a.kpgui", *XOR, "--order", "dataset", "--json").out)
    assert (other["kernel"], other["converged"]) == ("poly(degree=2, gamma=1, c=1)", True)
    assert other["updates"]["point"][0] == 0


def test_a_file_of_points_trains_with_the_defaults(kpgui, xor_file):
    found = json.loads(kpgui("train", xor_file, "--json").out)
    assert found["kernel"] == Session().kernel


def test_the_summary_says_how_it_went(kpgui, xor_file):
    lines = kpgui("train", xor_file, *XOR).out.splitlines()
    assert lines[0] == f"data             {xor_file}, 4 points: 2 of class +1, 2 of −1"
    assert "mistakes         4, by epoch: 4 0" in lines
    assert "training error   0 %, 0 of 4 points on the wrong side" in lines
    assert lines[-1] == "Converged: epoch 2 passed without a mistake, after 4 mistakes in all."


def test_the_summary_of_a_long_run_is_short(kpgui, xor_file):
    out = kpgui("train", xor_file, "--kernel", "linear()").out
    assert "by epoch: 4 4 4 4 4 4 … 4 4 4 4 4 4\n" in out
    assert "Stopped at the learner's limit, not converged" in out


def test_a_machine_without_epochs_reports_steps_objective_and_gap(kpgui, xor_file):
    words = ["--kernel", "rbf(sigma=1)", "--learner", "svm(C=10, tol=1e-6)"]
    found = json.loads(kpgui("train", xor_file, *words, "--json").out)
    assert list(found) == [*KEYS, "objective", "gap", "negative_curvature", "stalled"]
    assert (found["epochs"], found["mistakes"], found["mistakes_per_epoch"]) == (0, 0, [])
    assert found["gap"] < 1e-6
    assert found["objective"] == pytest.approx(-sum(found["alpha"]) / 2)  # as yᵢf(xᵢ) = 1 at every support vector
    out = kpgui("train", xor_file, *words).out
    assert f"steps            {found['steps']}\n" in out
    assert not any(line.startswith(("epochs", "mistakes", "warning")) for line in out.splitlines())
    assert out.splitlines()[-1].startswith("Converged: the gap of the optimality conditions is below the tolerance")


def test_a_kernel_that_is_none_warns_after_it_ran(kpgui, tmp_path):
    api.save(Session(noisy_moons(60)), tmp_path / "a.csv")
    words = ["--kernel", "sigmoid(gamma=1, c=-1)", "--learner", "svm(C=100)"]
    assert "warning          the kernel gave negative curvature" in kpgui("train", tmp_path / "a.csv", *words).out
    assert json.loads(kpgui("train", tmp_path / "a.csv", *words, "--json").out)["negative_curvature"]


def test_the_summary_scores_what_is_held_out(kpgui, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,y,label,held_out\n1,0,1,0\n-1,0,-1,0\n2,0,-1,1\n-2,0,-1,1\n")
    out = kpgui("train", path, "--kernel", "linear()").out
    assert "held-out error   50 %, 1 of 2 points on the wrong side" in out


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("0,0,1\n1,1,1\n", "Only class +1 so far, so there is nothing to separate"),
        ("0,0,1\n0,0,-1\n", "no boundary can get both right"),
        ("x,y,label,held_out\n0,0,1,1\n", "There is no point to learn from, so f is 0 everywhere."),
    ],
)
def test_odd_datasets_train_and_say_what_it_means(kpgui, tmp_path, text, meaning):
    path = tmp_path / "odd.csv"
    path.write_text(text)
    result = kpgui("train", path)
    assert (result.code, result.err) == (0, "")
    assert meaning in result.out.splitlines()[-1]


def test_an_empty_session_trains_to_nothing(kpgui, tmp_path):
    api.save(Session(), tmp_path / "empty.kpgui")
    found = json.loads(kpgui("train", tmp_path / "empty.kpgui", "--json").out)
    assert (found["n"], found["steps"], found["converged"], found["training_error"]) == (0, 0, False, None)
    assert "There is no point to learn from" in kpgui("train", tmp_path / "empty.kpgui").out


@pytest.mark.parametrize(
    ("content", "words", "message"),
    [
        (b"x,y,label\n1,2,1\n3,,-1\n", [], "FILE, line 3: y is missing"),
        (b"x,y,label\n1,2,1\n3,a,-1\n", [], "FILE, line 3: y is 'a', which is not a number"),
        (b"x,y,label\n1,2,1\n3,inf,-1\n", [], "FILE, line 3: y is 'inf'"),
        (b"x,y,label\n", [], "FILE has a header but no rows"),
        (b"1\n2\n", [], "FILE has only one column"),
        (b"1,2,a\n1,2,b\n1,2,c\n", [], "FILE has 3 classes (a, b, c)"),
        (b"", [], "FILE is empty"),
        (b"\x89PNG\0\0", [], "FILE is a binary file"),
        (b"PK\x03\x04\0\0", [], "FILE is not a whole archive of arrays"),
        (b'{"format": "kpgui", "version": 9}', [], "FILE was saved by a newer kpgui"),
        (b'{"format": "kpgui", "ver', [], "FILE ends in the middle"),
        (b"1,2,1\n", ["--kernel", "rbf(sigma=0)"], "rbf: sigma must be a number above 0, not 0"),
        (b"1,2,1\n", ["--kernel", "poly(degree=2.5)"], "poly: degree must be a whole number"),
        (b"1,2,1\n", ["--kernel", "rfb"], "there is no kernel named 'rfb'; the nearest name is 'rbf'"),
        (b"1,2,1\n", ["--kernel", "rbf("], "Position 5 of 'rbf(': expected"),
        (b"1,2,1\n", ["--kernel", "normalised(rbf)"], "the nearest name is 'normalized'"),
        (b"1,2,1\n0,0,-1\n", ["--kernel", "cosine()"], "cosine() has no value at point 2, (0, 0); move or delete it."),
        (b"9,9,1\n30,0,-1\n", ["--kernel", "exp(linear())"], "too large to compute at the point (30, 0)"),
        (b"1,2,1\n", ["--learner", "perceptorn"], "there is no learner named 'perceptorn'; the nearest name is"),
        (b"1,2,1\n", ["--learner", "kernel_perceptron(epoch=3)"], "has no parameter 'epoch'; the nearest name is"),
        (b"1,2,1\n", ["--seed", "-1"], "seed must be a whole number"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_1(kpgui, tmp_path, content, words, message):
    path = tmp_path / "input.csv"
    path.write_bytes(content)
    result = kpgui("train", path, *words)
    assert (result.code, result.out) == (1, "")
    assert len(result.err.splitlines()) == 1
    assert result.err.startswith("kpgui: ")
    assert message.replace("FILE", str(path)) in result.err


def test_a_session_with_an_unknown_kernel_names_file_and_kernel(kpgui, tmp_path):
    api.save(Session(kernel="rfb(sigma=1)"), tmp_path / "a.kpgui")
    result = kpgui("train", tmp_path / "a.kpgui")
    assert result.code == 1
    assert str(tmp_path / "a.kpgui") in result.err
    assert "the nearest name is 'rbf'" in result.err


def test_the_orders_offered_are_those_of_a_session():
    assert ORDERS == model_session.ORDERS


LI_HANG = "x,y,label\n3,3,1\n4,3,1\n1,1,-1\n"
PRIMAL = ["--learner", 'perceptron(map="identity", bias=true)', "--json"]


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ([], [0, 2, 2, 2, 0, 2, 2]),
        (["--tie", "+1"], [2, 0, 2, 2, 0, 2, 2]),
        (["--tie", "-1", "--order", "2,1,0"], [1, 2, 2, 2]),
        (["--first", "1"], [1, 2, 2, 2]),
        (["--start-w=-1,0.5", "--start-b", "-3"], None),
        (["--start-alpha", "1,0,2"], None),
    ],
)
def test_a_textbook_s_conventions_are_options(kpgui, tmp_path, options, made):
    path = tmp_path / "points.csv"
    path.write_text(LI_HANG)
    result = kpgui("train", str(path), *PRIMAL, *options)
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    assert ("conventions" in found) == bool(options)
    assert made is None or found["updates"]["point"] == made
    given = api.Conventions.of(found.get("conventions", {}))
    model = api.fit([[3, 3], [4, 3], [1, 1]], [1, 1, -1], learner=PRIMAL[1], conventions=given)
    assert model.updates.point.tolist() == found["updates"]["point"]


def test_a_named_order_takes_the_place_of_one_by_hand(kpgui, tmp_path):
    path = tmp_path / "a.kpgui"
    dataset = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, -1])
    api.save(Session(dataset, conventions=api.Conventions.of({"order": [2, 1, 0], "tie": "+1"})), path)
    found = json.loads(kpgui("train", str(path), *PRIMAL, "--order", "reversed").out)
    assert found["conventions"] == {"tie": "+1"}
    assert "conventions" in kpgui("train", str(path)).out


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--tie", "0"], 2, "there is no '0'; choose one of mistake, +1, -1"),
        (["--order", "2,x"], 2, "'x' is not a number"),
        (["--order", "2,1"], 1, "0 is missing"),
        (["--start-alpha", "1,2"], 1, "alpha must have 3 numbers, not 2"),
        (["--start-w", "1,2", "--learner", "svm()"], 1, "svm cannot start from w"),
    ],
)
def test_conventions_that_cannot_be_are_said_in_a_line(kpgui, tmp_path, options, code, told):
    path = tmp_path / "points.csv"
    path.write_text(LI_HANG)
    result = kpgui("train", str(path), *options)
    assert result.code == code
    assert told in result.err
    assert result.err.count("\n") == 1
