"""Predict by keys: quick steps, digits on other keyboards, keys held down; and what is kept of the answers."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from kpgui.model.dataset import Dataset
from kpgui.model.frame import Status
from tests.e2e.predicting import KEY, answers, begin, press, shown, step


@pytest.fixture
def four(desk):
    """Four points that a line through the origin separates, asked about from the start."""
    begin(desk, "kernel_perceptron()", Dataset.of([[1, 0], [1, 1], [-1, 0], [-1, 1]], [1, 1, -1, 1]))
    return desk


def test_two_quick_steps_are_asked_about_one_by_one(four):
    four.window.commands["train.step"].trigger()
    four.window.commands["train.step"].trigger()  # before the first one is on the screen
    four.wait(lambda: bool(answers(four)))
    assert four.text("predict.question").startswith("Step 1 ")
    QTest.qWait(100)
    press(four, KEY.Key_1)
    four.wait_for(Status.PAUSED, 1)


def test_a_digit_that_needs_shift_answers(four):
    step(four)
    canvas = four.window.canvas
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):  # as on a French keyboard
        QApplication.sendEvent(canvas, QKeyEvent(kind, KEY.Key_Ampersand, Qt.KeyboardModifier.ShiftModifier, "1"))
    four.wait_for(Status.PAUSED, 1)
    assert four.text("predict.tally") == "1 of the last 1 right"


def test_the_key_of_an_answer_that_is_held_down_does_nothing_else(four):
    press(four, KEY.Key_2)
    assert four.window.commands["class.negative"].isChecked()
    step(four)
    canvas = four.window.canvas
    QTest.keyPress(canvas, KEY.Key_1)
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
        repeated = QKeyEvent(kind, KEY.Key_1, Qt.KeyboardModifier.NoModifier, "1", True)
        QApplication.sendEvent(canvas, repeated)
        assert repeated.isAccepted()
    QTest.keyRelease(canvas, KEY.Key_1)
    assert four.window.commands["class.negative"].isChecked()
    press(four, KEY.Key_1)
    assert four.window.commands["class.positive"].isChecked()


def test_a_digit_typed_into_the_table_of_points_is_no_answer(four):
    four.window.workbench.panel_asked.emit("points")
    step(four)
    table = four.find(QTableView, "points.table")
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 1))
    QTest.keyClick(table, KEY.Key_1)
    assert answers(four)
    assert shown(four) == 0


def test_answers_are_saved_with_the_session_and_come_back(four, tmp_path):
    step(four)
    press(four, KEY.Key_2)
    four.wait_for(Status.PAUSED, 1)
    assert four.window.document.modified
    four.choose_file(tmp_path / "answered.kpgui")
    four.trigger("file.save_as")
    four.wait(lambda: not four.window.document.modified)
    four.trigger("file.new")
    four.wait(lambda: four.text("predict.tally") == "")
    four.choose_file(tmp_path / "answered.kpgui")
    four.trigger("file.open")
    four.wait(lambda: four.text("predict.tally") == "0 of the last 1 right")
    (answer,) = four.window.document.session.answers
    assert (answer.answer, answer.right_answer) == ("correct", "a mistake")
