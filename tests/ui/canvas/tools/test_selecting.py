"""Selecting points."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from kpgui.geometry.palette import DARK, LIGHT, rgb
from kpgui.model.edits import Remove
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.pointer import BandLayer
from kpgui.ui.canvas.layers.support_rings import WrongLayer
from tests.ui.canvas.stage import CTRL, LEFT, RIGHT, SHIFT, away


@pytest.fixture
def selecting(four):
    four.canvas.set_tool("select")
    return four


def test_a_rectangle_with_shift_selects_with_any_tool(four):
    four.drag((-1.5, 1.5), (1.5, 0.5), LEFT, SHIFT)
    assert four.canvas.tool == "draw"
    assert four.canvas.selection.tolist() == [0, 1]
    assert len(four.dataset) == 4


def test_a_rectangle_of_the_select_tool_replaces_the_selection(selecting):
    selecting.canvas.select(np.array([3]))
    selecting.drag((-1.5, -1.5), (-0.5, 1.5))
    assert selecting.canvas.selection.tolist() == [0, 2]


def test_a_rectangle_with_ctrl_adds(selecting):
    selecting.canvas.select(np.array([3]))
    selecting.drag((-1.5, -1.5), (-0.5, 1.5), LEFT, CTRL)
    assert selecting.canvas.selection.tolist() == [0, 2, 3]


def test_a_click_with_ctrl_toggles(selecting):
    selecting.click(1, 1, LEFT, CTRL)
    selecting.click(-1, 1, LEFT, CTRL)
    assert selecting.canvas.selection.tolist() == [0, 1]
    selecting.click(1, 1, LEFT, CTRL)
    assert selecting.canvas.selection.tolist() == [0]


def test_a_click_on_a_point_with_shift_toggles(four):
    four.canvas.select(np.array([0, 1]))
    four.click(1, 1, LEFT, SHIFT)
    assert four.canvas.selection.tolist() == [0]


def test_a_click_on_an_empty_place_clears(selecting):
    selecting.canvas.select_all()
    selecting.click(0, 0)
    assert selecting.canvas.selection.tolist() == []
    assert len(selecting.dataset) == 4


def test_the_select_tool_drags_the_selection(selecting):
    selecting.canvas.select(np.array([0, 1]))
    selecting.drag((-1, 1), (-1, 0.5))
    np.testing.assert_allclose(selecting.points[:2], [[-1, 0.5], [1, 0.5]], atol=2 * selecting.unit)


def test_the_select_tool_adds_no_points(selecting):
    selecting.click(0, 0, RIGHT)
    selecting.click(0, 0)
    assert len(selecting.dataset) == 4


def test_the_band_is_drawn_while_it_is_stretched(selecting):
    band = selecting.layer(BandLayer)
    pixel = selecting.at(-1.5, 1.5)
    selecting.press(pixel)
    selecting.move(away(pixel, 80, 60))
    assert (band.rectangle.width(), band.rectangle.height()) == (80, 60)
    assert selecting.colour_at(-1.3, 1.3) != "#ffffff"
    selecting.release(away(pixel, 80, 60))
    assert band.rectangle is None


def test_escape_gives_the_rectangle_up(selecting):
    selecting.canvas.select(np.array([3]))
    pixel = selecting.at(-1.5, 1.5)
    selecting.press(pixel)
    selecting.move(selecting.at(1.5, 0.5))
    assert selecting.canvas.selection.tolist() == [0, 1]
    selecting.key(Qt.Key.Key_Escape)
    assert selecting.canvas.selection.tolist() == [3]


def test_escape_clears_the_selection(four):
    four.canvas.select_all()
    four.key(Qt.Key.Key_Escape)
    assert four.canvas.selection.tolist() == []


def test_deleting_the_selection_and_undo(four):
    four.drag((-1.5, 1.5), (1.5, 0.5), LEFT, SHIFT)
    four.canvas.delete_selection()
    assert four.dataset.ids.tolist() == [2, 3]
    assert four.canvas.selection.tolist() == []
    four.undo.undo()
    assert four.dataset.ids.tolist() == [0, 1, 2, 3]


def test_deleting_nothing_is_no_edit(four):
    four.canvas.delete_selection()
    assert four.undo.count() == 0


def test_points_that_go_are_not_selected_any_more_and_this_is_announced(four, qtbot):
    four.canvas.select(np.array([1, 2]))
    with qtbot.waitSignal(four.canvas.focus.selection_changed) as told:
        four.document.edit(Remove(np.array([2])), "delete")
    assert told.args[0].tolist() == [1]
    assert told.args[0].dtype == np.int64


def test_unknown_ids_are_not_selected(four):
    four.canvas.select(np.array([1, 99]))
    assert four.canvas.selection.tolist() == [1]


def test_the_cursor_tells_the_tool(four):
    assert four.viewport.cursor().shape() == Qt.CursorShape.CrossCursor
    four.canvas.set_tool("select")
    assert four.viewport.cursor().shape() == Qt.CursorShape.ArrowCursor


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_selected_and_hovered_points_are_marked_in_the_colour_of_the_selection_not_of_the_program(four, palette):
    four.canvas.set_palette(palette)
    assert not painted(four, palette.selection)
    four.canvas.focus.hover(2)
    assert painted(four, palette.selection)
    four.canvas.focus.hover(None)
    four.canvas.select(np.array([1]))
    assert painted(four, palette.selection)
    assert painted(four, palette.selection_edge)
    assert not painted(four, palette.accent)


def test_the_rectangle_around_points_has_the_colour_of_the_selection(selecting):
    selecting.press(selecting.at(-2, -1.5))
    selecting.move(selecting.at(0.5, 1.5))
    assert painted(selecting, LIGHT.selection)
    assert painted(selecting, LIGHT.selection_edge)
    assert not painted(selecting, LIGHT.accent)
    selecting.release(selecting.at(0.5, 1.5))


def test_a_selected_point_is_still_seen_to_be_on_the_wrong_side(four):
    four.canvas.set_shown(WrongLayer, True)
    four.canvas.set_shown(LegendLayer, False)
    four.canvas.select(np.array([1]))
    assert not painted(four, LIGHT.danger)
    four.canvas.show_frame(four.frame(wrong=[1]))
    assert painted(four, LIGHT.danger)
    assert painted(four, LIGHT.selection)


def painted(stage, colour):
    """Whether some pixel of the canvas has almost this colour: edges are smoothed."""
    image = stage.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGBX8888)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4)[:, :3].astype(int)
    return bool((np.abs(pixels - rgb(colour)).max(axis=1) < 24).any())
