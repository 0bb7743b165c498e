"""The brush under the pointer: its circle, its size, and how little is painted anew."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from kpgui.model.errors import KpguiError
from kpgui.model.session import View
from kpgui.ui.canvas.layers.pointer import BrushLayer
from kpgui.ui.canvas.layers.points import PointsLayer
from tests.ui.canvas.stage import ALT, SHIFT, Stage


def test_the_circle_is_around_the_pointer_and_as_large_as_the_brush(stage):
    circle = stage.layer(BrushLayer)
    stage.take("spray", radius=33.0)
    stage.hover(stage.at(1, 0.5))
    middle = stage.canvas.mapping.to_pixels(np.array([[1, 0.5]]))[0]
    assert circle.circle.width() == circle.circle.height() == 66
    np.testing.assert_allclose(circle.circle.center().toTuple(), middle, atol=1)
    assert stage.colour_at(1 + 33 * stage.unit, 0.5) != stage.colour_at(1 + 20 * stage.unit, 0.5)
    stage.take("select")
    assert circle.circle is None
    stage.take("spray")
    assert circle.circle.width() == 66, "each tool keeps its size"
    QApplication.sendEvent(stage.canvas, QEvent(QEvent.Type.Leave))
    assert circle.circle is None


def test_a_tool_that_acts_on_the_selection_shows_no_brush_then(qtbot):
    stage = Stage(qtbot, [[0, 0], [1, 1]], [1, 1])
    circle = stage.layer(BrushLayer)
    stage.take("move")
    stage.hover(stage.at(-1, 0.5))
    assert circle.circle is not None
    stage.canvas.select_all()
    assert circle.circle is None
    stage.canvas.stage.clear_selection()
    assert circle.circle is not None


@pytest.mark.parametrize("modifiers", [SHIFT, ALT])
def test_the_wheel_sizes_a_brush_with_shift_or_alt_and_zooms_without(stage, modifiers):
    stage.take("erase", radius=20.0)
    before = stage.canvas.view
    stage.wheel(stage.at(0, 0), notches=1, modifiers=modifiers)
    assert stage.canvas.tools.current.radius == 23
    stage.wheel(stage.at(0, 0), notches=-1, modifiers=modifiers)
    assert stage.canvas.tools.current.radius == 20
    assert stage.canvas.view == before
    stage.wheel(stage.at(0, 0), notches=1)
    assert stage.canvas.tools.current.radius == 20
    assert stage.canvas.view != before


def test_a_wheel_that_the_system_turned_sideways_sizes_a_brush_as_well(stage):
    stage.take("erase", radius=20.0)
    spot = QPointF(stage.at(0, 0))
    event = QWheelEvent(
        spot, spot, QPoint(0, 0), QPoint(120, 0), Qt.MouseButton.NoButton, ALT, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(stage.viewport, event)
    assert stage.canvas.tools.current.radius == 23


def test_without_a_brush_the_wheel_zooms_with_shift_too(stage):
    before = stage.canvas.view
    stage.wheel(stage.at(0, 0), notches=1, modifiers=SHIFT)
    assert stage.canvas.view != before


def test_a_brush_has_a_smallest_and_a_largest_size(stage):
    stage.take("erase")
    stage.canvas.tools.resize(-100)
    assert stage.canvas.tools.current.radius == 4
    stage.canvas.tools.resize(100)
    assert stage.canvas.tools.current.radius == 400
    with pytest.raises(KpguiError, match="radius must be"):
        stage.canvas.tools.adjust("radius", 1000)


def test_points_and_lines_snap_to_the_grid_that_is_shown(stage):
    stage.canvas.set_snap(True)
    step = stage.canvas.stage.steps[0]
    assert step == 0.2
    stage.click(0.57, -0.33)
    assert stage.points.tolist() == [[0.6, -0.4]]
    stage.take("line", count=3)
    stage.drag((-1.05, -0.95), (0.95, 0.05))
    np.testing.assert_allclose(stage.points[1:], [[-1, -1], [0, -0.5], [1, 0]], atol=1e-9)
    stage.canvas.set_snap(False)
    stage.take("draw")
    stage.click(0.57, 0.33)
    np.testing.assert_allclose(stage.points[-1], [0.57, 0.33], atol=stage.unit)


def test_a_moved_point_snaps_and_takes_the_others_along(qtbot):
    stage = Stage(qtbot, [[0.03, 0.04], [1.5, 1.1]], [1, 1])
    stage.canvas.set_snap(True)
    stage.canvas.select_all()
    stage.drag((0.03, 0.04), (-0.75, -0.38))
    np.testing.assert_allclose(stage.points, [[-0.8, -0.4], [0.67, 0.66]], atol=1e-9)


def test_the_finer_lines_are_shown_only_while_points_snap(stage):
    beside_the_hint = (0.2, 1.3)
    plain = stage.colour_at(*beside_the_hint)
    stage.canvas.set_snap(True)
    assert stage.colour_at(*beside_the_hint) != plain
    stage.canvas.set_snap(False)
    assert stage.colour_at(*beside_the_hint) == plain


def many(qtbot, points, labels, held_out=None):
    stage = Stage(qtbot, points, labels, held_out=held_out)
    stage.canvas.set_view(View(-2, 2, -1.5, 1.5))
    return stage


@pytest.mark.parametrize("n", [50, 900])
def test_after_any_strokes_the_picture_is_the_one_that_is_painted_from_nothing(qtbot, n):
    """Only what a stroke touches is painted anew; nothing may be left behind or missing."""
    rng = np.random.default_rng(4)
    stage = many(qtbot, rng.uniform(-1.5, 1.5, (n, 2)), rng.choice([-1, 1], n))
    stage.canvas.grab()
    for tool in ("spray", "erase", "relabel", "hold_out", "jitter", "magnet", "move"):
        stage.take(tool)
        for _ in range(2):
            places = rng.uniform(-2, 2, (3, 2)).tolist()
            stage.follow(*places)
            stage.canvas.grab()
    stage.undo.undo()
    stage.canvas.grab()
    stage.take("line")
    dataset = stage.dataset
    fresh = many(qtbot, dataset.points, dataset.labels, dataset.held_out)
    stage.layer(BrushLayer).show_circle(None, 0)
    one, other = (each.canvas.grab().toImage() for each in (stage, fresh))
    assert one == other


def test_a_stroke_does_not_paint_all_points_again(qtbot, monkeypatch):
    rng = np.random.default_rng(4)
    stage = many(qtbot, rng.uniform(-1.5, 1.5, (2000, 2)), rng.choice([-1, 1], 2000))
    stage.canvas.grab()
    painted = []
    real = PointsLayer._paint_points
    monkeypatch.setattr(PointsLayer, "_paint_points", lambda *args: painted.append(1) or real(*args))
    for tool in ("spray", "erase", "relabel", "hold_out", "jitter", "magnet", "move"):
        stage.take(tool)
        stage.follow((0, 0), (0.1, 0.1), (0.2, 0))
        stage.canvas.grab()
    assert stage.undo.count() == 7
    assert not painted
