"""The frame around the selection: when it is there, what it looks like, and how it says what its handles do."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from kpgui.geometry.shapes import TURN
from kpgui.ui.canvas.layers.handles import HandlesLayer
from tests.ui.canvas.grips import BOTTOM_RIGHT, LEFT_EDGE, RIGHT_EDGE, TOP, TOP_RIGHT, pixel, places
from tests.ui.canvas.stage import LEFT, SHIFT, Stage, away


@pytest.mark.parametrize("tool, shown", [("select", True), ("lasso", True), ("move", True), ("draw", False)])
def test_handles_are_shown_with_the_tools_that_select_and_move(four, tool, shown):
    four.canvas.select_all()
    four.take(tool)
    assert bool(places(four)) == shown


def test_one_point_has_no_frame_nor_have_points_on_one_place(qtbot):
    stage = Stage(qtbot, [[1, 1], [1, 1], [0, 0]], [1, 1, -1])
    stage.take("select")
    stage.canvas.select(np.array([2]))
    assert not places(stage)
    stage.canvas.select(np.array([0, 1]))
    assert not places(stage)
    stage.canvas.select_all()
    assert len(places(stage)) == 9


def test_the_frame_waits_while_other_points_are_being_selected(framed):
    start = framed.at(-1.8, 1.8)
    framed.press(start)
    framed.move(framed.at(1.8, 0))
    assert framed.canvas.selection.tolist() == [0, 1]
    assert not places(framed)
    framed.release(framed.at(1.8, 0))
    assert places(framed)


def test_the_frame_goes_along_when_the_points_are_moved(framed):
    before = places(framed)[TOP_RIGHT]
    framed.drag((1, 1), (1.5, 1))
    moved = np.subtract(places(framed)[TOP_RIGHT], before)
    np.testing.assert_allclose(moved, [0.5 / framed.unit, 0], atol=1)
    framed.undo.undo()
    assert places(framed)[TOP_RIGHT] == before


def test_the_pointer_and_a_hint_tell_what_a_handle_does(framed):
    told = []
    framed.canvas.stage.hinted.connect(told.append)
    shapes = {
        RIGHT_EDGE: Qt.CursorShape.SizeHorCursor,
        TOP: Qt.CursorShape.SizeVerCursor,
        TOP_RIGHT: Qt.CursorShape.SizeBDiagCursor,
        BOTTOM_RIGHT: Qt.CursorShape.SizeFDiagCursor,
        TURN: Qt.CursorShape.BitmapCursor,
    }
    for handle, shape in shapes.items():
        framed.hover(pixel(framed, handle))
        assert framed.viewport.cursor().shape() == shape
        assert ("15°" if handle == TURN else "proportions") in told[-1]
    framed.hover(framed.at(0, 0))
    assert framed.viewport.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert told[-1] == ""
    framed.hover(pixel(framed, TOP))
    framed.key(Qt.Key.Key_Escape)
    assert told[-1] == "", "what was selected is not any more"
    assert framed.viewport.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_while_a_handle_is_dragged_the_hint_says_how_far(framed):
    told = []
    framed.canvas.stage.hinted.connect(told.append)
    start = pixel(framed, RIGHT_EDGE)
    framed.press(start)
    framed.move(away(start, round(1 / framed.unit), 0))
    assert told[-1].startswith("Width × 1.5, height × 1.")
    framed.key(Qt.Key.Key_Escape)
    framed.release(start)


def test_the_frame_is_painted_around_the_points_and_goes_with_the_selection(framed):
    x, y = places(framed)[LEFT_EDGE]
    framed.hover(QPoint(5, 5))
    beside = [framed.canvas.mapping.to_plane(x + right, y - 40) for right in (-1, 0, 1)]
    line = framed.layer(HandlesLayer).palette.selection
    assert line in [framed.colour_at(*place) for place in beside]
    framed.canvas.stage.clear_selection()
    assert line not in [framed.colour_at(*place) for place in beside]


def test_turning_is_shown_by_the_frame(framed):
    centre, start = framed.at(0, 0), pixel(framed, TURN)
    radius = centre.y() - start.y()
    upright = framed.canvas.grab().toImage()
    framed.press(start, LEFT, SHIFT)
    framed.move(away(centre, round(radius * 0.7), -round(radius * 0.7)), LEFT, SHIFT)
    turned = framed.canvas.grab().toImage()
    assert turned != upright
    # The handle is where the pointer is.
    at = framed.canvas.mapFromScene(framed.canvas.view_box.mapToScene(*map(float, places(framed)[TURN])))
    assert at == start, "and where it was is known, for the next move"
    colour = turned.pixelColor(away(centre, round(radius * 0.707), -round(radius * 0.707))).name()
    assert colour == framed.layer(HandlesLayer).palette.selection
    framed.key(Qt.Key.Key_Escape)
    framed.release(start)
