"""The tools in the window: their keys, their settings, and what a run makes of what they did."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from kpgui.model.frame import Status
from kpgui.ui.actions.actions import FIRST_TOOLS
from kpgui.ui.canvas import TOOLS
from tests.ui.canvas.stage import RIGHT


@pytest.fixture
def window(window, qtbot):
    with qtbot.waitActive(window):  # keys are shortcuts of the active window only
        window.activateWindow()
    return window


@pytest.mark.parametrize("tool", TOOLS.members, ids=TOOLS.keys())
def test_a_key_takes_up_the_tool_and_its_button_says_so(window, hand, desk, tool):
    hand.key(getattr(Qt.Key, f"Key_{tool.shortcut}"))
    assert window.canvas.tool == tool.key
    strip = desk.find(QWidget, "tool_strip")
    on = [
        b.defaultAction().objectName() for b in strip.findChildren(QToolButton) if b.defaultAction() and b.isChecked()
    ]
    assert on == [f"tool.{tool.key}"]


def test_a_tool_used_from_more_stays_in_the_strip(window, desk):
    strip = desk.find(QToolBar, "tool_strip")
    more, menu = strip.findChild(QToolButton, "tool_strip.more"), strip.menu
    assert len(menu.actions()) + len(FIRST_TOOLS.split()) == len(TOOLS.members)
    lasso = window.commands["tool.lasso"]
    assert strip.widgetForAction(lasso) is None
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(lasso).center())
    desk.wait(lambda: window.canvas.tool == "lasso")
    desk.wait(lambda: strip.widgetForAction(lasso).isVisible())
    desk.trigger("tool.draw")
    assert strip.widgetForAction(lasso).isVisible()


def test_the_fields_of_the_tool_in_use_are_in_the_tool_bar(window, hand, desk):
    desk.trigger("tool.spray")
    desk.type("param.tool.density", "3")
    hand.click(0, 0)
    assert len(hand.dataset) == 3
    desk.trigger("tool.draw")
    assert window.findChild(QWidget, "param.tool.density") is None
    desk.trigger("tool.spray")
    assert desk.find(QWidget, "param.tool.density").value() == 3, "a tool keeps its settings"


def test_taking_up_a_tool_says_what_it_does(window, hand):
    hand.key(Qt.Key.Key_G)
    assert window.status.currentMessage().startswith("Magnet: Click or drag to pull points")


def test_after_return_the_keys_are_those_of_the_tools_again(window, hand, desk):
    desk.trigger("tool.spray")
    desk.type("param.tool.radius", "44", enter=False)
    QTest.keyClick(desk.find(QWidget, "param.tool.radius"), Qt.Key.Key_Return)
    assert window.canvas.tools.current.radius == 44
    assert window.canvas.hasFocus()
    hand.key(Qt.Key.Key_E)
    assert window.canvas.tool == "erase"


def test_no_key_that_is_typed_into_a_field_is_a_tools(window, desk):
    """Every letter and sign that does something on the canvas."""
    desk.trigger("tool.spray")
    desk.trigger("class.positive")
    keys = "".join(tool.shortcut for tool in TOOLS).lower() + "nfrl0.,[]"
    for name in ("param.tool.radius", "param.data.n", "param.kernel.expression"):
        desk.find(QWidget, name).setFocus()
        QTest.keyClicks(desk.find(QWidget, name), f"4{keys}")  # a number field is typed into from its first digit on
    assert window.canvas.tool == "spray"
    assert not window.canvas.snaps
    assert not desk.find(QAction, "train.live").isChecked()


def test_a_value_that_is_not_allowed_is_refused_with_a_sentence(window, desk):
    desk.trigger("tool.spray")
    desk.type("param.tool.radius", "1000")
    assert window.canvas.tools.current.radius == 30
    assert window.status.currentMessage() == "Spray: Radius must be a number from 4 to 400, not 1000."


def test_brackets_size_the_brush_and_its_field_follows(window, hand, desk):
    desk.trigger("tool.erase")
    hand.key(Qt.Key.Key_BracketRight)
    assert window.canvas.tools.current.radius == 16.1
    assert desk.find(QWidget, "param.tool.radius").value() == 16.1
    hand.key(Qt.Key.Key_BracketLeft)
    hand.key(Qt.Key.Key_BracketLeft)
    assert window.canvas.tools.current.radius == 12.2


def test_n_switches_the_grid_on_and_off(window, hand, desk):
    hand.key(Qt.Key.Key_N)
    assert window.findChild(QAction, "view.snap").isChecked()
    hand.click(1.013, -0.987)
    assert hand.points.tolist() == [[1, -1]]
    hand.key(Qt.Key.Key_N)
    assert not window.canvas.snaps


def test_the_chosen_class_is_sprayed_and_the_other_with_the_right_button(window, hand):
    hand.key(Qt.Key.Key_2)
    hand.key(Qt.Key.Key_P)
    hand.click(-1, 0)
    hand.click(1, 0, RIGHT)
    assert hand.labels == [-1] * 8 + [1] * 8


def test_what_the_brush_holds_out_is_not_trained_on(window, hand, desk):
    hand.key(Qt.Key.Key_B)
    hand.click(-1.5, 0)
    hand.click(1.5, 0, RIGHT)
    hand.key(Qt.Key.Key_H)
    hand.follow((0.5, 0), (1.6, 0))
    out = hand.dataset.held_out
    assert 0 < np.count_nonzero(out) < 30
    desk.train_to_end()
    assert not set(np.flatnonzero(out)) & set(desk.frame.expansion.support.tolist())
    assert desk.frame.status is Status.CONVERGED


def test_with_live_a_run_follows_a_stroke(window, hand, desk, qtbot):
    hand.key(Qt.Key.Key_P)
    hand.click(-1, 0)
    hand.click(1, 0, RIGHT)
    desk.trigger("train.live")
    desk.wait_for(Status.CONVERGED)
    hand.key(Qt.Key.Key_E)
    hand.follow((-1.4, 0.2), (-0.6, 0.2), (-0.6, -0.2), (-1.4, -0.2))
    assert len(hand.dataset) < 16
    desk.wait(lambda: desk.frame.run == window.training.run and len(desk.frame.counters.alpha) == len(hand.dataset))


def test_undo_names_the_stroke_and_takes_all_of_it_back(window, hand, desk):
    desk.trigger("tool.spray")
    hand.follow((-1, 0), (0, 0.5), (1, 0))
    n = len(hand.dataset)
    assert window.document.undo_stack.undoText() == f"spray {n} points"
    desk.trigger("edit.undo")
    assert len(hand.dataset) == 0
    desk.trigger("edit.redo")
    assert len(hand.dataset) == n
