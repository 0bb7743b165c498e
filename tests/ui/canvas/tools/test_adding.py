"""Adding points with the mouse."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kpgui.ui.canvas.tools import TOOLS
from tests.ui.canvas.stage import LEFT, RIGHT, WIDE, away, show


def test_left_adds_a_positive_point_and_right_a_negative_one(stage):
    stage.click(1, 0.5)
    stage.click(-1, -0.5, RIGHT)
    assert stage.labels == [1, -1]
    np.testing.assert_allclose(stage.points, [[1, 0.5], [-1, -0.5]], atol=stage.unit)


@pytest.mark.parametrize("place", [(-2.9, 1.9), (2.9, -1.9), (0, 0), (1.234, -0.567)])
def test_a_click_gives_its_coordinates_to_a_pixel(stage, place):
    stage.click(*place)
    np.testing.assert_allclose(stage.points, [place], atol=stage.unit)


def test_a_range_set_from_outside_is_clicked_as_exactly(stage):
    show(stage.canvas, WIDE)
    stage.click(17, -12)
    np.testing.assert_allclose(stage.points, [[17, -12]], atol=stage.unit)


def test_the_left_class_can_be_changed(stage):
    stage.canvas.set_left_class(-1)
    stage.click(1, 0)
    stage.click(-1, 0, RIGHT)
    assert stage.labels == [-1, 1]


@pytest.mark.slow
def test_a_long_press_is_a_click(stage):
    pixel = stage.at(1, 1)
    stage.press(pixel)
    QTest.qWait(600)
    stage.release(pixel)
    np.testing.assert_allclose(stage.points, [[1, 1]], atol=stage.unit)


def test_a_click_that_wiggles_by_6_pixels_stays_where_it_was_pressed(stage):
    pixel = stage.at(1, 1)
    stage.press(pixel)
    stage.move(away(pixel, 4, 4))
    stage.release(away(pixel, 6, 0))
    np.testing.assert_allclose(stage.points, [[1, 1]], atol=stage.unit)


def test_the_second_of_two_quick_clicks_counts_too(stage):
    stage.click(0, 0)
    pixel = stage.at(1, 0)
    QTest.mouseDClick(stage.viewport, LEFT, Qt.KeyboardModifier.NoModifier, pixel)
    stage.release(pixel)
    np.testing.assert_allclose(stage.points, [[0, 0], [1, 0]], atol=stage.unit)


def test_a_press_whose_release_got_lost_does_not_hold_the_mouse(stage):
    stage.press(stage.at(0, 0))
    stage.click(1, 0)
    np.testing.assert_allclose(stage.points, [[0, 0], [1, 0]], atol=stage.unit)


def test_a_drag_from_an_empty_place_takes_the_new_point_along_as_one_undo(stage):
    stage.drag((0, 0), (1, 1))
    np.testing.assert_allclose(stage.points, [[1, 1]], atol=stage.unit)
    stage.undo.undo()
    assert len(stage.dataset) == 0
    stage.undo.redo()
    np.testing.assert_allclose(stage.points, [[1, 1]], atol=stage.unit)


def test_escape_takes_back_the_point_that_is_being_added(stage):
    pixel = stage.at(1, 1)
    stage.press(pixel)
    stage.key(Qt.Key.Key_Escape)
    stage.release(away(pixel, 40, 0))
    assert len(stage.dataset) == 0
    assert not stage.undo.canUndo()
    assert not stage.undo.canRedo()


@pytest.mark.parametrize("tool", [tool.key for tool in TOOLS if tool.adds])
def test_a_right_click_on_a_point_asks_for_its_menu_and_adds_none(four, tool):
    asked = []
    four.canvas.menu_asked.connect(asked.append)
    four.take(tool)
    four.canvas.select(np.array([3]))
    four.click(-1, 1, RIGHT)
    assert asked == [four.viewport.mapToGlobal(four.at(-1, 1))]
    assert four.canvas.selection.tolist() == [0]
    assert four.labels == [1, -1, -1, 1]
    assert not four.undo.canUndo()


def test_the_menu_of_a_selected_point_is_that_of_the_selection(four):
    four.canvas.select(np.array([0, 3]))
    four.click(-1, 1, RIGHT)
    assert four.canvas.selection.tolist() == [0, 3]


@pytest.mark.parametrize("tool", [tool.key for tool in TOOLS if tool.adds])
def test_a_right_drag_from_a_point_draws_as_before(four, tool):
    four.take(tool)
    four.drag((-1, 1), (0, 0.2), RIGHT)
    assert len(four.labels) > 4
    assert set(four.labels[4:]) == {-1}
    four.undo.undo()
    assert len(four.labels) == 4


def test_a_right_click_with_the_class_brush_relabels(four):
    four.take("relabel", radius=5.0)
    four.click(-1, 1, RIGHT)
    assert four.labels == [-1, -1, -1, 1]


def test_the_menu_key_asks_for_the_menu_beside_the_selected_point(four):
    asked = []
    four.canvas.menu_asked.connect(asked.append)
    four.canvas.select(np.array([1]))
    middle = four.canvas.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, four.canvas.mapToGlobal(middle))
    QApplication.sendEvent(four.canvas, event)
    apart = asked[0] - four.viewport.mapToGlobal(four.at(1, 1))
    assert apart.manhattanLength() <= 2


def test_the_right_button_opens_no_menu(stage, qapp):
    stage.click(0, 0, RIGHT)
    assert qapp.activePopupWidget() is None


def test_a_click_on_the_axes_adds_nothing(stage):
    QTest.mouseClick(stage.viewport, LEFT, pos=away(stage.viewport.rect().bottomLeft(), 5, -5))
    assert len(stage.dataset) == 0


def test_a_second_button_while_one_is_down_does_nothing(stage):
    pixel = stage.at(0, 0)
    stage.press(pixel)
    stage.press(pixel, RIGHT)
    stage.release(pixel, RIGHT)
    stage.release(pixel)
    assert stage.labels == [1]
