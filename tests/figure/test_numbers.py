"""The model as JSON and the coefficients as CSV, evaluated by the definition."""

import csv
import json
from math import exp

import numpy as np
import pytest

import kpgui
from kpgui.figure.outputs.numbers import coefficients_csv, model_json
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from tests.strategies import noisy_moons


def rbf(x, z):
    return exp(-sum((a - b) ** 2 for a, b in zip(x, z, strict=True)) / (2 * 0.5**2))


def maps(name, x):
    return {"identity": list(x), "squares": [*x, *(a * a for a in x)]}[name]


def f_of(model, z):
    """f at z by what docs/formats.md says of the file, in plain Python."""
    columns = {name: [row[k] for row in model["points"]] for k, name in enumerate(model["columns"])}
    X, y, beta = list(zip(columns["x"], columns["y"], strict=True)), columns["label"], columns["beta"]
    if "feature_map" in model:
        phi = maps(model["feature_map"]["name"], z)
        return sum(w * a for w, a in zip(model["feature_map"]["weights"], phi, strict=True)) + model["bias"]
    if model["f"] == "sum":
        return sum(b * rbf(x, z) for b, x in zip(beta, X, strict=True)) + model["bias"]
    votes, v, total = model["votes"], 0.0, 0
    for i, count in zip(votes["points"], votes["counts"], strict=True):
        v += y[i] * (rbf(X[i], z) + votes["biased"])
        total += count * ((v > 0) - (v < 0))
    return total / votes["total"]


LEARNED = [
    *(str(each()) for each in LEARNERS),
    "perceptron(map='squares', bias=true, eta=0.5, epochs=4)",
    "kernel_perceptron(bias=true, eta=0.3)",
    "voted_perceptron(bias=true)",
]


@pytest.mark.parametrize("learner", LEARNED)
@pytest.mark.parametrize("steps", [None, 33])
def test_f_is_evaluated_from_the_file_alone(learner, steps):
    model = kpgui.train(Session(noisy_moons(40), "rbf(sigma=0.5)", learner), steps)
    told = json.loads(model_json(model.session, model))
    places = np.random.default_rng(0).normal(size=(30, 2))
    expected = model.decision(places)
    np.testing.assert_allclose([f_of(told, z) for z in places.tolist()], expected, rtol=1e-9, atol=1e-9)
    assert told["steps"] == model.steps
    assert told["margin"] == model.margin


def test_numbers_read_back_bit_for_bit():
    model = kpgui.train(Session(noisy_moons(40), "rbf(sigma=0.5)", "svm()"))
    told = json.loads(model_json(model.session, model))
    rows = list(
        csv.DictReader(line for line in coefficients_csv(model.session, model).decode().splitlines() if line[0] != "#")
    )
    for k, name in enumerate(told["columns"]):
        assert [row[k] for row in told["points"]] == [float(row[name]) for row in rows]
    assert [row[:2] for row in told["points"]] == model.session.dataset.points.tolist()
    assert [row[-1] for row in told["points"]] == model.beta.tolist()
    assert [row[-2] for row in told["points"]] == model.alpha.tolist()


def test_points_of_any_dimension_and_held_out_ones():
    session = kpgui.Session(Dataset.of([[1, 2, 3], [3, 2, 1], [0, 0, 1]], [1, -1, 1], [False, False, True]), "linear()")
    model = kpgui.train(session)
    told = json.loads(model_json(model.session, model))
    assert told["columns"] == ["x1", "x2", "x3", "label", "held_out", "alpha", "beta"]
    assert told["points"][2][3:5] == [1, True]
    assert "x1,x2,x3,label,held_out,alpha,beta\n1.0,2.0,3.0,1,0," in coefficients_csv(session, model).decode()


def test_the_program_reads_its_coefficients_as_points(tmp_path):
    """Whoever opens the file by mistake gets a table, not a refusal."""
    model = kpgui.train(Session(noisy_moons(10), "rbf(sigma=0.5)"))
    path = tmp_path / "coefficients.csv"
    path.write_bytes(coefficients_csv(model.session, model))
    assert len(kpgui.load(path).dataset) == 10


def test_no_points_and_no_steps():
    model = kpgui.train(Session())
    assert json.loads(model_json(model.session, model))["points"] == []
    assert coefficients_csv(model.session, model).decode().splitlines()[-1] == "x,y,label,alpha,beta"


def test_the_same_model_gives_the_same_bytes():
    model = kpgui.train(Session(noisy_moons(20), "rbf(sigma=0.5) + linear"))
    assert model_json(model.session, model) == model_json(model.session, model)
    assert list(json.loads(model_json(model.session, model))["formulas"]) == ["rbf", "linear"]
