"""The frame around the selection: its handles scale, mirror and turn what is selected, as it is seen."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kpgui.geometry.shapes import SCALING, TURN, Handle
from kpgui.model.session import View
from tests.ui.canvas.grips import BOTTOM_RIGHT, LEFT_EDGE, RIGHT_EDGE, TOP_RIGHT, pixel, places, pull
from tests.ui.canvas.stage import ALT, CTRL, LEFT, NONE, RIGHT, SHIFT, Stage, away, show

CORNERS = np.array([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])


def close(stage, expected, pixels=1.5):
    np.testing.assert_allclose(stage.points, expected, atol=pixels * stage.unit)


def test_the_right_handle_stretches_from_the_left_edge_as_far_as_the_pointer_goes(framed):
    pull(framed, RIGHT_EDGE, 40, 25)
    far = 1 + 40 * framed.unit
    np.testing.assert_allclose(framed.points, [[-1, 1], [far, 1], [-1, -1], [far, -1]], atol=1e-9)
    assert framed.points[0].tolist() == [-1, 1], "what stays is not rounded"
    assert framed.undo.count() == 1
    assert framed.undo.undoText() == "scale 4 points"
    framed.undo.undo()
    assert framed.points.tolist() == CORNERS.tolist()


@pytest.mark.parametrize("handle", SCALING)
def test_every_handle_moves_its_own_edges_and_stays_under_the_pointer(framed, handle):
    before, opposite = places(framed), Handle(-handle.column, -handle.row)
    pull(framed, handle, 16 * handle.column, 12 * handle.row)
    after = places(framed)
    np.testing.assert_allclose(np.subtract(after[handle], before[handle]), [16, 12] * np.array(handle), atol=1e-6)
    for axis in np.flatnonzero(handle):
        assert after[opposite][axis] == pytest.approx(before[opposite][axis])
    framed.undo.undo()
    assert framed.points.tolist() == CORNERS.tolist()


def test_shift_keeps_the_proportions_by_the_larger_factor(framed):
    side = 2 / framed.unit
    pull(framed, BOTTOM_RIGHT, round(side / 2), 5, SHIFT)
    close(framed, [[-1, 1], [2, 1], [-1, -2], [2, -2]])


def test_shift_at_an_edge_scales_the_other_way_about_the_middle(framed):
    pull(framed, RIGHT_EDGE, round(2 / framed.unit), 0, SHIFT)
    close(framed, [[-1, 2], [3, 2], [-1, -2], [3, -2]])


def test_alt_scales_about_the_centre(framed):
    pull(framed, TOP_RIGHT, round(0.5 / framed.unit), 0, ALT)
    close(framed, CORNERS * (1.5, 1))


def test_keys_pressed_and_let_go_during_the_drag_count_at_once(framed):
    start = pixel(framed, RIGHT_EDGE)
    there = away(start, round(1 / framed.unit), 0)
    framed.press(start)
    framed.move(there)
    plain = framed.points
    QTest.keyPress(framed.canvas, Qt.Key.Key_Alt)
    close(framed, CORNERS * (2, 1))
    QTest.keyPress(framed.canvas, Qt.Key.Key_Shift, ALT)
    close(framed, CORNERS * 2)
    QTest.keyRelease(framed.canvas, Qt.Key.Key_Alt, ALT | SHIFT)
    QTest.keyRelease(framed.canvas, Qt.Key.Key_Shift, SHIFT)
    assert framed.points.tolist() == plain.tolist()
    QTest.keyPress(framed.canvas, Qt.Key.Key_Shift)
    QTest.keyPress(framed.canvas, Qt.Key.Key_Meta, SHIFT)  # as X11 says
    close(framed, CORNERS * 2)
    QTest.keyRelease(framed.canvas, Qt.Key.Key_Meta, ALT | SHIFT)
    QTest.keyRelease(framed.canvas, Qt.Key.Key_Shift, SHIFT)
    assert framed.points.tolist() == plain.tolist()
    framed.release(there)
    assert framed.undo.count() == 1


def test_dragging_through_the_opposite_edge_mirrors(framed):
    """The pointer is then outside the frame on the other side, as it was before."""
    width = places(framed)[RIGHT_EDGE][0] - places(framed)[LEFT_EDGE][0]
    room = (width - 2 / framed.unit) / 2
    pull(framed, RIGHT_EDGE, -round(4 / framed.unit + 2 * room), 0)
    close(framed, [[-1, 1], [-3, 1], [-1, -1], [-3, -1]])


def test_no_extent_is_lost_on_the_way_through(framed):
    start = pixel(framed, RIGHT_EDGE)
    framed.press(start)
    for right in range(0, -round(3 / framed.unit), -3):
        framed.move(away(start, right, 0))
        assert np.ptp(framed.points[:, 0]) > 0.9 * framed.unit
    framed.release(start)


def test_the_turning_handle_turns_by_the_angle_that_the_pointer_goes(framed):
    centre = framed.at(0, 0)
    start = pixel(framed, TURN)
    radius = centre.y() - start.y()
    framed.press(start)
    for degrees in (10, 20, 30):
        a = np.radians(90 + degrees)
        framed.move(away(centre, round(radius * np.cos(a)), -round(radius * np.sin(a))))
    framed.release(away(centre, round(radius * np.cos(a)), -round(radius * np.sin(a))))
    name, degrees = framed.undo.undoText().rsplit(" by ")
    assert name == "rotate 4 points"
    said = float(degrees.removesuffix("°"))
    assert said == pytest.approx(30, abs=0.5)
    c, s = np.cos(np.radians(said)), np.sin(np.radians(said))
    np.testing.assert_allclose(framed.points, CORNERS @ [[c, s], [-s, c]], atol=1e-12)
    assert framed.undo.count() == 1


def test_shift_turns_in_steps_and_quarter_turns_are_exact(framed):
    centre, start = framed.at(0, 0), pixel(framed, TURN)
    radius = centre.y() - start.y()
    framed.press(start, LEFT, SHIFT)
    framed.move(away(centre, -radius, 9), LEFT, SHIFT)
    framed.release(away(centre, -radius, 9), LEFT, SHIFT)
    assert framed.undo.undoText() == "rotate 4 points by 90°"
    assert framed.points.tolist() == [[-1, -1], [-1, 1], [1, -1], [1, 1]]


def test_turning_keeps_the_shape_on_the_screen_when_units_differ_in_length(framed):
    framed.canvas.view_box.set_equal(False)
    framed.canvas.set_view(View(-2, 2, -12, 12))
    before = framed.pixels()
    centre, start = framed.at(0, 0), pixel(framed, TURN)
    there = away(centre, -(centre.y() - start.y()), 0)
    framed.press(start, LEFT, SHIFT)
    framed.move(there, LEFT, SHIFT)
    framed.release(there, LEFT, SHIFT)
    middle = before.mean(axis=0)
    x, y = (before - middle).T
    np.testing.assert_allclose(framed.pixels(), middle + np.column_stack([y, -x]), atol=1e-6)


def test_with_free_axes_the_corner_follows_the_pointer_in_both(framed):
    framed.canvas.view_box.set_equal(False)
    framed.canvas.set_view(View(-2, 2, -12, 12))
    before = framed.pixels()
    pull(framed, TOP_RIGHT, 30, -20)
    np.testing.assert_allclose(framed.pixels()[1] - before[1], [30, -20], atol=1e-6)
    assert framed.points[2].tolist() == [-1, -1]


def test_zoomed_in_the_handles_are_at_the_points_and_work(framed):
    show(framed.canvas, View(0.5, 1.5, 0.6, 1.4))
    before = framed.pixels()
    pull(framed, TOP_RIGHT, 20, -30)
    np.testing.assert_allclose(framed.pixels()[1] - before[1], [20, -30], atol=1e-6)


def test_points_move_while_the_handle_is_dragged(framed):
    seen = []
    framed.document.changed.connect(lambda before, after: seen.append(after.dataset.points[1, 0]))
    pull(framed, RIGHT_EDGE, 60, 0, steps=12)
    assert len(seen) > 8
    assert seen == sorted(seen)


@pytest.mark.parametrize("handle", [TOP_RIGHT, TURN])
def test_escape_gives_back_what_was(framed, handle):
    start = pixel(framed, handle)
    framed.press(start)
    framed.move(away(start, 50, 30))
    assert framed.points.tolist() != CORNERS.tolist()
    framed.key(Qt.Key.Key_Escape)
    assert framed.points.tolist() == CORNERS.tolist()
    framed.move(away(start, 90, 30))
    framed.release(away(start, 90, 30))
    assert framed.points.tolist() == CORNERS.tolist()
    assert not framed.undo.canUndo()
    assert not framed.undo.canRedo()
    assert framed.canvas.selection.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("handle", [TOP_RIGHT, TURN])
def test_dragged_and_brought_back_is_no_step(framed, handle):
    start = pixel(framed, handle)
    framed.press(start)
    framed.move(away(start, 50, 30))
    framed.move(start)
    framed.release(start)
    assert framed.points.tolist() == CORNERS.tolist()
    assert not framed.undo.canUndo()


def test_a_click_on_a_handle_does_nothing(framed):
    framed.press(pixel(framed, TOP_RIGHT))
    framed.release(away(pixel(framed, TOP_RIGHT), 2, 1))
    assert framed.canvas.selection.tolist() == [0, 1, 2, 3]
    assert framed.undo.count() == 0


def test_a_point_below_a_handle_can_be_clicked(framed):
    at = pixel(framed, TOP_RIGHT)
    framed.take("draw")
    framed.press(at)
    framed.release(at)
    framed.take("select")
    framed.canvas.select(np.arange(4))
    QTest.mouseClick(framed.viewport, LEFT, NONE, at)
    assert framed.canvas.selection.tolist() == [4]


def test_the_other_buttons_and_ctrl_are_the_tools_own_on_a_handle(framed):
    at = pixel(framed, TOP_RIGHT)
    for button, modifiers in ((RIGHT, NONE), (LEFT, CTRL)):
        framed.press(at, button, modifiers)
        framed.move(away(at, 30, -30), button, modifiers)
        framed.release(away(at, 30, -30), button, modifiers)
    assert framed.points.tolist() == CORNERS.tolist()
    assert framed.canvas.selection.tolist() == [0, 1, 2, 3]


def test_drawing_on_a_selection_is_drawing(framed):
    at = pixel(framed, TOP_RIGHT)
    framed.take("draw")
    framed.press(at)
    framed.release(at)
    assert len(framed.dataset) == 5


def test_points_on_a_line_are_stretched_along_it_and_turned(qtbot):
    stage = Stage(qtbot, [[-1, 0.5], [0, 0.5], [1, 0.5]], [1, 1, -1])
    stage.take("select")
    stage.canvas.select_all()
    assert set(places(stage)) == {LEFT_EDGE, RIGHT_EDGE, TURN}
    pull(stage, RIGHT_EDGE, round(1 / stage.unit), 40, SHIFT)
    np.testing.assert_allclose(stage.points, [[-1, 0.5], [0.5, 0.5], [2, 0.5]], atol=2 * stage.unit)
    assert stage.points[:, 1].tolist() == [0.5] * 3
    pull(stage, TURN, 400, round(stage.at(0, 0.5).y() - pixel(stage, TURN).y()), SHIFT)
    assert stage.undo.undoText() == "rotate 3 points by −90°"
    assert np.ptp(stage.points[:, 0]) == 0


def test_with_a_grid_the_dragged_edge_snaps_to_it(framed):
    framed.canvas.set_snap(True)
    pull(framed, RIGHT_EDGE, round(0.47 / framed.unit), 0)
    np.testing.assert_allclose(framed.points[1], [1.4, 1], atol=1e-9)


def test_thousands_of_points_are_scaled_in_one_step(qtbot):
    rng = np.random.default_rng(3)
    points = rng.uniform(-1, 1, (5000, 2))
    stage = Stage(qtbot, points, rng.choice([-1, 1], 5000))
    stage.take("select")
    stage.canvas.select_all()
    pull(stage, BOTTOM_RIGHT, 50, 40)
    assert stage.undo.count() == 1
    assert stage.undo.undoText() == "scale 5000 points"
    stage.undo.undo()
    assert np.array_equal(stage.points, points)


def test_what_would_go_beyond_all_numbers_is_said_and_nothing_moves(qtbot):
    stage = Stage(qtbot, [[0, 0], [0.01, 1e307], [0, 1]], [1, 1, -1])
    told = []
    stage.canvas.stage.hinted.connect(told.append)
    stage.canvas.view_box.set_equal(False)
    stage.canvas.set_view(View(-1, 1, -1e3, 1e3))
    stage.take("select")
    stage.canvas.select_all()
    before = stage.points
    start = pixel(stage, BOTTOM_RIGHT)
    stage.press(start, LEFT, SHIFT)
    stage.move(away(start, 300, 0), LEFT, SHIFT)
    assert "largest number" in told[-1]
    stage.release(away(start, 300, 0), LEFT, SHIFT)
    assert stage.points is before
    assert stage.undo.count() == 0
    assert not stage.canvas.grab().isNull(), "a frame that large is painted, as far as it can be seen"


def test_undo_in_the_middle_of_a_drag_ends_it(framed):
    framed.drag((1, 1), (1.5, 1))
    start = pixel(framed, TURN)
    framed.press(start)
    framed.move(away(start, 40, 20))
    framed.undo.undo()
    framed.undo.undo()
    framed.move(away(start, 80, 20))
    framed.release(away(start, 80, 20))
    assert framed.points.tolist() == CORNERS.tolist()
    assert places(framed)
