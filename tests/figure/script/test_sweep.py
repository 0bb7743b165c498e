"""A sweep as a script: scikit-learn finds the same errors."""

import re
import runpy

import numpy as np
import pytest

from kpgui.analysis.comparing import sweep
from kpgui.figure.script.sweep import script
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from tests.analysis.comparing.test_sweep import varied
from tests.strategies import noisy_moons

LINE = re.compile(r"^  ([\d.]+)% ± ([\d.]+)%  (\{.*\})$", re.MULTILINE)


@pytest.fixture
def run(tmp_path, capsys):
    def printed(text):
        """What the script finds: each search's parameters with their error in percent, in order; and `deviations`."""
        path = tmp_path / "sweep.py"
        assert "JOBS = -1" in text
        path.write_text(text.replace("JOBS = -1", "JOBS = 1"), "utf-8")  # starting processes takes seconds
        runpy.run_path(str(path))
        lines = LINE.findall(capsys.readouterr().out)
        printed.deviations = [float(deviation) for __, deviation, __ in lines]
        return {params: float(error) for error, __, params in lines}

    return printed


def split_moons(n):
    dataset = noisy_moons(n, noise=0.4)
    return Dataset.of(dataset.points, dataset.labels, np.arange(n) % 4 == 0)


@pytest.mark.parametrize("dataset", [noisy_moons(50, noise=0.4), split_moons(60)])
@pytest.mark.parametrize(
    "learner", ["kernel_perceptron(epochs=4)", "svm(C=1)", 'perceptron(map="quadratic", epochs=4)']
)
def test_the_script_finds_the_errors_of_the_sweep(run, dataset, learner):
    setting = "learner_C" if "svm" in learner else "learner_epochs"
    grid = varied(Session(dataset, "rbf(sigma=0.3)", learner, "shuffled_once", 3), **{setting: "1, 3, 5"})
    for k in (0, 3, 5) if dataset.held_out.any() else (4,):
        found, expected = run(script(grid, k, 7)), [100 * each.mean for each in sweep(grid, k, 7)]
        if k:
            assert run.deviations == pytest.approx([100 * each.deviation for each in sweep(grid, k, 7)], abs=0.006)
        name = setting.removeprefix("learner_")
        values = ["1.0", "3.0", "5.0"] if name == "C" else ["1", "3", "5"]
        assert found == pytest.approx(
            {f"{{'{name}': {value}}}": error for value, error in zip(values, expected, strict=True)}, abs=0.006
        )


def test_two_settings_of_which_one_is_the_kernel_make_a_grid(run):
    grid = varied(Session(noisy_moons(40), learner="svm()"), kernel_sigma="0.3, 2", learner_C="1, 10")
    text = script(grid, 3, 0)
    assert "{'kernel': ['rbf(sigma=0.3)', 'rbf(sigma=2)'], 'C': [1.0, 10.0]}" in text
    assert sorted(run(text).values()) == pytest.approx(sorted(100 * each.mean for each in sweep(grid, 3, 0)), abs=0.006)


def test_learners_of_several_classes_are_several_searches(run):
    grid = varied(
        Session(noisy_moons(40, noise=0.4)), learner="svm(C=1), kernel_perceptron(epochs=2), svm(C=9, tol=0.1)"
    )
    text = script(grid, 4, 0)
    assert "[{'C': [1.0], 'tol': [0.001]}, {'C': [9.0], 'tol': [0.1]}]" in text
    found, expected = run(text), [100 * each.mean for each in sweep(grid, 4, 0)]
    assert list(found.values()) == pytest.approx([expected[0], expected[2], expected[1]], abs=0.006)


def test_what_scikit_learn_cannot_do_is_refused():
    session = Session(noisy_moons(20))
    with pytest.raises(KpguiError, match="No points are held out"):
        script(varied(session, kernel_sigma="1"), 0, 0)
    with pytest.raises(KpguiError, match="no conventions"):
        script(varied(Session(noisy_moons(20), conventions=Conventions(tie="+1")), kernel_sigma="1"), 2, 0)
