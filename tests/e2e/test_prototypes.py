"""A click on the votes of a prototype shows its boundary on the canvas, with its name."""

import csv
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QWidget

from kpgui.model.edits import Replace, Setting
from kpgui.model.param import indexed
from kpgui.model.session import View
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.point_bars import ROW
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT

KEY = Qt.Key


@pytest.fixture
def moons(desk):
    """Forty points, the votes on them at the end of a run, and the panel."""
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    desk.window.document.edit(Setting("learner", "voted_perceptron(epochs=4)"), "learner")
    desk.trigger("view.fit")
    desk.trigger("view.inside")
    desk.wait(desk.find(QDockWidget, "dock.inside").isVisible)
    desk.train_to_end()
    desk.wait(lambda: desk.text("inside.sentence").startswith("Most votes: prototype "))
    return desk


def bars(desk):
    return desk.find(QWidget, "inside.bars")


def click(desk, row):
    QTest.mouseClick(bars(desk), LEFT, pos=QPoint(80, row * ROW + ROW // 2))


def names(desk):
    """Of the boundaries that can be read on the canvas."""
    return list(desk.window.canvas.stage.layer(BoundariesLayer).names)


def curve(desk, k):
    """The curve of the prototype with this 0-based number, where it is drawn."""
    boundaries = desk.window.canvas.stage.layer(BoundariesLayer)
    (shown,) = (each for each in boundaries.shown("prototypes") if each.name == indexed("v", k + 1))
    return boundaries.curve(shown.expansion)


def test_a_click_shows_the_boundary_and_another_takes_it_away(moons):
    frame, canvas = moons.frame, moons.window.canvas
    row = 2
    name = bars(moons)._lines[row].name
    k = next(k for k in range(frame.expansion.voters) if indexed("v", k + 1) == name)
    before = canvas.grab().toImage()
    click(moons, row)
    moons.wait(lambda: names(moons) == [name])
    drawn = curve(moons, k)
    there = drawn[~np.isnan(drawn[:, 0])]
    points, kernel = moons.session.dataset.points, moons.window.training.shown[1]
    v = frame.expansion.hypothesis(k)
    assert np.abs(v.decision(kernel, points, there)).max() < 1e-2 * np.abs(v.decision(kernel, points, points)).max()
    assert canvas.grab().toImage() != before
    click(moons, row)
    moons.wait(lambda: names(moons) == [])


def test_esc_takes_all_of_them_away(moons):
    click(moons, 0)
    click(moons, 1)
    moons.wait(lambda: len(names(moons)) == 2)
    QTest.keyClick(bars(moons), KEY.Key_Escape)
    moons.wait(lambda: names(moons) == [])


def test_enter_does_what_a_click_does(moons):
    bars(moons).setFocus()
    QTest.keyClick(bars(moons), KEY.Key_Down)
    said = moons.text("inside.entry")
    assert said.startswith("Prototype ")
    assert " to " in said or "since step" in said
    QTest.keyClick(bars(moons), KEY.Key_Return)
    moons.wait(lambda: len(names(moons)) == 1)


def test_it_is_found_anew_where_the_canvas_goes(moons):
    click(moons, 0)
    moons.wait(lambda: len(names(moons)) == 1)
    k = int(names(moons)[0].translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))[1:]) - 1
    first = curve(moons, k)
    moons.window.canvas.set_view(View(-0.5, 0.5, -0.5, 0.5))
    moons.wait(lambda: curve(moons, k) is not first)
    assert len(names(moons)) == 1


def test_before_it_was_made_and_in_another_run_there_is_none(moons):
    rows = [line.name for line in bars(moons)._lines]
    late = max(range(len(rows)), key=lambda row: len(rows[row]))
    click(moons, late)
    moons.wait(lambda: len(names(moons)) == 1)
    end = moons.frame.counters.step
    moons.window.training.seek(0)
    moons.wait(lambda: names(moons) == [])
    moons.trigger("train.to_end")
    moons.wait(lambda: moons.frame.counters.step == end and len(names(moons)) == 1)
    moons.window.document.edit(Setting("seed", 7), "seed")
    moons.window.document.edit(Setting("learner", "voted_perceptron(epochs=2)"), "learner")
    moons.train_to_end()
    moons.wait(lambda: names(moons) == [])


def test_closed_the_panel_leaves_none(moons):
    click(moons, 0)
    moons.wait(lambda: len(names(moons)) == 1)
    moons.find(QDockWidget, "dock.inside").close()
    moons.wait(lambda: names(moons) == [])


def test_bars_of_other_learners_show_no_boundary(moons, qtbot):
    moons.window.document.edit(Setting("learner", "averaged_perceptron(epochs=4)"), "learner")
    moons.train_to_end()
    moons.wait(lambda: moons.text("inside.sentence").startswith("f̄ is the mean"))
    click(moons, 0)
    qtbot.wait(100)
    assert names(moons) == []


def test_the_lives_of_prototypes_are_saved(moons, tmp_path):
    moons.choose_file(tmp_path / "votes.csv")
    panel = moons.find(QWidget, "panel.inside")
    moons.wait(lambda: panel.numbers().columns[3].sum() == moons.frame.counters.step)  # not those of a step before
    panel.export(Export.NUMBERS)
    moons.wait((tmp_path / "votes.csv").exists)
    with (tmp_path / "votes.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    lives = sorted((int(row["since_step"]), int(row["until_step"]), float(row["votes"])) for row in rows)
    for (since, until, votes), (later, _, _) in pairwise(lives):
        assert until == later - 1
        assert votes == until - since + 1
    assert lives[-1][1] == 0
    assert sum(votes for _, _, votes in lives) == moons.frame.counters.step - lives[0][0] + 1
