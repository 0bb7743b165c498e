"""What becomes of compared runs: small multiples, laid over, a race, pictures and files; and kept moments varied."""

import csv
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QLineEdit, QProgressBar, QPushButton

from kpgui import api
from kpgui.geometry.palette import PALETTES
from kpgui.model.edits import Setting
from kpgui.model.session import MOST
from tests.e2e.varying import KEY, at, blobs_on, click, curve_on, done, endless_on, plot, says
from tests.ui.canvas.stage import LEFT


@pytest.fixture
def blobs(desk):
    return blobs_on(desk)


@pytest.fixture
def curve(blobs):
    return curve_on(blobs)


@pytest.fixture
def endless(monkeypatch):
    return endless_on(monkeypatch)


def test_a_picture_has_the_theme_and_size_that_were_chosen_last(curve, tmp_path):
    curve.window.settings.figure = {"theme": "dark", "width": 600, "height": 400}
    curve.choose_file(tmp_path / "vary.png")
    curve.export("Vary: the picture")
    curve.wait((tmp_path / "vary.png").exists)
    picture = QImage(str(tmp_path / "vary.png"))
    assert picture.size().toTuple() == (600, 400)
    assert picture.pixelColor(0, 0) == QColor(PALETTES["dark"].canvas)


def test_the_values_are_small_multiples_and_laid_over_by_a_click(curve):
    click(curve, "multiples")
    dialog = curve.find(QDialog, "dialog.picture")
    assert "Kernel: sigma (σ): 0.1, 0.5, 1, 2, 10" in dialog.findChild(QLabel, "multiples.varied").text()
    dialog.close()
    click(curve, "lay_over")
    curve.wait(lambda: len(curve.session.ghosts) == 5)
    assert [each.name for each in curve.session.ghosts][:2] == ["A: σ = 0.1", "B: σ = 0.5"]
    for ghost in curve.session.ghosts:
        session = replace(curve.session, kernel=ghost.moment.kernel)
        assert ghost.errors == api.train(session).counters.errors
    curve.trigger("edit.undo")
    assert curve.session.ghosts == ()


def test_no_more_is_laid_over_than_can_be_told_apart(blobs):
    blobs.trigger("view.vary")
    click(blobs, "lay_over")
    blobs.wait(lambda: len(blobs.session.ghosts) == MOST)
    assert [each.moment.kernel for each in blobs.session.ghosts][:: MOST - 1] == ["rbf(sigma=0.1)", "rbf(sigma=10)"]
    click(blobs, "lay_over")
    assert len(blobs.session.ghosts) == MOST


def test_numbers_and_picture_are_exported(curve, tmp_path):
    exported = (
        ("vary.csv", "the numbers", ""),
        ("vary.svg", "the picture", "SVG drawing (*.svg)"),
        ("vary.py", "the script", ""),
    )
    for name, title, kind in exported:
        curve.choose_file(tmp_path / name, kind)
        curve.export(f"Vary: {title}")
        curve.wait(lambda name=name: (tmp_path / name).exists())
    rows = list(csv.DictReader((tmp_path / "vary.csv").read_text().splitlines()))
    assert [row["kernel.sigma"] for row in rows] == ["0.1", "0.5", "1", "2", "10"]
    folds = [float(rows[0][f"fold_{k}"]) for k in range(1, 6)]
    assert float(rows[0]["mean"]) == pytest.approx(np.mean(folds))
    words = [each.get("aria-label") for each in ElementTree.parse(tmp_path / "vary.svg").iter()]
    assert {"Error in 5 folds over σ", "Training error in %", "0.1", "0.5", "1", "2", "10", "σ"} <= {*words}
    assert "GridSearchCV" in (tmp_path / "vary.py").read_text()


def test_the_best_case_is_raced_against_the_run_as_it_is(curve):
    curve.train_to_end()
    best = says(curve, "sentence").removeprefix("Least error at σ = ").partition(":")[0]
    click(curve, "race")
    race = curve.window.races.race
    assert race is not None
    assert [each.kernel for each in race.sessions] == [curve.session.kernel, f"rbf(sigma={best})"]
    assert curve.find(QLineEdit, "race.what.value").text() == best
    assert curve.session.kernel == "rbf(sigma=1)"


def test_kept_moments_are_varied_where_their_kernels_or_learners_differ(blobs):
    blobs.trigger("view.kept")
    vary = blobs.find(QPushButton, "kept.vary")
    assert not vary.isEnabled()
    for kernel in ("rbf(sigma=1)", "poly(degree=3)"):
        blobs.window.document.edit(Setting("kernel", kernel), "kernel")
        blobs.train_to_end()
        blobs.trigger("run.keep_ghost")
    blobs.wait(lambda: len(blobs.session.ghosts) == 2)
    blobs.window.document.edit(Setting("kernel", "linear"), "kernel")
    QTest.mouseClick(vary, LEFT)
    assert blobs.find(QComboBox, "vary.rows").currentData() == "kernel"
    assert blobs.find(QLineEdit, "vary.rows.values").text() == "linear, rbf(sigma=1), poly(degree=3)"
    blobs.wait(lambda: done(blobs))
    assert plot(blobs).chart.labels == ("linear", "rbf(sigma=1)", "poly(degree=3)")


def test_kept_moments_that_differ_in_several_settings_are_a_list_of_these(blobs):
    chosen = [("rbf(sigma=1)", "kernel_perceptron(epochs=5)"), ("linear()", "svm(C=1)")]
    for kernel, learner in chosen:
        blobs.window.document.edit(Setting("kernel", kernel), "kernel")
        blobs.window.document.edit(Setting("learner", learner), "learner")
        blobs.train_to_end()
        blobs.trigger("run.keep_ghost")
    blobs.wait(lambda: len(blobs.session.ghosts) == 2)
    blobs.trigger("view.kept")
    QTest.mouseClick(blobs.find(QPushButton, "kept.vary"), LEFT)
    assert blobs.find(QComboBox, "vary.rows").currentText() == "Several settings"
    blobs.wait(lambda: done(blobs) and np.isfinite(plot(blobs).chart.series[1].heights).all())
    labels = [", ".join(each) for each in (chosen[1], chosen[0])]  # first the present ones
    assert plot(blobs).chart.labels == tuple(labels)
    for error, (kernel, learner) in zip(plot(blobs).chart.series[1].heights, chosen[::-1], strict=True):
        session = replace(blobs.session, kernel=kernel, learner=learner)
        assert error == pytest.approx(100 * api.train(session).counters.errors / 40)
    QTest.mouseClick(plot(blobs), LEFT, pos=at(blobs, 1))
    assert (blobs.session.kernel, blobs.session.learner) == chosen[0]


def test_moments_are_varied_only_while_they_differ_from_the_run_as_it_is(blobs):
    blobs.trigger("view.kept")
    blobs.train_to_end()
    blobs.trigger("run.keep_ghost")
    blobs.wait(lambda: len(blobs.session.ghosts) == 1)
    vary = blobs.find(QPushButton, "kept.vary")
    for kernel, differs in (("linear()", True), ("rbf(sigma=1)", False)):
        blobs.window.document.edit(Setting("kernel", kernel), "kernel")
        assert vary.isEnabled() is differs


@pytest.mark.parametrize(
    "varied",
    [("at", "epoch:1, end"), ("settings", "kernel=linear(); learner=svm(C=1); run.seed=1"), ("settings", "at=epoch:1")],
)
def test_what_cannot_be_raced_is_said(blobs, varied):
    said = []
    blobs.window.workbench.said.connect(said.append)
    blobs.trigger("view.vary")
    rows = blobs.find(QComboBox, "vary.rows")
    rows.setFocus()
    QTest.keyClick(rows, KEY.Key_Home)
    while rows.currentData() != varied[0]:
        QTest.keyClick(rows, KEY.Key_Down)
    blobs.type("vary.rows.values", varied[1], enter=False)
    click(blobs, "race")
    assert said[-1].startswith("A race needs one or two settings")
    assert blobs.window.races.race is None


def test_before_the_first_run_there_is_nothing_to_export(blobs, endless):
    endless()
    blobs.trigger("view.vary")
    click(blobs, "start")
    blobs.wait(lambda: plot(blobs).chart is not None)
    assert not blobs.find(QPushButton, "vary.export").isEnabled()
    click(blobs, "start")


def test_laying_over_shows_its_progress_and_ends_when_it_is_cancelled_or_points_change(curve, endless):
    endless()
    start, busy = curve.find(QPushButton, "vary.start"), curve.find(QProgressBar, "vary.busy")
    for end in (lambda: click(curve, "start"), lambda: curve.trigger("edit.relabel")):
        curve.trigger("edit.select_all")
        click(curve, "lay_over")
        assert (start.text(), busy.isVisible()) == ("Cancel", True)
        end()
        assert (start.text(), busy.isVisible()) == ("Compare", False)
    assert curve.session.ghosts == ()
