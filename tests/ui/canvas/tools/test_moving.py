"""Moving points with the mouse and the arrow keys."""

import numpy as np
from PySide6.QtCore import Qt

from tests.ui.canvas.stage import CTRL, LEFT, SHIFT, away


def test_a_dragged_point_goes_along_as_one_undo(four):
    four.drag((-1, 1), (-0.5, 0.25))
    np.testing.assert_allclose(four.points[0], [-0.5, 0.25], atol=2 * four.unit)
    assert four.labels == [1, -1, -1, 1]
    assert four.undo.count() == 1
    four.undo.undo()
    assert four.points[0].tolist() == [-1, 1]


def test_the_document_follows_the_hand_while_it_drags(four):
    seen = []
    four.document.changed.connect(lambda before, after: seen.append(after.dataset.points[0, 0]))
    four.drag((-1, 1), (0, 1), steps=10)
    assert len(seen) > 5
    assert seen == sorted(seen)


def test_a_press_a_little_beside_a_point_takes_hold_of_it(four):
    pixel = away(four.at(-1, 1), 5, 4)
    four.press(pixel)
    four.move(away(pixel, 40, 0))
    four.release(away(pixel, 40, 0))
    assert len(four.dataset) == 4
    np.testing.assert_allclose(four.points[0], [-1 + 40 * four.unit, 1], atol=1e-9)


def test_a_click_selects_a_point_and_does_not_move_it(four):
    pixel = four.at(1, 1)
    four.press(pixel)
    four.move(away(pixel, 3, 3))
    four.release(pixel)
    assert four.canvas.selection.tolist() == [1]
    assert four.points[1].tolist() == [1, 1]
    assert four.undo.count() == 0


def test_escape_puts_a_dragged_point_back(four):
    pixel = four.at(-1, 1)
    four.press(pixel)
    four.move(away(pixel, 60, 30))
    assert four.points[0].tolist() != [-1, 1]
    four.key(Qt.Key.Key_Escape)
    assert four.points[0].tolist() == [-1, 1]
    four.move(away(pixel, 90, 30))
    four.release(away(pixel, 90, 30))
    assert four.points[0].tolist() == [-1, 1]
    assert not four.undo.canUndo()
    assert not four.undo.canRedo()


def test_escape_leaves_the_edits_before_the_drag(four):
    four.click(0, 0)
    pixel = four.at(0, 0)
    four.press(pixel)
    four.move(away(pixel, 60, 30))
    four.key(Qt.Key.Key_Escape)
    four.release(pixel)
    assert len(four.dataset) == 5
    assert four.undo.count() == 1


def test_a_drag_on_a_selected_point_takes_the_whole_selection_along(four):
    four.canvas.select(np.array([0, 2]))
    before = four.points
    four.drag((-1, 1), (-0.5, 1))
    shift = four.points - before
    np.testing.assert_allclose(shift[[0, 2]], [[0.5, 0], [0.5, 0]], atol=2 * four.unit)
    assert not shift[[1, 3]].any()
    assert four.undo.count() == 1


def test_a_drag_on_another_point_selects_that_one_instead(four):
    four.canvas.select(np.array([0, 2]))
    four.drag((1, 1), (0, 0))
    assert four.canvas.selection.tolist() == [1]
    assert four.points[0].tolist() == [-1, 1]


def test_a_click_on_one_of_several_selected_points_leaves_it_alone_selected(four):
    four.canvas.select_all()
    four.click(1, -1)
    assert four.canvas.selection.tolist() == [3]


def test_undo_in_the_middle_of_a_drag_ends_it(four):
    four.click(0, 0)
    pixel = four.at(0, 0)
    four.press(pixel)
    four.undo.undo()
    four.move(away(pixel, 50, 0))
    four.release(away(pixel, 50, 0))
    assert len(four.dataset) == 4


def test_arrow_keys_nudge_the_selection_by_a_pixel(four):
    four.canvas.select(np.array([0]))
    four.key(Qt.Key.Key_Right)
    four.key(Qt.Key.Key_Up)
    np.testing.assert_allclose(four.points[0], [-1 + four.unit, 1 + four.unit])
    four.key(Qt.Key.Key_Left, SHIFT)
    np.testing.assert_allclose(four.points[0], [-1 - 9 * four.unit, 1 + four.unit])
    assert four.undo.count() == 1
    four.undo.undo()
    assert four.points[0].tolist() == [-1, 1]


def test_arrow_keys_without_a_selection_are_left_to_others(four):
    four.key(Qt.Key.Key_Right)
    assert four.undo.count() == 0


def test_with_ctrl_a_press_only_changes_the_selection(four):
    four.drag((1, 1), (0, 0), LEFT, CTRL)
    assert four.canvas.selection.tolist() == [1]
    assert four.points[1].tolist() == [1, 1]
