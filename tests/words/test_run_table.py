"""The table of a run, compared with the updates of the model and a definition by hand."""

import numpy as np
import pytest

import kpgui
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.words import run_table as tables
from kpgui.words.run_table import run_table
from tests.strategies import noisy_moons

LI_HANG = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, -1])


def rows_of(session, steps=10**6):
    header, *rows = (line.split("\t") for line in run_table(session, steps).splitlines())
    return header, rows


@pytest.mark.parametrize("given", [{}, {"w": [1, -0.5], "b": 2}, {"alpha": [1, 0, 2]}])
def test_w_and_b_after_each_update_are_those_of_the_rule(given):
    session = Session(LI_HANG, "linear()", 'perceptron(map="identity", bias=true)', conventions=Conventions.of(given))
    header, rows = rows_of(session)
    assert header == ["step", "point", "label", "f", "w_1", "w_2", "b"]
    learned = np.array([[float(each) for each in row[4:]] for row in rows])
    start = np.array([*given.get("w", [0, 0]), given.get("b", 0)], float)
    for count, x, y in zip(given.get("alpha", [0] * 3), LI_HANG.points, LI_HANG.labels, strict=True):
        start += count * y * np.append(x, 1)
    assert learned[0].tolist() == start.tolist()
    for row, before, after in zip(rows[1:], learned[:-1], learned[1:], strict=True):
        i = int(row[1]) - 1
        x = np.append(LI_HANG.points[i], 1)
        assert float(row[3]) == before @ x
        assert (after - before).tolist() == (LI_HANG.labels[i] * x).tolist()
    model = kpgui.train(session)
    assert [int(row[0]) - 1 for row in rows[1:]] == model.updates.step.tolist()
    assert learned[-1].tolist() == [*model.details["w"], model.bias]


@pytest.mark.parametrize("learner", ["kernel_perceptron(bias=true)", "voted_perceptron()", "svm()", "norma(bias=true)"])
def test_alpha_ends_as_that_of_the_model(learner):
    session = Session(noisy_moons(8), "rbf(sigma=1)", learner)
    header, rows = rows_of(session)
    model = kpgui.train(session)
    assert header[4:] == [*(f"alpha_{i}" for i in range(1, 9)), "b"]
    assert np.allclose([float(each) for each in rows[-1][4:-1]], model.alpha)


def test_it_goes_up_to_the_step_that_is_shown():
    session = Session(LI_HANG, "linear()", "kernel_perceptron(bias=true)")
    assert [row[0] for row in rows_of(session, 3)[1]] == ["0", "1", "3"]
    assert [row[0] for row in rows_of(session, 0)[1]] == ["0"]


def test_one_that_nobody_would_read_is_refused(monkeypatch):
    monkeypatch.setattr(tables, "MOST_CELLS", 20)
    with pytest.raises(KpguiError, match="more than 20 cells"):
        run_table(Session(LI_HANG, "linear()", "kernel_perceptron(bias=true)"), 100)
