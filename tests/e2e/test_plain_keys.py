"""Keys that are characters, and Space, are shortcuts wherever the focus is, but in a text being typed."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSlider,
    QTableView,
    QWidget,
)
from shiboken6 import isValid

from kpgui.model.edits import Replace
from kpgui.model.frame import Status
from kpgui.ui.canvas.tools import TOOLS
from kpgui.ui.window.dock_layout import PANELS
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import CTRL, LEFT

KEY = Qt.Key
CONTROLS = QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QAbstractSlider, QAbstractItemView

ELSEWHERE = {
    "step.why",  # shows a panel that has lines of its own
    "train.run",  # is what is asked about
    "train.live",
}
"""Controls after which a run may be under way or at its end."""


@pytest.fixture
def ready(desk, qtbot):
    interval = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(1)  # so long an opened list takes no click
    yield made_ready(desk, qtbot)
    QApplication.setDoubleClickInterval(interval)


def made_ready(desk, qtbot):
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    desk.window.resize(1280, 1000)
    desk.window.document.edit(Replace(noisy_moons(20)), "draw")
    desk.wait_for(Status.READY)
    return desk


def press(*keys):
    """Presses keys as the keyboard does: whoever has the focus gets them."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)
        QApplication.processEvents()


def click(widget, pos=None):
    QTest.mouseClick(widget, LEFT, pos=pos or widget.rect().center())
    QTest.qWait(1)


def runs(desk):
    """Whether R, and then Space, run and pause, in the window as it is. A run may be at its end before it is seen."""

    def state():
        return desk.window.training.playing, desk.frame.counters.step

    went = []
    for key in (KEY.Key_R, KEY.Key_Space):
        before = state()
        press(key)
        went.append(comes(lambda before=before: state() != before))
        if desk.window.training.playing:
            desk.window.training.toggle()
            comes(lambda: not desk.window.training.playing)
    return went == [True, True]


def comes(condition):
    """Whether something is so within a second."""
    for _ in range(100):
        if condition():
            return True
        QTest.qWait(10)
    return False


def choose(choice):
    """Chooses from a list with the mouse: another entry."""
    click(choice)
    QTest.qWait(5)
    view = choice.view()
    row = (choice.currentIndex() + 1) % choice.count()
    view.scrollTo(view.model().index(row, 0))
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.model().index(row, 0)).center())
    QTest.qWait(20)


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
    click(ready.find(QWidget, "panel.playback").findChildren(QAbstractButton)[1])
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
    dialog = ready.find(QDialog, "dialog.figure")
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.close()
    ready.window.activateWindow()
    qtbot.waitUntil(ready.window.isActiveWindow)
    assert ready.window.canvas.hasFocus()


def test_space_in_a_dialog_is_its_own(ready, qtbot):
    ready.trigger("file.export_figure")
    dialog = ready.find(QDialog, "dialog.figure")
    qtbot.waitUntil(dialog.isActiveWindow)
    box = dialog.findChild(QAbstractButton, "figure.session")
    box = box or next(each for each in dialog.findChildren(QAbstractButton) if each.isCheckable() and each.isVisible())
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


# Every control.


def use(control):
    """Uses a control as its kind is used with the mouse, or with keys where those are quicker."""
    if isinstance(control, QComboBox):
        choose(control)
    elif isinstance(control, QAbstractSpinBox):
        click(control)
        press(KEY.Key_Up, KEY.Key_Return)
    elif isinstance(control, QLineEdit):
        click(control)
        press(KEY.Key_Return)
    else:
        for _ in range(2 if control.property("header") else 1):  # what a title has collapsed has controls, too
            click(control)
    QTest.qWait(20)


def controls(place):
    """The controls that are seen there, each by where it is found again: using one may make the others anew."""
    found = [
        each
        for kind in CONTROLS
        for each in place.findChildren(kind)
        if each.isVisible() and each.isEnabled() and is_control(each)
    ]
    return sorted(dict.fromkeys(found), key=lambda each: each.accessibleName().startswith("Close"))  # the last of all


def is_control(widget):
    parent = widget.parentWidget()
    inside = isinstance(parent, QAbstractSpinBox | QComboBox) or widget.window() is not widget.window().window()
    scrolls = type(widget).__name__ in ("_ScrollBar", "QScrollBar")
    return not inside and not scrolls and widget.objectName() not in ELSEWHERE


def dismiss(desk):
    """Closes what a control has opened."""
    while popup := QApplication.activePopupWidget():
        popup.close()
    for dialog in desk.window.findChildren(QDialog):
        dialog.close()
    desk.window.activateWindow()
    QTest.qWait(1)


@pytest.mark.parametrize("panel", ["setup", "", *(each.key for each in PANELS if each.shortcut)])
def test_after_every_control_r_and_space_run(ready, panel, monkeypatch):
    """In the setup, in each panel, and in the rest of the window. Using a control may make others anew."""
    ready.choose_file(None)
    monkeypatch.setattr(QDialog, "exec", lambda *_: 0)
    ready.trigger("train.step")
    ready.wait(lambda: ready.frame.counters.step == 1)
    ready.trigger("run.keep_ghost")
    if panel not in ("", "setup"):
        ready.window.dock_layout.bring(panel)
        ready.wait(lambda: ready.find(QWidget, f"panel.{panel}").isVisible())
    place = ready.find(QDockWidget, f"dock.{panel}") if panel else ready.window
    docks = [] if panel else [ready.find(QDockWidget, f"dock.{key}") for key in ("setup", "progress")]
    failed, tried = [], 0
    for k in range(100):
        control = next(iter(controls(place)[k : k + 1]), None)
        if control is None:
            break
        if any(dock.isAncestorOf(control) for dock in docks):
            continue
        if panel == "setup":
            ready.find(QScrollArea, "setup.area").ensureWidgetVisible(control)
        name = control.objectName() or control.accessibleName() or type(control).__name__
        ready.find(QWidget, "timeline").setFocus()
        use(control)
        dismiss(ready)
        if isinstance(control, QAbstractButton) and not comes(ready.window.canvas.hasFocus):
            failed.append((name, [], type(QApplication.focusWidget()).__name__))
        tried += 1
        if not len(ready.session.dataset):
            ready.window.document.edit(Replace(noisy_moons(20)), "draw")
        comes(lambda: not ready.window.training.behind)
        session, tool = ready.session, ready.window.canvas.tool
        went = runs(ready)
        if not went or ready.session is not session or ready.window.canvas.tool != tool:
            failed.append((name, went, type(QApplication.focusWidget()).__name__))
    assert failed == []
    assert tried > (20 if panel in ("", "setup") else 0)


def test_after_the_settings_of_every_tool_r_and_space_run(ready):
    for tool in TOOLS:
        ready.trigger(f"tool.{tool.key}")
        for name in tool.params():
            control = ready.find(QWidget, f"param.tool.{name.name}")
            use(control)
            assert runs(ready), name.name


@pytest.mark.parametrize(
    "action, keys",
    [
        ("file.export_figure", CONTROLS),
        ("file.export_multiples", CONTROLS),
        ("file.export_animation", CONTROLS),
        ("edit.transform", CONTROLS),
        ("view.axes", CONTROLS),
        ("help.guide", (QLineEdit,)),
    ],
)
def test_after_a_dialog_whose_controls_were_used_r_and_space_run(ready, qtbot, monkeypatch, action, keys):
    monkeypatch.setattr(QDialog, "exec", lambda *_: 0)
    ready.choose_file(None)
    ready.trigger("train.step")
    ready.wait(lambda: ready.frame.counters.step == 1)
    ready.trigger("edit.select_all")
    choose(ready.find(QComboBox, "param.kernel.kernel"))
    ready.find(QComboBox, "param.kernel.kernel").setFocus()
    ready.trigger(action)
    (dialog,) = [each for each in ready.window.findChildren(QDialog) if each.isVisible()]
    for control in controls(dialog):
        if isValid(control) and isinstance(control, keys) and not isinstance(control, QPushButton):
            use(control)
    dismiss(ready)
    qtbot.waitUntil(ready.window.isActiveWindow)
    assert ready.window.canvas.hasFocus()
    assert runs(ready)
