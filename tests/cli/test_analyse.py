"""`kpgui analyse`: the object for programs, the summary for people, and every odd input."""

import json

import numpy as np
import pytest

import kpgui as api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from tests.strategies import noisy_moons

XOR = ["--kernel", "poly(degree=2, c=1)"]


def test_json_has_everything(kpgui, xor_file):
    result = kpgui("analyse", xor_file, *XOR, "--json")
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out, parse_constant=pytest.fail)
    assert list(found) == [
        "kernel", "bias", "n", "d", "held_out", "gram", "margin", "conflict", "perceptron", "seconds",
    ]  # fmt: skip
    points, labels = np.array([[-1, 1], [1, 1], [-1, -1], [1, -1]]), np.array([-1, 1, 1, -1])
    gram = api.kernel("poly(degree=2, c=1)").gram(points, points)
    np.testing.assert_allclose(found["gram"]["eigenvalues"], np.linalg.eigvalsh(gram)[::-1])
    assert (found["gram"]["valid"], found["gram"]["rank"], found["gram"]["negative"]) == (True, 4, [])
    margin = found["margin"]
    assert margin["verdict"] == "separable"
    weights = np.array(margin["weights"]) * labels
    assert margin["gamma"] == pytest.approx(np.sqrt(weights @ gram @ weights)) == pytest.approx(np.sqrt(2))
    assert margin["bound"] == pytest.approx(4.5)
    assert found["perceptron"] == {
        "order": "dataset", "epochs": 2, "mistakes": 4, "converged": True, "cycle": None,
    }  # fmt: skip


def test_the_summary_is_for_reading(kpgui, xor_file):
    lines = kpgui("analyse", xor_file, *XOR).out.splitlines()
    assert lines[0] == f"data           {xor_file}, 4 points: 2 of class +1, 2 of −1"
    assert "mistake bound  (R/γ)² = 4.5: at most 4 mistakes, in whatever order the points come" in lines
    assert "perceptron     4 mistakes in 2 epochs, order dataset: converged" in lines
    assert lines[-1] == (
        "Separable by this kernel without a bias: a perceptron makes at most 4 mistakes and then converges."
    )


@pytest.mark.slow
def test_inseparable_points_name_the_culprits_and_the_circle(kpgui, xor_file):
    out = kpgui("analyse", xor_file, "--kernel", "linear()").out
    assert "a weighted mean of y·φ(x) over points 1 and 4 is 0" in out
    assert "goes round in a circle from epoch 1 on; after each epoch, 4 mistakes, f is exactly the same" in out
    found = json.loads(kpgui("analyse", xor_file, "--kernel", "linear()", "--json").out, parse_constant=pytest.fail)
    assert (found["margin"]["verdict"], found["margin"]["gamma"]) == ("not separable", None)
    assert found["margin"]["bound"] is None
    assert found["perceptron"]["cycle"] == {"start": 0, "period": 1, "mistakes": 4, "exact": True}


def test_a_bias_is_the_kernel_plus_one(kpgui, tmp_path):
    path = tmp_path / "line.csv"
    path.write_text("x,y,label\n1,1,1\n2,2,-1\n")
    without, with_bias = (
        json.loads(kpgui("analyse", path, "--kernel", "linear()", *words, "--json").out) for words in ([], ["--bias"])
    )
    assert without["margin"]["verdict"] == "not separable"
    assert with_bias["margin"]["verdict"] == "separable"
    assert with_bias["perceptron"]["mistakes"] <= with_bias["margin"]["bound"]
    assert (
        "points 1 and 2 have opposite labels, but f has the same sign at both"
        in kpgui("analyse", path, "--kernel", "linear()").out
    )
    assert "plus 1 for the bias" in kpgui("analyse", path, "--kernel", "linear()", "--bias").out


@pytest.mark.parametrize(
    ("text", "kernel", "said"),
    [
        ("0,0,1\n1,1,1\n", "rbf()", "Only class +1 so far, so there is nothing to separate"),
        ("0,0,1\n0,0,-1\n", "rbf()", "Points 1 and 2 lie in the same place (0, 0) with opposite labels"),
        ("0,0,1\n1,0,-1\n", "linear()", "point 1 has K(x, x) = 0, so its score is 0 whatever is learned"),
        ("x,y,label,held_out\n0,0,1,1\n", "rbf()", "There is no point to analyse."),
        ("3,4,1\n", "rbf()", "at most 1 mistake and then converges"),
    ],
)
def test_odd_datasets_are_told_apart(kpgui, tmp_path, text, kernel, said):
    path = tmp_path / "odd.csv"
    path.write_text(text)
    for words in ([], ["--bias"]) if said.startswith(("Only", "Points")) else ([],):
        result = kpgui("analyse", path, "--kernel", kernel, *words)
        assert (result.code, result.err) == (0, "")
        assert said in result.out.splitlines()[-1]
    json.loads(kpgui("analyse", path, "--kernel", kernel, "--json").out, parse_constant=pytest.fail)


@pytest.mark.parametrize("kernel", ["linear() - 2*poly(degree=2, c=1)", "sigmoid(gamma=1, c=-1)"])
def test_what_is_no_kernel_says_so(kpgui, xor_file, kernel):
    result = kpgui("analyse", xor_file, "--kernel", kernel)
    assert result.code == 0
    assert "not a valid kernel" in result.out
    assert "margin γ       none, as there is no feature space" in result.out
    assert result.out.splitlines()[-1].startswith("This is no kernel on these points")
    found = json.loads(kpgui("analyse", xor_file, "--kernel", kernel, "--json").out, parse_constant=pytest.fail)
    assert (found["gram"]["valid"], found["gram"]["features"]) == (False, None)
    assert len(found["gram"]["offender"]) == 4
    assert found["margin"]["reason"] == "not a kernel"


@pytest.mark.slow
def test_too_small_a_margin_is_not_certain(kpgui, tmp_path):
    api.save(Session(noisy_moons(30, noise=0.5)), tmp_path / "a.csv")
    result = kpgui("analyse", tmp_path / "a.csv", "--kernel", "rbf(sigma=50)")
    assert "margin γ       not certain: at most " in result.out
    assert result.out.splitlines()[-1].startswith("Not certain whether this kernel separates the points")


@pytest.mark.slow
def test_many_points_are_sampled_for_the_spectrum_and_it_is_said(kpgui, tmp_path):
    api.save(Session(noisy_moons(1200, noise=0.05)), tmp_path / "a.csv")
    found = json.loads(kpgui("analyse", tmp_path / "a.csv", "--kernel", "rbf(sigma=0.5)", "--json").out)
    assert found["gram"]["sampled"]
    assert len(found["gram"]["points"]) == len(found["gram"]["eigenvalues"]) == 1000
    assert len(found["margin"]["weights"]) == 1200
    assert "on 1 000 of 1 200 points, drawn at random" in kpgui(
        "analyse", tmp_path / "a.csv", "--kernel", "rbf(sigma=0.5)"
    ).out.replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_a_session_brings_its_kernel_and_its_order(kpgui, tmp_path):
    dataset = Dataset.of([[1, 0], [0, 1], [5, 5]], [1, -1, 1], [False, False, True])
    api.save(Session(dataset, "poly(degree=3)", order="reversed"), tmp_path / "a.kpgui")
    found = json.loads(kpgui("analyse", tmp_path / "a.kpgui", "--json").out)
    assert (found["kernel"], found["perceptron"]["order"]) == ("poly(degree=3, gamma=1, c=1)", "reversed")
    assert (found["held_out"], found["gram"]["points"], found["margin"]["weights"][2]) == (1, [0, 1], 0)


def test_a_session_with_an_explicit_map_is_asked_about_the_map(kpgui, tmp_path):
    dataset = Dataset.of([[-2, 0], [-1, 0], [1, 0], [2, 0]], [1, -1, -1, 1])
    api.save(Session(dataset, learner="perceptron(map='squares')"), tmp_path / "a.kpgui")
    found = json.loads(kpgui("analyse", tmp_path / "a.kpgui", "--json").out)
    assert found["kernel"] == "the kernel of the squares map"
    assert found["gram"]["features"] == [[-2, 0, 4, 0], [-1, 0, 1, 0], [1, 0, 1, 0], [2, 0, 4, 0]]
    assert found["margin"]["verdict"] == "not separable"
    with_bias = json.loads(kpgui("analyse", tmp_path / "a.kpgui", "--bias", "--json").out)
    assert with_bias["gram"]["features"][0] == [1, -2, 0, 4, 0]
    assert with_bias["perceptron"]["converged"]
    other = json.loads(kpgui("analyse", tmp_path / "a.kpgui", "--kernel", "rbf()", "--json").out)
    assert (other["kernel"], len(other["gram"]["features"][0])) == ("rbf(sigma=1)", 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--kernel", "rfb"], "there is no kernel named 'rfb'; the nearest name is 'rbf'"),
        (["--kernel", "poly(degree=50)"], "too large to compute"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_1(kpgui, tmp_path, words, message):
    path = tmp_path / "a.csv"
    path.write_text("x,y,label\n1e200,2,1\n3,4,-1\n")
    result = kpgui("analyse", path, *words)
    assert (result.code, result.out) == (1, "")
    assert len(result.err.splitlines()) == 1
    assert message in result.err


def test_control_c_ends_quietly(kpgui, xor_file, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("kpgui.analysis.findings.gram_spectrum", interrupt)
    result = kpgui("analyse", xor_file)
    assert (result.code, result.out, result.err) == (130, "", "kpgui: stopped.\n")
