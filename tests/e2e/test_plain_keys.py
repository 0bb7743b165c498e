"""Keys that are characters, and Space, are shortcuts wherever the focus is, but in a text being typed."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QLineEdit,
    QPushButton,
    QSlider,
    QTableView,
    QWidget,
)

from kpgui.model.frame import Status
from tests.e2e.keyboard import KEY, at_keyboard, choose, click, press, runs
from tests.ui.canvas.stage import CTRL, LEFT


@pytest.fixture
def ready(desk, qtbot):
    yield from at_keyboard(desk, qtbot)


@pytest.mark.slow
def test_after_a_kernel_was_chosen_with_the_mouse_letters_run_and_do_not_choose(ready):
    for letter in "RLK":
        choose(ready.find(QComboBox, "param.kernel.kernel"))
        assert ready.window.canvas.hasFocus()
        before = ready.session.kernel
        press(letter)
        QTest.qWait(20)
        assert ready.session.kernel == before
    assert ready.window.training.live


def test_after_enter_in_a_number_field_the_canvas_has_the_keyboard(ready):
    field = ready.find(QAbstractSpinBox, "param.kernel.sigma")
    click(field)
    field.selectAll()
    press("2", KEY.Key_Return)
    assert ready.session.kernel == "rbf(sigma=2)"
    assert ready.window.canvas.hasFocus()
    press(".")
    ready.wait_for(Status.PAUSED, 1)


def test_space_after_generate_runs_and_does_not_generate_again(ready):
    click(ready.find(QPushButton, "data.generate"))
    ready.wait_for(Status.READY)
    before = ready.session
    press(KEY.Key_Space)
    ready.wait(lambda: ready.window.training.playing)
    assert ready.session is before
    press(KEY.Key_Space)
    ready.wait(lambda: not ready.window.training.playing)


def test_space_with_no_points_presses_no_button(ready):
    ready.trigger("edit.select_all")
    ready.trigger("edit.delete")
    button = ready.find(QPushButton, "data.generate")
    button.setFocus()
    press(KEY.Key_Space)
    assert not len(ready.session.dataset)
    press(KEY.Key_Return)
    assert len(ready.session.dataset)


def test_a_letter_whose_action_is_disabled_chooses_nothing_either(ready):
    choice = ready.find(QComboBox, "param.learner.learner")
    choice.setFocus()
    press("F", "P")  # F flips labels, of which none is selected
    assert choice.currentData() == "kernel_perceptron"
    assert ready.window.canvas.tool == "spray"


def test_a_field_that_was_only_clicked_leaves_letters_to_the_run_and_takes_numbers(ready):
    field = ready.find(QAbstractSpinBox, "param.kernel.sigma")
    click(field)
    assert runs(ready)
    click(field)
    field.selectAll()
    press(*"1.5")
    assert field.lineEdit().text() == "1.5"
    press(*"r ")
    assert field.lineEdit().text() == "1.5r "
    assert not ready.window.training.playing
    press(KEY.Key_Return)
    assert field.hasFocus(), "what was refused is typed again"
    assert ready.window.training.frame.counters.step == 0 or not ready.window.training.playing


def test_in_a_text_field_everything_is_typed(ready):
    field = ready.find(QLineEdit, "param.kernel.expression")
    click(field)
    field.selectAll()
    press(*"rbf(sigma=2) ")
    assert field.text() == "rbf(sigma=2) "
    assert ready.frame.counters.step == 0
    press(KEY.Key_Return)
    assert ready.window.canvas.hasFocus()
    assert ready.session.kernel == "rbf(sigma=2)"


def test_an_expression_that_is_refused_keeps_the_keyboard(ready):
    field = ready.find(QLineEdit, "param.kernel.expression")
    click(field)
    field.selectAll()
    press(*"rbf(", KEY.Key_Return)
    QTest.qWait(20)
    assert field.hasFocus()


def test_an_action_chosen_with_the_mouse_commits_a_text_and_gives_the_canvas_the_keyboard(ready):
    field = ready.find(QLineEdit, "param.kernel.expression")
    click(field)
    field.selectAll()
    press(*"rbf(sigma=2)")
    click(ready.find(QWidget, "panel.playback").findChildren(QAbstractButton)[-1])
    assert ready.session.kernel == "rbf(sigma=2)"
    ready.trigger("view.snap")
    assert ready.window.canvas.hasFocus()


@pytest.mark.parametrize("opened", [KEY.Key_Return, KEY.Key_F4, "mouse"])
def test_in_an_open_list_letters_choose_and_do_nothing_else(ready, opened):
    choice = ready.find(QComboBox, "param.learner.learner")
    choice.setFocus()
    if opened == "mouse":
        click(choice)
    else:
        press(opened)
    assert choice.view().isVisible()
    press("S", KEY.Key_Return)
    QTest.qWait(20)
    assert ready.session.learner.startswith("svm(")
    assert ready.window.canvas.tool == "draw"
    assert ready.window.canvas.hasFocus()
    assert runs(ready)


def test_arrow_keys_choose_from_a_closed_list_which_keeps_the_keyboard(ready):
    choice = ready.find(QComboBox, "param.learner.learner")
    choice.setFocus()
    press(KEY.Key_Down, KEY.Key_Down)
    assert choice.currentData() != "kernel_perceptron"
    assert choice.hasFocus()
    assert runs(ready)


def test_tab_goes_back_to_the_control_that_was_used_last_and_on_from_there(ready):
    button = ready.find(QPushButton, "data.generate")
    button.setFocus()
    press(KEY.Key_Return)
    QTest.qWait(1)
    assert ready.window.canvas.hasFocus()
    press(KEY.Key_Tab)
    assert button.hasFocus()
    press(KEY.Key_Tab)
    assert ready.find(QPushButton, "data.add").hasFocus()


def test_a_check_box_is_ticked_with_enter(ready):
    flag = ready.find(QAbstractButton, "param.learner.bias")
    flag.setFocus()
    press(KEY.Key_Return)
    assert flag.isChecked()
    assert "bias=true" in ready.session.learner


def test_after_a_dialog_the_canvas_has_the_keyboard(ready, qtbot):
    ready.find(QComboBox, "param.kernel.kernel").setFocus()
    ready.trigger("file.export_figure")
    dialog = ready.find(QDialog, "dialog.picture")
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.close()
    ready.window.activateWindow()
    qtbot.waitUntil(ready.window.isActiveWindow)
    assert ready.window.canvas.hasFocus()


def test_space_in_a_dialog_is_its_own(ready, qtbot):
    ready.trigger("file.export_figure")
    dialog = ready.find(QDialog, "dialog.picture")
    qtbot.waitUntil(dialog.isActiveWindow)
    box = dialog.findChild(QAbstractButton, "param.figure.grid")
    before = box.isChecked()
    box.setFocus()
    press(KEY.Key_Space)
    assert box.isChecked() != before
    assert not ready.window.training.playing


def test_space_and_a_drag_pan_and_do_not_run(ready):
    canvas = ready.window.canvas
    QTest.keyPress(canvas, KEY.Key_Space)
    QTest.mousePress(canvas.viewport(), LEFT, pos=QPoint(200, 200))
    QTest.mouseMove(canvas.viewport(), QPoint(240, 220))
    QTest.mouseRelease(canvas.viewport(), LEFT, pos=QPoint(240, 220))
    QTest.keyRelease(canvas, KEY.Key_Space)
    QTest.qWait(20)
    assert not ready.window.training.playing
    press(KEY.Key_Space)
    ready.wait(lambda: ready.window.training.playing)


def test_on_the_timeline_letters_are_shortcuts(ready):
    ready.find(QWidget, "timeline").setFocus()
    press(".")
    ready.wait_for(Status.PAUSED, 1)


def test_keys_with_ctrl_and_function_keys_act_everywhere(ready):
    slider = ready.find(QWidget, "panel.learner").findChild(QSlider)
    slider.setFocus()
    QTest.keyClick(slider, KEY.Key_A, CTRL)
    assert len(ready.window.canvas.focus.selected) == 20
    QTest.keyClick(slider, KEY.Key_F5)
    ready.wait(lambda: ready.frame.counters.step > 0)


def test_in_the_table_digits_edit_and_letters_run_but_not_in_its_editor(ready):
    ready.trigger("view.points")
    table = ready.find(QTableView, "points.table")
    table.setCurrentIndex(table.model().index(0, 1))
    table.setFocus()
    assert runs(ready)
    assert table.hasFocus()
    table.setFocus()
    press("7")
    press(*".5r")
    assert QApplication.focusWidget().text() == "7.5r"
    press(KEY.Key_Backspace, KEY.Key_Return)
    assert ready.session.dataset.points[0, 0] == 7.5
    assert table.hasFocus()


def test_a_panel_that_is_a_window_of_its_own_leaves_its_letters_to_the_run(ready, qtbot):
    dock, choice = ready.find(QDockWidget, "dock.setup"), ready.find(QComboBox, "param.learner.learner")
    dock.setFloating(True)
    choice.setFocus()
    dock.activateWindow()
    qtbot.waitUntil(choice.hasFocus)
    QTest.keyClick(choice, "f")
    assert ready.session.learner.startswith("kernel_perceptron")
    QTest.keyClick(choice, ".")
    ready.wait_for(Status.PAUSED, 1)
