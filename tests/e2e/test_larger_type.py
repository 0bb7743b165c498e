"""View → Larger type: everything grows, fits, is remembered, and is as before when it is switched off."""

from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QToolBar, QToolButton, QWidget

from kpgui.model.edits import Replace
from kpgui.ui.instruments.registry import INSTRUMENTS
from kpgui.ui.look.scale import scaled
from kpgui.ui.window import view_menu
from kpgui.ui.window.dock_layout import RIGHT
from kpgui.ui.window.docks import INSTRUMENT_WIDTH
from kpgui.ui.window.view_menu import LARGER
from tests.strategies import noisy_moons


@pytest.fixture
def ready(desk):
    desk.window.document.edit(Replace(noisy_moons(40)), "draw")
    return desk


def sizes(window):
    """The size of everything that is seen, by name or class and text."""
    return [
        (type(each).__name__, each.objectName(), each.size().toTuple())
        for each in window.findChildren(QWidget)
        if each.isVisible() and each.objectName() != "progress.guarantee"  # its text comes when it is computed
    ]


def test_canvas_type_and_icons_grow_by_one_factor(ready):
    window = ready.window
    bar = ready.find(QToolBar, "tool_bar")
    column = ready.find(QWidget, "panel.setup").minimumWidth()
    type_before, icon_before = QApplication.font().pointSizeF(), bar.iconSize().width()
    ready.trigger("view.larger_type")
    assert window.canvas.mapping.unit == LARGER
    assert QApplication.font().pointSizeF() == pytest.approx(LARGER * type_before)
    assert ready.find(QLabel, "step.sentence").font().pointSizeF() == pytest.approx(LARGER * type_before)
    assert bar.iconSize().width() == LARGER * icon_before
    assert ready.find(QWidget, "panel.setup").minimumWidth() == LARGER * column
    ready.trigger("view.larger_type")


def test_switched_off_everything_is_as_before(ready):
    ready.window.resize(1366, 768)
    ready.wait(lambda: ready.text("progress.guarantee") != "")
    QTest.qWait(50)
    before = sizes(ready.window)
    ready.trigger("view.larger_type")
    ready.wait(lambda: ready.find(QDockWidget, "dock.setup").width() >= LARGER * 280)
    assert sizes(ready.window) != before
    ready.trigger("view.larger_type")
    ready.wait(lambda: sizes(ready.window) == before)


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize(("width", "height"), [(1024, 700), (1366, 768), (1920, 1080)])
def test_nothing_is_cut(ready, width, height, held_out):
    window = ready.window
    if held_out:
        points = window.document.session.dataset
        window.document.edit(Replace(replace(points, held_out=np.arange(40) % 5 == 0)), "hold out")
    ready.trigger("view.larger_type")
    QTest.qWait(50)
    window.resize(width, height)
    QTest.qWait(100)
    assert (window.width(), window.height()) == (width, height)
    assert window.canvas.width() > (0.45 if width > 1024 else 0.3) * width
    for button in window.findChildren(QToolButton):
        action = button.defaultAction()
        if action is not None and action.objectName() not in ("", "train.predict"):  # that gives way where it is narrow
            assert not button.visibleRegion().isEmpty(), action.objectName()
    for label in (*window.playback.findChildren(QLabel), *ready.find(QWidget, "panel.setup").findChildren(QLabel)):
        if label.isVisible() and label.text() and not label.wordWrap() and type(label) is QLabel:
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text()), label.text()
    ready.trigger("view.larger_type")


@pytest.mark.parametrize("larger", [False, True])
def test_every_instrument_fits_into_a_column_of_the_usual_width(ready, larger):
    if larger:
        ready.trigger("view.larger_type")
    ready.train_to_end()
    for panel in INSTRUMENTS:
        dock = ready.find(QDockWidget, f"dock.{panel.dock_key or panel.key}")
        dock.show()
        dock.raise_()
        content = ready.find(QWidget, f"panel.{panel.key}")
        ready.wait(content.isVisible)
        QTest.qWait(20)
        assert content.minimumSizeHint().width() <= scaled(INSTRUMENT_WIDTH), panel.key


def ink(widget, left, right):
    """Heights of the pieces of text between these pixels of a widget; lines are none."""
    picture = widget.grab().toImage()
    ground = picture.pixelColor(left, 2)
    inked = [any(picture.pixelColor(x, y) != ground for x in range(left, right)) for y in range(picture.height())]
    heights = [len(list(rows)) for is_ink, rows in groupby(inked) if is_ink]
    return [height for height in heights if height > 2]


@pytest.mark.parametrize(
    ("panel", "name", "left", "right"),
    [("inside", "inside.bars", 16, 28), ("progress", "progress.mistakes", 5, 40)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_painted_numbers_grow_and_stand_apart(ready, panel, name, left, right):
    ready.train_to_end()
    ready.window.dock_layout.bring(panel)
    painted = ready.find(QWidget, name)
    ready.wait(lambda: painted.isVisible() and len(ink(painted, left, right)) > 2)
    QTest.qWait(100)
    usual = ink(painted, left, right)
    ready.window.theme.set_scale(2)
    QTest.qWait(50)
    painted.resize(400, painted.sizeHint().height())  # as if there were room on the screen
    larger = ink(painted, 2 * left, 2 * right)
    assert 1.6 * min(usual) < min(larger)
    assert max(larger) < 2.5 * max(usual)


def test_it_is_remembered(ready, start):
    ready.trigger("view.larger_type")
    ready.wait(lambda: ready.find(QDockWidget, "dock.setup").width() >= LARGER * 280)
    ready.window.document.undo_stack.setClean()
    ready.window.autosave.commit()
    ready.window.close()
    again = start()
    assert again.find(QAction, "view.larger_type").isChecked()
    assert again.window.canvas.mapping.unit == LARGER
    assert again.find(QDockWidget, "dock.setup").width() >= LARGER * 280


def test_in_presentation_mode_type_is_never_smaller_than_outside(ready):
    ready.trigger("view.larger_type")
    ready.trigger("view.presentation")
    assert ready.window.canvas.mapping.unit >= LARGER
    assert not ready.window.commands["view.larger_type"].isEnabled()  # the mode itself decides on sizes
    ready.trigger("view.presentation")
    assert ready.window.canvas.mapping.unit == LARGER
    ready.trigger("view.larger_type")
    assert ready.window.canvas.mapping.unit == 1
    assert ready.window.windowState() == Qt.WindowState.WindowNoState


def test_larger_type_chosen_between_two_presentations_stays_after_the_second(ready):
    for name in ("presentation", "presentation", "larger_type", "presentation", "presentation"):
        ready.trigger(f"view.{name}")
    assert ready.window.theme.scale == LARGER


@pytest.mark.parametrize("panel", ["", "points", "analysis"])
def test_with_very_large_type_the_instruments_give_way_to_the_canvas_and_come_back(ready, monkeypatch, panel):
    monkeypatch.setattr(view_menu, "system_scale", lambda: 1.2)
    window = ready.window
    ready.window.theme.set_scale(1.2)
    progress = ready.find(QDockWidget, "dock.progress")
    ready.trigger("view.progress")
    ready.wait(lambda: progress.isVisible() and window.dockWidgetArea(progress) == RIGHT)
    for larger in (True, False, True):
        ready.trigger("view.larger_type")
        if larger:
            ready.wait(lambda: progress in window.tabifiedDockWidgets(ready.find(QDockWidget, "dock.setup")))
            if panel:
                window.dock_layout.bring(panel)
            QTest.qWait(100)
            assert (window.width(), window.height()) == (1280, 800)
            assert window.canvas.width() >= 0.45 * 1280
            assert window.canvas.height() >= 0.45 * 800
        else:
            ready.wait(lambda: window.dockWidgetArea(progress) == RIGHT)
    ready.trigger("view.larger_type")


def test_instruments_that_gave_way_come_back_after_a_restart_too(ready, start, monkeypatch):
    monkeypatch.setattr(view_menu, "system_scale", lambda: 1.2)
    ready.window.theme.set_scale(1.2)
    ready.trigger("view.progress")
    ready.trigger("view.larger_type")
    progress = ready.find(QDockWidget, "dock.progress")
    ready.wait(lambda: progress in ready.window.tabifiedDockWidgets(ready.find(QDockWidget, "dock.setup")))
    ready.window.document.undo_stack.setClean()
    ready.window.autosave.commit()
    ready.window.close()
    again = start()
    progress = again.find(QDockWidget, "dock.progress")
    assert progress in again.window.tabifiedDockWidgets(again.find(QDockWidget, "dock.setup"))
    again.trigger("view.larger_type")
    again.wait(lambda: not again.window.tabifiedDockWidgets(progress) and progress.isVisible())
    assert again.window.dockWidgetArea(progress) == RIGHT
