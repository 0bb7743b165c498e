"""After any control of the window was used, R and Space run."""

import pytest
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
    QWidget,
)
from shiboken6 import isValid

from kpgui.model.edits import Replace
from kpgui.ui.canvas.tools import TOOLS
from kpgui.ui.window.dock_layout import PANELS
from tests.e2e.keyboard import KEY, at_keyboard, choose, click, comes, press, runs
from tests.strategies import noisy_moons

CONTROLS = QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QAbstractSlider, QAbstractItemView

ELSEWHERE = {
    "step.why",  # shows a panel that has lines of its own
    "train.run",  # is what is asked about
    "train.live",
}
"""Controls after which a run may be under way or at its end."""


@pytest.fixture
def ready(desk, qtbot):
    yield from at_keyboard(desk, qtbot)


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
    place = ready.window.dock_layout.dock(panel) if panel else ready.window
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
