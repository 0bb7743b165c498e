"""The picture and the table of a race as files."""

import csv
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QPushButton

import kpgui
from kpgui.model.dataset import Dataset
from kpgui.model.param import NARROW_SPACE
from kpgui.model.session import Session
from tests.e2e.racing import FAR, KEY, OVERFLOWS, POINTS, SESSION, Track, both
from tests.ui.canvas.stage import LEFT

HELD_OUT = replace(SESSION, dataset=Dataset.of(POINTS.points, POINTS.labels, np.arange(60) % 5 == 0))


@pytest.fixture
def track(desk):
    return Track(desk)


def export(track, title, path):
    """Choose this line of the dialog that the race's own button opens, and this path."""
    QTest.mouseClick(track.desk.find(QPushButton, "race.export"), LEFT)
    track.desk.choose_file(path)
    track.desk.export(title)
    track.desk.wait(lambda: track.window.status.currentMessage() == f"Saved {path.name}")


def test_the_table_has_the_names_and_numbers_of_the_screen(track, tmp_path):
    track.begin(HELD_OUT)
    for __ in range(20):
        track.press(KEY.Key_Period)
    models = both(20, HELD_OUT)
    track.stands(*models)
    export(track, "Race: the numbers", tmp_path / "race.csv")
    with (tmp_path / "race.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["quantity", "Left: rbf(sigma=0.5)", "Right: poly(degree=3)"]
    table = {name: values for name, *values in rows}
    for at, (side, model) in enumerate(zip(("left", "right"), models, strict=True)):
        counters = model.counters
        numbers = {name: float(values[at]) for name, values in table.items()}
        assert numbers | {"seconds": 0, "kernel_values": 0} == {
            "steps": 20,
            "mistakes": counters.mistakes,
            "updates": counters.updates,
            "support": len(model.support),
            "errors": counters.errors,
            "held_out_errors": counters.held_out_errors,
            "kernel_values": 0,
            "seconds": 0,
        }
        assert numbers["kernel_values"] == 60 * np.count_nonzero(model.alpha)
        for name, value in numbers.items():
            text = track.desk.find(QLabel, f"race.{side}.{name}").text().replace(NARROW_SPACE, "")
            assert float(text) == pytest.approx(value, rel=5e-3)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_the_picture_shows_both_runs_with_their_names_and_numbers(track, tmp_path, suffix):
    track.begin(SESSION)
    track.press(KEY.Key_Period)
    track.stands(*both(1))
    path = tmp_path / f"race.{suffix}"
    export(track, "Race: the picture", path)
    if suffix == "png":
        picture = QImage(str(path))
        assert picture.width() == 2000
        assert kpgui.load(path).kernel == SESSION.kernel
    if suffix == "svg":
        text = path.read_text()
        assert all(name in text for name in ("a RBF σ = 0.5", "b Polynomial d = 3, γ = 1, c = 1", "Mistakes: 1 · "))


def test_a_race_that_ends_while_the_dialog_is_open_is_still_saved(track, tmp_path):
    track.begin(SESSION)
    track.press(KEY.Key_Period)
    track.stands(*both(1))
    QTest.mouseClick(track.desk.find(QPushButton, "race.export"), LEFT)
    track.desk.trigger("view.race")
    for title, name in (("Race: the picture", "late.svg"), ("Race: the numbers", "late.csv")):
        if name == "late.csv":
            track.desk.trigger("view.race")
            track.desk.wait(lambda: None not in track.race.frames)
            QTest.mouseClick(track.desk.find(QPushButton, "race.export"), LEFT)
            track.desk.trigger("view.race")
        track.desk.choose_file(tmp_path / name)
        track.desk.export(title)
        track.desk.wait(lambda: (tmp_path / name).exists())  # noqa: B023 - called in this turn


def test_a_run_that_fails_is_in_the_table_only(track):
    track.begin(FAR)
    track.write("race.what.value", OVERFLOWS)
    track.desk.wait(lambda: "Right: " in track.desk.text("race.problem"))
    QTest.mouseClick(track.desk.find(QPushButton, "race.export"), LEFT)
    lines = track.desk.find(QDialog, "dialog.export").findChild(QListWidget, "export.what")
    assert [each for each in (lines.item(row).text() for row in range(lines.count())) if "Race" in each] == [
        "Race: the numbers"
    ]


def test_a_race_in_space_has_no_picture(track):
    rng = np.random.default_rng(0)
    track.begin(Session(Dataset.of(rng.normal(size=(20, 3)), rng.choice([-1, 1], 20)), "linear()"))
    QTest.mouseClick(track.desk.find(QPushButton, "race.export"), LEFT)
    lines = track.desk.find(QDialog, "dialog.export").findChild(QListWidget, "export.what")
    assert [lines.item(row).text() for row in range(lines.count()) if "Race" in lines.item(row).text()] == [
        "Race: the numbers"
    ]


def test_nothing_of_a_race_is_offered_when_there_is_none(track):
    track.desk.trigger("file.export")
    lines = track.desk.find(QDialog, "dialog.export").findChild(QListWidget, "export.what")
    assert not [row for row in range(lines.count()) if "Race" in lines.item(row).text()]
