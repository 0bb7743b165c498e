"""What was learned, taken elsewhere by the File menu."""

import csv
import json

import pytest

from kpgui.figure.outputs import OUTPUTS
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session


@pytest.fixture
def learned(desk):
    desk.find(object, "data.generate").click()
    desk.train_to_end()
    return desk


@pytest.mark.parametrize("output", [each.key for each in OUTPUTS if not each.drawn])
def test_each_is_written_with_its_own_suffix(learned, tmp_path, output):
    learned.choose_file(tmp_path / "taken")
    learned.export(OUTPUTS.find(output).title)
    assert (tmp_path / f"taken{OUTPUTS.find(output).suffixes[0]}").stat().st_size > 1000
    assert learned.problem() == ""


def test_the_step_shown_is_what_is_exported(learned, tmp_path):
    learned.trigger("train.reset")
    for _ in range(5):
        learned.trigger("train.step")
    learned.wait(lambda: learned.window.training.frame.counters.step == 5)
    for output in ("script", "model", "coefficients"):
        learned.choose_file(tmp_path / "taken")
        learned.export(OUTPUTS.find(output).title)
    assert json.loads((tmp_path / "taken.json").read_text(encoding="utf-8"))["steps"] == 5
    assert "\nSTEPS = 5 " in (tmp_path / "taken.py").read_text(encoding="utf-8")
    rows = [line for line in (tmp_path / "taken.csv").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    alpha = [float(row["alpha"]) for row in csv.DictReader(rows)]
    assert alpha == learned.window.training.frame.counters.alpha.tolist()


def test_points_that_are_not_in_the_plane_have_a_model_but_no_picture(desk, tmp_path):
    points = [[k, k % 3, k % 5] for k in range(12)]
    desk.window.document.open_session(Session(Dataset.of(points, [1, -1] * 6)), None)
    desk.train_to_end()
    desk.choose_file(tmp_path / "taken")
    desk.export("Model")
    assert desk.problem() == ""
    desk.export("Python script")
    assert "2 coordinates" in desk.problem()
