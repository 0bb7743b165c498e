"""The history panel."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDockWidget, QSlider, QUndoView, QWidget

from kpgui.kernels import kernel
from kpgui.model.param import shown
from tests.ui.canvas.stage import LEFT


@pytest.fixture
def steps(desk, hand):
    hand.click(-1, 1)
    hand.click(1, 1)
    desk.trigger("edit.select_all")
    desk.trigger("arrange.rotate_left")
    desk.trigger("view.history")
    return desk.find(QUndoView, "history.steps")


def click(steps, row):
    spot = steps.visualRect(steps.model().index(row, 0)).center()
    QTest.mouseClick(steps.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, spot)


def names(steps):
    delegate, model = steps.itemDelegate(), steps.model()
    return [delegate.displayText(model.index(k, 0).data(), steps.locale()) for k in range(model.rowCount())]


def test_it_is_hidden_at_first(desk):
    assert not desk.find(QDockWidget, "dock.history").isVisible()


def test_steps_are_named_and_the_present_one_is_marked(steps):
    assert names(steps) == ["Start", "Add a point", "Add a point", "Rotate 2 points by 90°"]
    assert steps.currentIndex().row() == 3


def test_a_click_goes_there_and_back_again(desk, steps):
    after = desk.session.dataset
    click(steps, 1)
    assert len(desk.session.dataset) == 1
    click(steps, 0)
    assert len(desk.session.dataset) == 0
    click(steps, 3)
    np.testing.assert_array_equal(desk.session.dataset.points, after.points)


def test_undo_moves_the_mark_and_a_new_step_drops_what_was_undone(desk, steps, hand):
    desk.trigger("edit.undo")
    assert steps.currentIndex().row() == 2
    hand.click(0, 0)
    assert names(steps) == ["Start", "Add a point", "Add a point", "Add a point"]


def test_arrow_keys_go_through_the_steps(desk, steps):
    QTest.keyClick(steps, Qt.Key.Key_Up)
    assert desk.window.document.undo_stack.index() == 2


def test_a_change_of_settings_is_named_by_its_values_one_step_for_a_stroke(desk):
    desk.trigger("view.history")
    steps = desk.find(QUndoView, "history.steps")
    desk.type("param.kernel.sigma", "0.7")
    assert names(steps)[1:] == ["σ 1 → 0.7"]
    slider = desk.find(QWidget, "param.kernel.sigma").parentWidget().findChild(QSlider)
    slider.sliderPressed.emit()
    for position in (200, 400, 600):
        slider.setValue(position)
    slider.sliderReleased.emit()
    last = shown(kernel(desk.session.kernel).sigma, 4)
    assert names(steps)[2:] == [f"σ 0.7 → {last}"]
    desk.find(QComboBox, "param.run.order").setCurrentIndex(3)
    learners = desk.find(QComboBox, "param.learner.learner")
    learners.setCurrentIndex(learners.findData("projectron"))
    desk.type("param.kernel.expression", "2*rbf(sigma=0.5) + linear()")
    desk.type("param.kernel.expression", "2*rbf(sigma=0.25) + linear()")
    assert names(steps)[3:] == [
        "Order dataset → reversed",
        "Learner Projectron",
        "Change the kernel",
        "σ 0.5 → 0.25",
    ]
