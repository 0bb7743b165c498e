"""The tools that add points and take them away: spray, line, ellipse, blob, eraser."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from kpgui.model.session import View
from tests.ui.canvas.stage import CTRL, LEFT, RIGHT, Stage, away, show

WIDE_AND_LOW = View(-300, 300, -2, 2)
"""Where a unit of y is a hundred times as long on the screen as one of x."""


def from_middle(stage, x, y):
    """How far each point is from the pixel of a place, (n, 2)."""
    return stage.pixels() - stage.canvas.mapping.to_pixels(np.array([[x, y]]))


def test_a_click_sprays_as_many_points_as_the_density_into_the_circle(stage):
    stage.take("spray", radius=40.0, density=50)
    stage.click(0.5, 0.5)
    assert stage.labels == [1] * 50
    assert np.hypot(*from_middle(stage, 0.5, 0.5).T).max() <= 41.5
    assert stage.undo.undoText() == "spray 50 points"
    stage.undo.undo()
    assert len(stage.dataset) == 0


def test_the_right_button_sprays_the_other_class(stage):
    stage.take("spray", density=5)
    stage.click(0, 0, RIGHT)
    assert stage.labels == [-1] * 5


def test_a_stroke_is_one_undo_named_by_all_its_points(stage):
    stage.take("spray", radius=20.0, density=10)
    stage.follow((-1, 0), (-0.5, 0.2), (0, 0), (1, 0))
    assert len(stage.dataset) > 30
    assert stage.undo.count() == 1
    assert stage.undo.undoText() == f"spray {len(stage.dataset)} points"
    stage.undo.undo()
    assert len(stage.dataset) == 0
    stage.undo.redo()
    assert len(stage.dataset) > 30


def test_the_same_way_sprays_the_same_points_however_many_events_the_mouse_sends(qtbot):
    slow, quick = Stage(qtbot), Stage(qtbot)
    for stage, steps in ((slow, 40), (quick, 2)):
        stage.take("spray", radius=20.0, density=9)
        start = stage.at(-1, 0)
        stage.press(start)
        for i in range(1, steps + 1):
            stage.move(away(start, 160 * i // steps, 0))
        stage.release(away(start, 160, 0))
    assert len(slow.dataset) == 9 + 160 * 9 // 40
    np.testing.assert_allclose(slow.points, quick.points, atol=1e-9)


def test_two_strokes_differ_and_a_window_repeats_what_another_did(qtbot):
    one, other = Stage(qtbot), Stage(qtbot)
    for stage in (one, other):
        stage.take("spray", density=6)
        stage.click(0, 0)
        stage.click(0, 0)
    assert not np.array_equal(one.points[:6], one.points[6:])
    np.testing.assert_array_equal(one.points, other.points)


def test_a_normal_spray_is_denser_in_the_middle(stage):
    stage.take("spray", radius=100.0, density=1000, spread="normal")
    stage.click(0, 0)
    away_by = np.hypot(*from_middle(stage, 0, 0).T)
    assert 1 - np.mean(away_by <= 100) == pytest.approx(np.exp(-2), abs=0.05)
    assert np.mean(away_by <= 50) == pytest.approx(1 - np.exp(-0.5), abs=0.05)


def test_a_brush_is_a_circle_on_the_screen_whatever_the_units(stage):
    stage.canvas.set_view(WIDE_AND_LOW)
    stage.take("spray", radius=60.0, density=1000)
    stage.click(0, 0)
    spread = stage.points.std(axis=0)
    assert spread[0] > 50 * spread[1]
    np.testing.assert_allclose(from_middle(stage, 0, 0).std(axis=0), 30, atol=2.5)


def test_points_are_not_squashed_at_the_edge(stage):
    stage.take("spray", radius=80.0, density=1000)
    mapping = stage.canvas.mapping
    corner = QPoint(*(int(c) for c in stage.canvas.view_box.scenePos().toTuple())) + QPoint(2, 2)
    stage.press(corner)
    stage.release(corner)
    spots = stage.pixels()
    beyond = ~((spots >= 0) & (spots <= (mapping.width, mapping.height))).all(axis=1)
    assert np.mean(beyond) == pytest.approx(0.75, abs=0.07)
    np.testing.assert_allclose(spots.std(axis=0), 40, atol=3)


def test_a_line_has_its_points_equally_far_apart_from_press_to_release(stage):
    stage.take("line", count=5)
    stage.drag((-1, -1), (1, 0))
    assert stage.labels == [1] * 5
    np.testing.assert_allclose(stage.points, np.linspace([-1, -1], [1, 0], 5), atol=stage.unit)
    assert (stage.undo.count(), stage.undo.undoText()) == (1, "line of 5 points")
    stage.undo.undo()
    assert len(stage.dataset) == 0


def test_a_line_s_noise_scatters_its_points(stage):
    stage.take("line", count=400, noise=12.0)
    stage.drag((-2, 0), (2, 0))
    assert from_middle(stage, 0, 0)[:, 1].std() == pytest.approx(12, rel=0.15)


@pytest.mark.parametrize(
    ("end", "degrees"), [((1, 0.2), 0), ((-0.8, 1.4), 90), ((0, 0.6), 45), ((0, 1.4), 45), ((-1.6, -0.9), -135)]
)
def test_ctrl_keeps_a_line_level_upright_or_at_45_degrees(stage, end, degrees):
    stage.take("line", count=3)
    stage.drag((-1, 0), end, LEFT, CTRL)
    length, angle = np.hypot(end[0] + 1, end[1]), np.radians(degrees)
    wanted = (length * np.cos(angle) - 1, length * np.sin(angle))
    np.testing.assert_allclose(stage.points[2], wanted, atol=2 * stage.unit)


@pytest.mark.parametrize("tool", ["line", "ellipse"])
def test_a_click_with_a_shape_that_needs_a_drag_does_nothing(stage, tool):
    stage.take(tool)
    stage.click(0, 0)
    assert (len(stage.dataset), stage.undo.count()) == (0, 0)


def test_an_ellipse_fits_into_the_corners_that_it_was_dragged_between(stage):
    stage.take("ellipse", count=60)
    stage.drag((-2, -1), (1, 0.5), RIGHT)
    assert stage.labels == [-1] * 60
    scaled = (stage.points - (-0.5, -0.25)) / (1.5, 0.75)
    np.testing.assert_allclose(np.hypot(*scaled.T), 1, atol=0.03)


@pytest.mark.parametrize(("right", "up"), [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_ctrl_makes_a_circle_on_the_side_where_the_pointer_is(stage, right, up):
    stage.take("ellipse", count=60)
    stage.drag((0, 0), (1.6 * right, 0.5 * up), LEFT, CTRL)
    away_from_middle = stage.pixels() - stage.canvas.mapping.to_pixels(np.array([[0.8 * right, 0.8 * up]]))
    np.testing.assert_allclose(np.hypot(*away_from_middle.T), 0.8 / stage.unit, atol=2)


def test_a_filled_ellipse_has_points_inside(stage):
    stage.take("ellipse", count=1000, filled=True)
    stage.drag((-2, -1), (2, 1))
    inside = np.hypot(*(stage.points / (2, 1)).T)
    assert inside.max() <= 1.02
    assert np.mean(inside <= 0.5) == pytest.approx(0.25, abs=0.05)


def test_a_click_makes_a_blob_of_the_circle_s_size(stage):
    stage.take("blob", count=1000, radius=50.0)
    stage.click(0, 0)
    np.testing.assert_allclose(from_middle(stage, 0, 0).std(axis=0), 25, rtol=0.1)
    assert stage.undo.undoText() == "blob of 1000 points"


def test_a_blob_is_dragged_from_its_middle_to_two_deviations(stage):
    stage.take("blob", count=1000)
    stage.drag((0, 0), (2, 0.5))
    np.testing.assert_allclose(stage.points.std(axis=0), (1, 0.25), rtol=0.1)
    assert stage.undo.count() == 1


def test_escape_takes_back_a_shape_that_is_being_drawn(stage):
    stage.take("blob")
    pixel = stage.at(0, 0)
    stage.press(pixel)
    stage.move(away(pixel, 50, 50))
    assert len(stage.dataset) == 30
    stage.key(Qt.Key.Key_Escape)
    stage.release(pixel)
    assert (len(stage.dataset), stage.undo.count()) == (0, 0)


def test_the_eraser_takes_away_what_it_passes_over_also_between_two_events(stage):
    stage.take("line", count=41)
    stage.drag((-2, 0), (2, 0))
    stage.take("erase", radius=10.0)
    stage.follow((-1, 0), (1, 0))
    left = stage.points[:, 0]
    gone = 1 + 10 * stage.unit
    assert ((left < -gone + 0.05) | (left > gone - 0.05)).all()
    assert len(left) < 22
    assert stage.undo.undoText() == f"erase {41 - len(left)} points"
    stage.undo.undo()
    np.testing.assert_allclose(stage.points, np.linspace([-2, 0], [2, 0], 41), atol=stage.unit)


def test_erasing_nothing_is_no_edit(four):
    four.take("erase")
    four.follow((0, 0), (0.3, 0.3))
    assert four.undo.count() == 0


def test_erased_points_come_back_in_their_places(four):
    four.take("erase", radius=10.0)
    four.follow((1, 1), (-1, 1), (-1, -1))
    assert four.dataset.ids.tolist() == [3]
    four.undo.undo()
    assert four.dataset.ids.tolist() == [0, 1, 2, 3]
    assert four.labels == [1, -1, -1, 1]


def test_drawing_with_a_moved_range_is_exact_too(stage):
    show(stage.canvas, View(1e6, 1e6 + 60, -20, 20))
    stage.take("line", count=2)
    stage.drag((1e6 + 10, -5), (1e6 + 40, 5))
    np.testing.assert_allclose(stage.points, [[1e6 + 10, -5], [1e6 + 40, 5]], atol=stage.unit)
