"""Zooming, panning, and which rectangle is visible."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow

from kpgui.geometry.palette import LIGHT
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace, Setting
from kpgui.model.session import Session, View
from kpgui.ui.canvas import Canvas
from kpgui.ui.session.document import Document
from tests.ui.canvas.stage import LEFT, MIDDLE, WIDE, Stage, away, show


@pytest.mark.parametrize(("notches", "pixels"), [(1, 0), (-1, 0), (0.25, 0), (0, 30), (7, 0)])
def test_the_wheel_zooms_and_keeps_what_is_under_the_cursor(stage, notches, pixels):
    pixel = stage.at(1.5, -1)
    under, unit = stage.place(pixel), stage.unit
    stage.wheel(pixel, notches, pixels)
    np.testing.assert_allclose(stage.place(pixel), under, atol=1e-9)
    assert (stage.unit < unit) == (notches + pixels > 0)


def test_a_pinch_zooms(stage):
    pixel = QPointF(stage.at(1.5, -1))
    unit = stage.unit
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        pixel,
        pixel,
        QPointF(stage.viewport.mapToGlobal(pixel)),
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(stage.viewport, pinch)
    assert stage.unit == pytest.approx(unit / 1.25)


def test_zooming_in_and_out_for_ever_stays_finite(stage):
    pixel = stage.at(1, 1)
    for notches in (200, -400):
        for _ in range(30):
            stage.wheel(pixel, notches / 10)
        view = stage.canvas.view
        edges = np.array([view.xmin, view.xmax, view.ymin, view.ymax])
        assert np.isfinite(edges).all()
        assert view.xmax > view.xmin
        stage.canvas.grab()


def test_middle_drag_pans(stage):
    pixel = stage.at(1, 1)
    under = stage.place(pixel)
    stage.press(pixel, MIDDLE)
    assert stage.viewport.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    stage.move(away(pixel, 70, -40), MIDDLE)
    stage.release(away(pixel, 70, -40), MIDDLE)
    np.testing.assert_allclose(stage.place(away(pixel, 70, -40)), under, atol=1e-9)
    assert len(stage.dataset) == 0
    assert stage.viewport.cursor().shape() == Qt.CursorShape.CrossCursor


def test_space_drag_pans(stage):
    pixel = stage.at(1, 1)
    under = stage.place(pixel)
    QTest.keyPress(stage.canvas, Qt.Key.Key_Space)
    stage.drag((1, 1), stage.place(away(pixel, 50, 20)))
    QTest.keyRelease(stage.canvas, Qt.Key.Key_Space)
    np.testing.assert_allclose(stage.place(away(pixel, 50, 20)), under, atol=1e-9)
    assert len(stage.dataset) == 0
    stage.click(0, 0)
    assert len(stage.dataset) == 1


def test_escape_takes_a_pan_back(stage):
    before = stage.canvas.view
    pixel = stage.at(1, 1)
    stage.press(pixel, MIDDLE)
    stage.move(away(pixel, 70, -40), MIDDLE)
    stage.key(Qt.Key.Key_Escape)
    assert stage.canvas.view == before


@pytest.mark.parametrize("view", [WIDE, View(0, 1, 0, 1), View(5, 6, -100, -95), View(1e6, 1e6 + 1, 0, 1)])
def test_at_least_the_rectangle_asked_for_is_visible_with_equal_units(stage, view):
    stage.canvas.set_view(view)
    seen, mapping = stage.canvas.view, stage.canvas.mapping
    assert seen.xmin <= view.xmin + 1e-9
    assert seen.xmax >= view.xmax - 1e-9
    assert seen.ymin <= view.ymin + 1e-9
    assert seen.ymax >= view.ymax - 1e-9
    assert mapping.across == pytest.approx(mapping.up)


def test_a_thread_of_a_rectangle_fills_the_canvas_though_units_differ(stage):
    stage.canvas.set_view(View(0, 1, 0, 1000))
    assert stage.canvas.view == View(0, 1, 0, 1000)
    stage.canvas.set_view(View())
    assert stage.canvas.mapping.across == pytest.approx(stage.canvas.mapping.up)


@pytest.mark.parametrize(
    "view", [View(1, 1, 2, 2), View(np.nan, 1, 0, 1), View(-np.inf, np.inf, 0, 1), View(3, -3, 0, 1)]
)
def test_a_rectangle_that_cannot_be_shown_shows_something_finite(stage, view):
    stage.canvas.set_view(view)
    seen = stage.canvas.view
    assert np.isfinite([seen.xmin, seen.xmax, seen.ymin, seen.ymax]).all()
    assert seen.xmax > seen.xmin


def test_what_was_visible_stays_visible_in_a_window_of_another_shape(stage):
    stage.canvas.set_view(View(-1, 1, -1, 1))
    stage.canvas.resize(400, 700)
    QApplication.processEvents()
    seen = stage.canvas.view
    assert seen.xmin <= -1
    assert seen.xmax >= 1
    assert seen.ymin <= -1
    assert seen.ymax >= 1


def test_a_point_added_at_the_edge_is_visible_in_a_window_of_another_shape(qtbot):
    stage = Stage(qtbot)
    stage.canvas.resize(400, 700)
    QApplication.processEvents()
    stage.click(0, stage.canvas.view.ymax - 0.2)
    before = stage.canvas.view
    stage.canvas.resize(900, 500)
    QApplication.processEvents()
    assert stage.canvas.mapping.contains(*stage.pixels()[0])
    stage.canvas.resize(400, 700)
    QApplication.processEvents()
    assert stage.canvas.view == before


def test_fit_shows_all_points(qtbot):
    stage = Stage(qtbot, [[-40, 3], [55, 20], [0, -9]], [1, -1, 1])
    stage.canvas.fit_view()
    pixels = stage.canvas.mapping.to_pixels(stage.points)
    assert (pixels > 0).all()
    assert (pixels < [stage.canvas.mapping.width, stage.canvas.mapping.height]).all()


def test_fit_without_points_shows_the_default_view(stage):
    show(stage.canvas, WIDE)
    stage.canvas.fit_view()
    assert stage.canvas.view.xmin <= -3
    assert stage.canvas.view.xmax < 10


def test_an_opened_session_is_shown_in_its_view(stage):
    stage.document.open_session(Session(view=View(10, 16, 20, 24)), None)
    assert stage.canvas.view.xmin <= 10 < 16 <= stage.canvas.view.xmax < 30


def test_edits_leave_the_view_alone(stage):
    show(stage.canvas, WIDE)
    before = stage.canvas.view
    stage.document.edit(Replace(Dataset.of([[1, 1]], [1])), "generate")
    stage.document.edit(Setting("seed", 4), "change the seed")
    assert stage.canvas.view == before


def test_a_viewport_is_announced_once_a_turn_with_what_is_visible(stage, qtbot):
    heard = []
    stage.canvas.viewport_changed.connect(lambda *args: heard.append(args))
    with qtbot.waitSignal(stage.canvas.viewport_changed):
        for notches in (1, 1, -1, 2):
            stage.wheel(stage.at(0, 0), notches)
    mapping = stage.canvas.mapping
    assert heard == [(stage.canvas.view, round(mapping.width), round(mapping.height))]


def test_a_viewport_is_announced_on_resize_and_on_show(stage, qtbot):
    with qtbot.waitSignal(stage.canvas.viewport_changed) as told:
        stage.canvas.resize(500, 400)
    assert told.args[1] < 500
    stage.canvas.hide()
    with qtbot.waitSignal(stage.canvas.viewport_changed):
        stage.canvas.show()


def test_the_cursor_is_followed_over_the_canvas_and_off_it(stage, qtbot):
    with qtbot.waitSignal(stage.canvas.focus.place_changed) as told:
        QTest.mouseMove(stage.viewport, stage.at(1.25, -0.5))
    np.testing.assert_allclose(told.args[0], [1.25, -0.5], atol=stage.unit)
    with qtbot.waitSignal(stage.canvas.focus.place_changed) as told:
        stage.move(away(stage.viewport.rect().bottomLeft(), 3, -3), LEFT)
    assert told.args == [None]


def test_units_are_equal_from_the_start_in_a_window_that_is_laid_out_later(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    canvas = Canvas(Document(), LIGHT, window)
    window.setCentralWidget(canvas)
    window.resize(400, 700)
    with qtbot.waitExposed(window):
        window.show()
    assert canvas.mapping.across == pytest.approx(canvas.mapping.up)
    assert canvas.mapping == canvas.view_box.mapping
