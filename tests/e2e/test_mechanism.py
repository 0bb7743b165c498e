"""What the learner does: its own state in a panel, what it forgot on the canvas."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QLabel, QWidget

from kpgui import api
from kpgui.learners import LEARNERS
from kpgui.model.edits import Replace, Setting
from kpgui.model.param import shown
from kpgui.ui.canvas.layers.marks import HoveredLayer
from kpgui.ui.canvas.layers.support_rings import ForgottenLayer
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.inside.words import EMPTY
from kpgui.ui.instruments.point_bars import ROW
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, LEFT, SHIFT

KEY = Qt.Key


@pytest.fixture
def moons(desk, qtbot):
    """Forty points, a forgetron with room for five terms, and the panel brought by its key."""
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    desk.window.document.edit(Setting("learner", "forgetron(budget=5, epochs=3)"), "learner")
    desk.trigger("view.fit")
    QTest.keyClick(desk.window, KEY.Key_W, CTRL | SHIFT)
    desk.wait(desk.find(QDockWidget, "dock.inside").isVisible)
    return desk


def lines_of(desk):
    return desk.find(QWidget, "inside.bars")._lines


def forgotten_on_canvas(desk):
    """Positions of the points that are marked as forgotten."""
    return set(desk.window.canvas.stage.layer(ForgottenLayer).rows.tolist())


def train(desk):
    """To the end, until the panel has what came of it; the trained model."""
    desk.train_to_end()
    model = api.train(desk.session)
    desk.wait(lambda: f"forgotten so far: {len(model.details['evicted'])}." in desk.text("inside.sentence"))
    return model


def test_it_waits_in_the_view_menu_and_says_what_it_is_for_before_a_step(desk):
    assert not desk.find(QDockWidget, "dock.inside").isVisible()
    desk.trigger("view.inside")
    assert desk.find(QDockWidget, "dock.inside").isVisible()
    assert desk.find(QWidget, "inside.bars").hasFocus()
    assert desk.text("inside.sentence") == EMPTY


def test_after_a_run_it_shows_the_queue_and_what_was_forgotten(moons):
    model = train(moons)
    queue, ids = model.details["points"].tolist(), moons.session.dataset.ids
    assert [line.id for line in lines_of(moons)] == ids[queue].tolist()
    assert [line.length for line in lines_of(moons)] == sorted(line.length for line in lines_of(moons))
    evicted = model.details["evicted"].tolist()
    assert f"φ = {shown(model.details['phi'][-1])}" in moons.text("inside.sentence")
    assert f"of point {evicted[-1] + 1}" in moons.text("inside.sentence")
    assert forgotten_on_canvas(moons) == set(evicted) - set(queue) != set()


def test_it_follows_the_timeline_back(moons):
    train(moons)
    steps = moons.frame.counters.step
    before = api.train(moons.session).updates.rows(0)
    kept = before.step < steps - 60
    for _ in range(60):
        moons.trigger("train.step_back")
    moons.wait(lambda: moons.frame.counters.step == steps - 60)
    added = before.point[kept & (before.kind == 0)].tolist()
    moons.wait(lambda: [line.id for line in lines_of(moons)] == moons.session.dataset.ids[added[-5:]].tolist())
    assert forgotten_on_canvas(moons) == set(added[:-5]) - set(added[-5:])
    assert "known at the last step only" in moons.text("inside.numbers")
    moons.trigger("train.reset")
    moons.wait(lambda: not lines_of(moons) and not forgotten_on_canvas(moons))


def test_to_point_at_a_bar_marks_its_point_and_a_click_selects_it(moons):
    train(moons)
    bars, line = moons.find(QWidget, "inside.bars"), lines_of(moons)[1]
    middle = QPoint(80, ROW + ROW // 2)
    QTest.mouseMove(bars, middle)
    marked = moons.window.canvas.stage.layer(HoveredLayer).rows
    assert moons.session.dataset.ids[marked].tolist() == [line.id]
    assert moons.text("inside.entry").startswith(f"Point {line.name}: β = ")
    QTest.mouseClick(bars, LEFT, pos=middle)
    assert moons.window.canvas.selection.tolist() == [line.id]


def test_closed_it_leaves_nothing_on_the_canvas(moons):
    train(moons)
    before = moons.window.canvas.grab().toImage()
    moons.find(QDockWidget, "dock.inside").close()
    moons.wait(lambda: not forgotten_on_canvas(moons))
    assert moons.window.canvas.grab().toImage() != before


def test_a_run_that_fails_leaves_only_its_sentence(moons):
    train(moons)
    moons.window.document.edit(Setting("kernel", "poly(degree=40, gamma=1e300, c=1)"), "kernel")
    moons.trigger("train.run")
    moons.wait(moons.find(QLabel, "inside.problem").isVisible)
    assert not lines_of(moons)
    assert not forgotten_on_canvas(moons)


def test_its_numbers_are_saved_as_csv(moons, tmp_path):
    model = train(moons)
    moons.choose_file(tmp_path / "queue.csv")
    moons.find(QWidget, "panel.inside").export(Export.NUMBERS)
    moons.wait((tmp_path / "queue.csv").exists)
    with (tmp_path / "queue.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["point"]) - 1 for row in rows] == model.details["points"].tolist()
    assert np.bincount([int(row["point"]) - 1 for row in rows], [float(row["β"]) for row in rows], 40) == pytest.approx(
        model.beta
    )


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)
def test_the_bars_stay_where_they_are_with_every_learner_at_the_end_and_behind_it(moons, qtbot, learner):
    moons.window.resize(1024, 700)
    moons.window.document.edit(Setting("learner", f"{learner.key}()"), "learner")
    moons.trigger("train.step")
    moons.wait(lambda: moons.find(QWidget, "panel.inside").numbers() is not None)
    qtbot.wait(300)
    before = moons.find(QWidget, "inside.bars").geometry()
    moons.train_to_end()
    moons.wait(lambda: lines_of(moons) != [])
    qtbot.wait(150)
    assert moons.find(QWidget, "inside.bars").geometry() == before
    moons.trigger("train.step_back")
    qtbot.wait(150)
    assert moons.find(QWidget, "inside.bars").geometry() == before


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_it_keeps_its_size_whatever_it_shows(moons, qtbot, size):
    moons.window.resize(*size)
    qtbot.wait(50)
    before = moons.find(QWidget, "inside.bars").geometry()
    train(moons)
    assert moons.find(QWidget, "inside.bars").geometry() == before


def test_a_row_that_stands_for_no_point_marks_and_selects_none(moons):
    moons.window.document.edit(Setting("learner", "perceptron(map='squares')"), "learner")
    moons.train_to_end()
    moons.wait(lambda: [line.name for line in lines_of(moons)] == ["x₁", "x₂", "x₁²", "x₂²"])
    w = api.train(moons.session).details["w"]
    moons.wait(lambda: [line.value for line in lines_of(moons)] == [shown(each) for each in w])
    bars, before = moons.find(QWidget, "inside.bars"), moons.window.canvas.selection.tolist()
    bars.setFocus()
    QTest.mouseMove(bars, QPoint(80, ROW // 2))
    QTest.mouseClick(bars, LEFT, pos=QPoint(80, ROW // 2))
    QTest.keyClick(bars, KEY.Key_Down)
    assert moons.window.canvas.focus.hovered is None
    assert moons.window.canvas.selection.tolist() == before
    assert moons.text("inside.entry") == ""


def test_the_prototype_with_most_votes_is_said_and_a_point_says_its_prototypes(moons):
    moons.window.document.edit(Setting("learner", "voted_perceptron(epochs=3)"), "learner")
    moons.train_to_end()
    details = api.train(moons.session).details
    most = int(np.argmax(details["votes"]))
    told = f"Most votes: prototype {most + 1}, {details['votes'][most]} of {sum(details['votes'])} votes,"
    moons.wait(lambda: moons.text("inside.sentence").startswith(told))
    for row in (1, 0):  # a pointer that is there already does not move
        QTest.mouseMove(moons.find(QWidget, "inside.bars"), QPoint(80, row * ROW + ROW // 2))
    said = moons.text("inside.entry")
    assert said.startswith(f"Prototype {most + 1}: {details['votes'][most]} votes, ")
    assert said.endswith(f"made by the mistake on point {details['points'][most] + 1}.")
