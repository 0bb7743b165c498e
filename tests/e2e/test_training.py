"""Running, stepping, looking back, starting anew: the playback bar and what it shows."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider, QToolButton

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.frame import Status
from tests.ui.canvas.stage import RIGHT

XOR = Dataset.of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1])


def load_xor(desk, kernel="poly(degree=2, c=1)"):
    desk.window.document.edit(Replace(XOR), "xor")
    desk.window.document.edit(Setting("kernel", kernel), "kernel")


@pytest.mark.slow
def test_xor_clicked_by_hand_converges_as_in_the_texts(desk, hand):
    desk.trigger("view.snap")  # the four mistakes are those of whole numbers: beside them f is not exactly 0
    hand.click(-1, 1, RIGHT)
    hand.click(1, 1)
    hand.click(-1, -1)
    hand.click(1, -1, RIGHT)
    desk.type("param.kernel.expression", "poly(degree=2, c=1)")
    desk.trigger("train.run")
    desk.wait_for(Status.CONVERGED)
    desk.wait(lambda: desk.text("counter.mistakes") == "4")
    assert desk.frame.counters.alpha.tolist() == [1, 1, 1, 1]
    assert desk.frame.counters.per_epoch.tolist() == [4, 0]
    desk.wait(lambda: desk.text("progress.verdict").startswith("Converged: epoch 2"))
    assert desk.text("counter.epoch") == "2"
    assert desk.text("counter.step") == "8"
    assert desk.text("counter.errors") == "0"


def test_the_window_trains_to_the_same_alpha_as_the_api(desk):
    desk.find(object, "data.generate").click()
    desk.window.document.edit(Setting("order", "shuffled_each_epoch"), "order")
    desk.window.document.edit(Setting("seed", 7), "seed")
    desk.train_to_end()
    model = api.train(desk.session)
    np.testing.assert_array_equal(desk.frame.counters.alpha, model.alpha)
    np.testing.assert_array_equal(desk.frame.expansion.beta, model.beta)


def test_steps_go_forth_and_back(desk):
    load_xor(desk)
    for step in (1, 2, 3):
        desk.trigger("train.step")
        desk.wait_for(Status.PAUSED, step)
    assert desk.frame.counters.mistakes == 3
    desk.trigger("train.step_back")
    desk.wait_for(Status.PAUSED, 2)
    assert desk.frame.counters.alpha.tolist() == [1, 1, 0, 0]
    desk.wait(lambda: desk.text("progress.verdict") == "Looking back: step 2 of 3.")
    desk.trigger("train.reset")
    desk.wait_for(Status.READY, 0)
    assert desk.frame.head == 0


def test_keys_drive_the_run(desk):
    load_xor(desk)
    desk.wait_for(Status.READY)
    QTest.keyClick(desk.window.canvas, Qt.Key.Key_Period)
    desk.wait_for(Status.PAUSED, 1)
    QTest.keyClick(desk.window.canvas, Qt.Key.Key_End)
    desk.wait_for(Status.CONVERGED)
    QTest.keyClick(desk.window.canvas, Qt.Key.Key_Home)
    desk.wait_for(Status.READY, 0)


def test_run_toggles_to_pause_and_back(desk):
    load_xor(desk, "linear()")
    desk.window.document.edit(Setting("learner", "kernel_perceptron(epochs=1000000)"), "long")
    desk.find(QSlider, "playback.pace").setValue(100)
    desk.trigger("train.run")
    desk.wait_for(Status.RUNNING)
    desk.wait(lambda: desk.window.training.playing)
    desk.trigger("train.run")
    desk.wait_for(Status.PAUSED)
    step = desk.frame.counters.step
    assert step > 0
    desk.trigger("train.run")
    desk.wait(lambda: desk.frame.counters.step > step)


def test_run_at_the_end_begins_anew(desk):
    load_xor(desk)
    desk.train_to_end()
    run = desk.frame.run
    desk.trigger("train.run")
    desk.wait(lambda: desk.frame.run > run)
    desk.wait_for(Status.CONVERGED)
    assert desk.frame.counters.mistakes == 4


def test_what_cannot_be_done_cannot_be_pressed(desk):
    def enabled(name):
        return desk.find(QAction, name).isEnabled()

    assert not enabled("train.run")
    load_xor(desk)
    assert enabled("train.run")
    assert not enabled("train.reset")
    desk.train_to_end()
    desk.wait(lambda: enabled("train.reset") and not enabled("train.step"))


def test_the_run_button_is_a_button_with_a_name(desk):
    buttons = [b for b in desk.window.playback.findChildren(QToolButton) if b.defaultAction()]
    assert all(button.accessibleName() for button in buttons)


def test_keys_pressed_faster_than_frames_come_are_not_lost(desk, hand, qtbot):
    desk.wait_for(Status.EMPTY)
    hand.click(0, 0)
    hand.click(1, 1, RIGHT)
    desk.find(QAction, "train.to_end").trigger()
    desk.wait_for(Status.CONVERGED)
    desk.find(QAction, "train.reset").trigger()
    desk.find(QAction, "train.step").trigger()
    desk.wait_for(Status.PAUSED, 1)
    desk.train_to_end()
    end = desk.frame.head
    desk.find(QAction, "train.step_back").trigger()
    desk.find(QAction, "train.step").trigger()
    desk.wait_for(Status.CONVERGED, end)


def test_live_trains_after_every_edit(desk, hand):
    load_xor(desk)
    desk.find(object, "train.live").trigger()
    desk.wait_for(Status.CONVERGED)
    run = desk.frame.run
    hand.click(2, 0)
    desk.wait(lambda: desk.frame.run > run)
    desk.wait(lambda: desk.frame.status in (Status.CONVERGED, Status.LIMIT))
    assert len(desk.frame.counters.alpha) == 5


def test_an_edit_that_only_moves_the_view_goes_on_with_the_run(desk):
    load_xor(desk)
    desk.train_to_end()
    run = desk.window.training.run
    desk.trigger("view.fit")
    desk.window.canvas.view_box.setRange(xRange=(-9, 9), yRange=(-9, 9), padding=0)
    desk.wait(lambda: desk.field is not None and desk.field.view.xmax > 8)
    assert desk.window.training.run == run


def test_one_class_and_opposite_labels_say_what_they_mean(desk):
    desk.window.document.edit(Replace(Dataset.of([[0, 0], [1, 1]], [1, 1])), "one class")
    desk.train_to_end()
    desk.wait(lambda: "Only class +1" in desk.text("progress.verdict"))
    desk.window.document.edit(Replace(Dataset.of([[0, 0], [0, 0]], [1, -1])), "opposite")
    desk.train_to_end()
    desk.wait(lambda: "Points 1 and 2 lie in the same place (0, 0)" in desk.text("progress.verdict"))
    assert desk.frame.status is Status.LIMIT


def test_a_run_that_fails_says_so_and_the_next_one_works(desk):
    desk.window.document.edit(Replace(Dataset.of([[1e200, 0], [0, 1]], [1, -1])), "far")
    desk.window.document.edit(Setting("kernel", "poly(degree=5)"), "kernel")
    desk.trigger("train.run")
    desk.wait_for(Status.FAILED)
    desk.wait(lambda: "too large to compute" in desk.text("progress.verdict"))
    desk.window.document.edit(Setting("kernel", "rbf(sigma=1)"), "kernel")
    desk.train_to_end()
    assert desk.frame.status is Status.CONVERGED
