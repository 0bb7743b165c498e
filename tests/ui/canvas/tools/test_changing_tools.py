"""The tools that select points and change them: lasso, move, class brush, jitter, magnet, hold out."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from kpgui.model.session import View
from kpgui.ui.canvas import TOOLS
from kpgui.ui.canvas.layers.pointer import BandLayer
from tests.ui.canvas.stage import ALT, CTRL, LEFT, RIGHT, SHIFT, Stage, away, show

AROUND_LEFT = (-1.5, 1.5), (-0.5, 1.5), (-0.5, -1.5), (-1.5, -1.5)


@pytest.fixture
def grid(qtbot):
    """121 points, every 0.2 from −1 to 1."""
    at = np.linspace(-1, 1, 11)
    points = np.stack(np.meshgrid(at, at), axis=-1).reshape(-1, 2)
    return Stage(qtbot, points, np.ones(121, int))


def test_the_lasso_selects_what_it_is_drawn_around(four):
    four.take("lasso")
    four.follow(*AROUND_LEFT)
    assert four.canvas.selection.tolist() == [0, 2]
    assert four.undo.count() == 0


def test_a_lasso_of_any_form_selects_by_the_even_odd_rule(grid):
    """A star: what its lines go round twice is outside."""
    grid.take("lasso")
    angles = np.pi / 2 + np.arange(6) * 4 * np.pi / 5
    grid.follow(*np.column_stack([np.cos(angles), np.sin(angles)]).tolist())
    chosen = grid.points[grid.canvas.selection]
    assert not (np.hypot(*chosen.T) < 0.3).any()
    assert 5 < len(chosen) < 40


def test_the_lasso_begins_on_a_point_as_well(four):
    four.take("lasso")
    four.follow((-1, 1), (1.5, 1.5), (1.5, 0.5), (-1, 0.5))
    assert 1 in four.canvas.selection
    assert four.points[0].tolist() == [-1, 1]


@pytest.mark.parametrize(("modifiers", "button"), [(ALT, LEFT), (Qt.KeyboardModifier.NoModifier, RIGHT)])
@pytest.mark.parametrize("tool", ["lasso", "select"])
def test_alt_or_the_right_button_takes_from_the_selection(four, tool, modifiers, button):
    four.take(tool)
    four.canvas.select_all()
    corners = AROUND_LEFT if tool == "lasso" else ((-1.5, 1.5), (-0.5, -1.5))
    four.follow(*corners, button=button, modifiers=modifiers)
    assert four.canvas.selection.tolist() == [1, 3]
    assert len(four.dataset) == 4


def test_ctrl_adds_to_the_selection(four):
    four.take("lasso")
    four.canvas.select(np.array([1]))
    four.follow(*AROUND_LEFT, modifiers=CTRL)
    assert four.canvas.selection.tolist() == [0, 1, 2]


def test_the_loop_is_drawn_while_it_is_made_and_escape_gives_it_up(four):
    four.take("lasso")
    four.canvas.select(np.array([3]))
    band = four.layer(BandLayer)
    four.press(four.at(-1.5, 1.5))
    for place in AROUND_LEFT[1:]:
        four.move(four.at(*place))
    assert band.loop.count() == 4
    assert four.colour_at(-0.8, 0) != "#ffffff"
    four.key(Qt.Key.Key_Escape)
    assert band.loop is None
    assert four.canvas.selection.tolist() == [3]


def test_shift_and_drag_still_draw_a_rectangle_with_a_brush_in_the_hand(four):
    four.take("erase")
    four.drag((-1.5, 1.5), (1.5, 0.5), LEFT, SHIFT)
    assert four.canvas.selection.tolist() == [0, 1]
    assert len(four.dataset) == 4


def test_move_takes_the_selection_along_from_anywhere(four):
    four.take("move")
    four.canvas.select(np.array([0, 1]))
    four.drag((0, 0), (0.5, -0.25))
    np.testing.assert_allclose(four.points[:2], [[-0.5, 0.75], [1.5, 0.75]], atol=2 * four.unit)
    assert four.points[2:].tolist() == [[-1, -1], [1, -1]]
    assert four.canvas.selection.tolist() == [0, 1]
    assert (four.undo.count(), four.undo.undoText()) == (1, "move 2 points")


@pytest.mark.parametrize("falloff", ["smooth", "linear", "constant"])
def test_move_without_a_selection_moves_the_neighbourhood_by_its_falloff(grid, falloff):
    radius = 0.7
    grid.take("move", radius=radius / grid.unit, falloff=falloff)
    before = grid.points
    grid.drag((0, 0), (0.4, 0.2))
    share = np.minimum(np.hypot(*before.T) / radius, 1)
    smooth, linear = (1 - share**2) ** 2, 1 - share
    expected = {"smooth": smooth, "linear": linear, "constant": share < 1}[falloff][:, None]
    np.testing.assert_allclose(grid.points, before + expected * (0.4, 0.2), atol=3 * grid.unit)
    assert grid.undo.undoText() == f"move {np.count_nonzero(share < 1)} points"
    grid.undo.undo()
    np.testing.assert_array_equal(grid.points, before)


def test_the_class_brush_gives_the_left_button_s_class(grid):
    grid.take("relabel", radius=15.0)
    grid.follow((-1, 0), (1, 0), button=RIGHT)
    assert set(grid.points[np.array(grid.labels) < 0][:, 1].round(9)) == {0.0}
    assert grid.labels.count(-1) == 11
    assert grid.undo.undoText() == "relabel 11 points"
    grid.canvas.set_left_class(-1)
    grid.follow((0, -1), (0, 1))
    assert grid.labels.count(-1) == 11 + 10
    grid.follow((0, -1), (0, 1))
    assert grid.undo.count() == 2, "they had this class already"
    grid.undo.undo()
    grid.undo.undo()
    assert grid.labels == [1] * 121


def test_the_hold_out_brush_marks_points_and_the_right_button_takes_the_mark_away(grid):
    grid.take("hold_out", radius=15.0)
    grid.follow((-1, 0), (1, 0))
    assert np.count_nonzero(grid.dataset.held_out) == 11
    assert grid.undo.undoText() == "hold out 11 points"
    grid.follow((0, 0), (1, 0), button=RIGHT)
    assert grid.points[grid.dataset.held_out][:, 0].max() < -0.1
    assert grid.undo.undoText() == "train on 6 points"
    grid.undo.undo()
    assert np.count_nonzero(grid.dataset.held_out) == 11


def test_points_that_are_held_out_are_drawn_hollow(four):
    assert four.colour_at(1, -1) == "#d55e00"
    four.take("hold_out")
    four.click(1, -1)
    four.click(1, 1)
    assert four.colour_at(1, -1) == four.colour_at(1, 1) == "#ffffff"
    assert four.colour_at(-1, 1) == "#d55e00"


def test_jitter_moves_only_what_is_in_the_circle_at_random(grid):
    grid.take("jitter", radius=0.5 / grid.unit, strength=5.0)
    before = grid.points
    grid.click(0, 0)
    shift = (grid.points - before) / grid.unit
    near = np.hypot(*before.T) < 0.5
    assert (shift[np.hypot(*before.T) > 0.52] == 0).all()
    assert shift[near].std() == pytest.approx(5, rel=0.3)
    assert abs(shift[near].mean()) < 2.5
    assert grid.undo.undoText() == f"jitter {np.count_nonzero(near)} points"


def test_a_stroke_s_name_counts_each_point_once(grid):
    grid.take("jitter", radius=0.5 / grid.unit)
    before = grid.points
    grid.follow((0, 0), (0.1, 0), (0, 0), (0.1, 0))
    moved = np.count_nonzero((grid.points != before).any(axis=1))
    assert grid.undo.undoText() == f"jitter {moved} points"


@pytest.mark.parametrize("events", [8, 40])
def test_brushing_on_shakes_as_much_however_many_events_the_mouse_sends(grid, events):
    """A way of four radii within the reach of every point here: the press and eight half radii."""
    grid.take("jitter", radius=400.0, strength=2.0)
    before = grid.pixels()
    pixel = grid.at(0, 0)
    grid.press(pixel)
    for _ in range(4):
        for k in range(1, events + 1):
            grid.move(away(pixel, round(200 * k / events), 0))
        for k in range(events - 1, -1, -1):
            grid.move(away(pixel, round(200 * k / events), 0))
    grid.release(pixel)
    assert (grid.pixels() - before).std() == pytest.approx(2 * np.sqrt(1 + 8), rel=0.2)


def test_the_magnet_pulls_as_much_however_many_events_the_mouse_sends(qtbot):
    after = []
    for events in (6, 60):
        stage = Stage(qtbot, [[0, 1], [0.3, 1.2], [-0.4, 0.9]], [1, 1, 1])
        stage.take("magnet", radius=200.0, strength=20.0)
        stage.drag((-1, 0), (1, 0), steps=events)
        after.append(stage.pixels())
    np.testing.assert_allclose(after[0], after[1], atol=4)


def test_a_long_jitter_is_one_undo_that_restores_every_bit(grid):
    before = grid.points
    grid.take("jitter")
    grid.follow((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0))
    assert not np.array_equal(grid.points, before)
    assert grid.undo.count() == 1
    grid.undo.undo()
    np.testing.assert_array_equal(grid.points, before)


@pytest.mark.parametrize(("button", "verb", "sign"), [(LEFT, "pull", -1), (RIGHT, "push", 1)])
def test_the_magnet_pulls_points_together_and_pushes_them_apart(grid, button, verb, sign):
    grid.take("magnet", radius=0.9 / grid.unit, strength=30.0)
    before = grid.points
    grid.click(0.01, 0.01, button)
    near = (np.hypot(*before.T) < 0.85) & (np.hypot(*before.T) > 0.1)
    change = np.hypot(*grid.points.T) - np.hypot(*before.T)
    assert (sign * change[near] > 0).all()
    assert (change[np.hypot(*before.T) > 0.95] == 0).all()
    assert grid.undo.undoText().startswith(verb)


@pytest.mark.parametrize("tool", TOOLS.members, ids=TOOLS.keys())
def test_points_as_far_as_numbers_go_disturb_no_tool(qtbot, tool):
    far = [[1e200, -1e200], [-1.7e308, 1.7e308]]
    stage = Stage(qtbot, [*far, [0, 0]], [1, -1, 1])
    show(stage.canvas, View(-3, 3, -2, 2))
    stage.take(tool.key)
    stage.drag((-1, -1), (1, 1))
    stage.click(0.5, 0)
    assert stage.points[:2].tolist() == far
    while stage.undo.canUndo():
        stage.undo.undo()
    assert stage.points.tolist() == [*far, [0, 0]]


def test_escape_gives_a_brush_stroke_up(grid):
    before = grid.points
    grid.take("magnet")
    pixel = grid.at(0, 0)
    grid.press(pixel)
    grid.move(away(pixel, 30, 10))
    grid.key(Qt.Key.Key_Escape)
    np.testing.assert_array_equal(grid.points, before)
    assert grid.undo.count() == 0
