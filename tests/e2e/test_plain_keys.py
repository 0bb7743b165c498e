"""Keys that are characters are shortcuts only for whoever has the canvas or the playback bar before him."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QLineEdit, QPushButton, QSlider, QWidget

from kpgui.model.edits import Replace
from kpgui.model.frame import Status
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, LEFT

KEY = Qt.Key


@pytest.fixture
def ready(desk, qtbot):
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.document.edit(Replace(noisy_moons(20)), "draw")
    desk.wait_for(Status.READY)
    return desk


def type_there(text):
    """Types as the keyboard does: whoever has the focus gets it."""
    for character in text:
        QTest.keyClick(QApplication.focusWidget(), character)


def test_a_kernel_typed_beside_its_field_starts_nothing_and_changes_nothing(ready):
    panel = ready.find(QWidget, "panel.kernel")
    QTest.mouseClick(panel, LEFT, pos=QPoint(2, panel.height() - 2))
    before = ready.session
    type_there("rbf(sigma=0.5) + flip .,<>[]012L")
    QTest.qWait(50)
    assert ready.session is before
    assert ready.frame.counters.step == 0
    assert not ready.window.training.live


def test_after_a_click_on_a_slider_a_letter_starts_nothing(ready):
    slider = ready.find(QWidget, "panel.learner").findChild(QSlider)
    slider.setFocus()
    type_there("r")
    QTest.qWait(50)
    assert not ready.window.training.playing
    assert ready.frame.counters.step == 0


def test_after_a_click_on_a_button_letters_are_shortcuts(ready):
    QTest.mouseClick(ready.find(QPushButton, "data.generate"), LEFT)
    ready.wait_for(Status.READY)
    type_there(".")
    ready.wait_for(Status.PAUSED, 1)


def test_on_the_canvas_letters_are_shortcuts(ready):
    ready.window.canvas.setFocus()
    type_there(".")
    ready.wait_for(Status.PAUSED, 1)


def test_on_the_timeline_letters_are_shortcuts(ready):
    ready.find(QWidget, "timeline").setFocus()
    type_there(".")
    ready.wait_for(Status.PAUSED, 1)


def test_keys_with_ctrl_and_function_keys_act_everywhere(ready):
    slider = ready.find(QWidget, "panel.learner").findChild(QSlider)
    slider.setFocus()
    QTest.keyClick(slider, KEY.Key_A, CTRL)
    assert len(ready.window.canvas.focus.selected) == 20
    QTest.keyClick(slider, KEY.Key_F5)
    ready.wait(lambda: ready.frame.counters.step > 0)


def test_in_a_field_letters_are_typed(ready):
    field = ready.find(QLineEdit, "param.kernel.expression")
    field.setFocus()
    field.selectAll()
    type_there("rbf(sigma=2)")
    assert field.text() == "rbf(sigma=2)"
    assert ready.frame.counters.step == 0


def test_a_letter_chooses_from_an_opened_list_and_does_nothing_else(ready):
    choice = ready.find(QComboBox, "param.learner.learner")
    choice.showPopup()
    QTest.keyClick(choice.view(), KEY.Key_S)
    QTest.keyClick(choice.view(), KEY.Key_Return)
    assert ready.session.learner.startswith("svm(")
    assert ready.frame.counters.step == 0


def test_a_panel_that_is_a_window_of_its_own_has_its_letters(ready, qtbot):
    dock, choice = ready.find(QDockWidget, "dock.setup"), ready.find(QComboBox, "param.learner.learner")
    dock.setFloating(True)
    choice.setFocus()
    dock.activateWindow()
    qtbot.waitUntil(choice.hasFocus)
    QTest.keyClick(choice, "f")
    QTest.keyClick(choice, ".")
    QTest.qWait(50)
    assert ready.session.learner.startswith("forgetron(")
    assert ready.frame.counters.step == 0
