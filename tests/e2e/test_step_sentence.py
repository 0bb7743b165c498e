"""Stepping with real keys and clicks: the sentence below the canvas, the mark on it, and the wrong points."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton

from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Replace, Setting
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Status
from kpgui.ui.canvas.layers.support_rings import OUTCOMES, ExaminedLayer, WrongLayer
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT

KEY = Qt.Key


@pytest.fixture
def four(desk):
    """Four points that a line through the origin does not separate."""
    desk.window.document.edit(Replace(Dataset.of([[1, 0], [1, 1], [-1, 0], [-1, 1]], [1, 1, -1, 1])), "four")
    desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    desk.wait_for(Status.READY)
    return desk


def sentence(desk):
    return desk.text("step.sentence")


def press(desk, key):
    QTest.keyClick(desk.window.canvas, key)


def layer(desk, kind):
    return desk.window.canvas.stage.layer(kind)


def mark(desk):
    """The points that the mark is on, and what it says of them."""
    examined = layer(desk, ExaminedLayer)
    return examined.rows.tolist(), [OUTCOMES[kind] for kind in examined._sprites.kinds.tolist()]


def test_a_step_is_explained_and_marked_until_the_next_one(four):
    assert sentence(four).startswith("Step (.) examines the next point; ")
    press(four, KEY.Key_Period)
    four.wait(lambda: sentence(four) == "Step 1 · point 1 (+1): f = 0, y·f = 0 ≤ 0: mistake. α₁ 0 → 1.")
    assert mark(four) == ([0], [Outcome.MISTAKE])
    step = four.find(QAction, "train.step")
    button = next(each for each in four.window.playback.findChildren(QToolButton) if each.defaultAction() is step)
    QTest.mouseClick(button, LEFT)
    four.wait(lambda: sentence(four) == "Step 2 · point 2 (+1): f = 1, y·f = 1 > 0: correct. Nothing changes.")
    assert mark(four) == ([1], [Outcome.CORRECT])
    press(four, KEY.Key_Period)
    four.wait(lambda: sentence(four) == "Step 3 · point 3 (−1): f = −1, y·f = 1 > 0: correct. Nothing changes.")
    press(four, KEY.Key_Comma)
    press(four, KEY.Key_Comma)
    four.wait(lambda: sentence(four) == "Step 1 · point 1 (+1): f = 0, y·f = 0 ≤ 0: mistake. α₁ 0 → 1.")
    assert mark(four) == ([0], [Outcome.MISTAKE])
    press(four, KEY.Key_Home)
    four.wait(lambda: sentence(four).startswith("Step (.) examines"))
    assert mark(four) == ([], [])


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda each: each.key)
def test_every_learner_explains_its_steps(desk, learner):
    desk.window.document.edit(Replace(noisy_moons(20, noise=0.3)), "moons")
    desk.window.document.edit(Setting("learner", learner.key), "learner")
    desk.wait_for(Status.READY)
    desk.wait(lambda: sentence(desk).startswith(f"Step (.) {learner.stepping}."))
    for step in (1, 2, 3):
        press(desk, KEY.Key_Period)
        desk.wait(lambda step=step: sentence(desk).startswith(f"Step {step} · point"))
        assert mark(desk)[0] == list(desk.frame.explanation.points)


def test_as_many_points_are_marked_as_errors_are_counted(desk):
    dataset = noisy_moons(200, noise=0.4)
    desk.window.document.edit(Replace(dataset), "moons")
    desk.window.document.edit(HoldOut(dataset.ids, np.arange(200) % 4 == 0), "hold out")
    desk.window.document.edit(Setting("kernel", "linear()"), "kernel")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=2)"), "learner")
    desk.wait_for(Status.READY)
    wrong = layer(desk, WrongLayer)

    def agree():
        counted = int(desk.text("counter.errors")) + int(desk.text("counter.held_out"))
        assert len(wrong.rows) == counted == desk.frame.counters.errors + desk.frame.counters.held_out_errors
        return counted

    assert (desk.text("counter.errors"), desk.text("counter.held_out")) == ("–", "–")
    assert not len(wrong.rows)
    counts = set()
    for step in range(1, 5):
        press(desk, KEY.Key_Period)
        desk.wait(lambda step=step: desk.text("counter.step") == str(step))
        counts.add(agree())
    desk.train_to_end()
    desk.wait(lambda: desk.text("counter.step") == "300")
    counts.add(agree())
    assert len(counts) > 1
    press(desk, KEY.Key_Comma)
    desk.wait(lambda: desk.text("counter.step") == "299")
    agree()
    press(desk, KEY.Key_Home)
    desk.wait(lambda: desk.text("counter.errors") == "–")
    assert not len(wrong.rows)


def test_the_marks_of_wrong_points_are_switched_off_for_this_window_and_the_next(four, start):
    press(four, KEY.Key_Period)
    four.wait_for(Status.PAUSED, 1)
    assert layer(four, WrongLayer).isVisible()
    before = four.window.canvas.grab().toImage()
    press(four, KEY.Key_W)
    assert not layer(four, WrongLayer).isVisible()
    assert four.window.canvas.grab().toImage() != before
    four.window.document.undo_stack.setClean()
    four.window.close()
    again = start()
    assert not again.find(QAction, "view.wrong").isChecked()
    assert not layer(again, WrongLayer).isVisible()


def test_a_fast_run_counts_and_its_last_step_is_explained_when_it_pauses(desk):
    desk.window.document.edit(Replace(noisy_moons(300, noise=0.4)), "moons")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=1000000)"), "long")
    press(desk, KEY.Key_R)
    desk.wait(lambda: sentence(desk).startswith("Running: "))
    assert mark(desk)[0] == []
    press(desk, KEY.Key_R)
    desk.wait_for(Status.PAUSED)
    desk.wait(lambda: sentence(desk).startswith("Step "))
    assert mark(desk)[0] == list(desk.frame.explanation.points)


@pytest.mark.parametrize("width, height", [(1024, 700), (1280, 800)])
def test_the_sentence_keeps_its_place_and_is_whole(desk, width, height):
    desk.window.resize(width, height)
    QTest.qWait(50)
    label = desk.find(QLabel, "step.sentence")
    desk.wait(lambda: label.isVisible() and label.height() == label.heightForWidth(label.width()))
    place = label.mapTo(desk.window, QPoint(0, 0)), label.size()
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.3)), "moons")
    desk.window.document.edit(Setting("learner", "forgetron(budget=3)"), "learner")
    for step in range(1, 30):
        press(desk, KEY.Key_Period)
        desk.wait(lambda step=step: desk.text("counter.step") == str(step))
        assert (label.mapTo(desk.window, QPoint(0, 0)), label.size()) == place
        assert not any(line.endswith("…") for line in label.lines())
        assert label.toolTip() == label.text() == label.accessibleDescription()
    assert label.accessibleName()


def test_a_sentence_that_is_too_long_is_elided_and_whole_in_the_tooltip(desk):
    label = desk.find(QLabel, "step.sentence")
    desk.wait(lambda: label.isVisible())
    label.setText("Of so many words that nobody reads them. " * 40)
    assert label.lines()[-1].endswith("…")
    assert len(label.lines()) == 2
