"""The Tab key goes through the window as one reads, and what has the keyboard can be seen."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from kpgui.model.edits import Replace
from kpgui.ui.window.dock_layout import PANELS
from tests.strategies import noisy_moons

LEAST = 20
"""Pixels that must differ between a widget with the keyboard and without."""


@pytest.fixture
def moons(desk, qtbot):
    desk.window.document.edit(Replace(noisy_moons(40, noise=0.4)), "draw")
    desk.window.resize(1280, 900)
    desk.window.activateWindow()
    with qtbot.waitActive(desk.window):
        desk.window.canvas.setFocus()
    for _ in range(3):
        desk.trigger("train.step")  # so that most of the playback is in use
    desk.wait(lambda: desk.frame is not None and desk.frame.counters.step == 3)
    desk.window.canvas.setFocus()
    return desk


def seen(window, widget):
    """What is seen of a widget and the edge around it."""
    place = QRect(widget.mapTo(window, QPoint(-3, -3)), widget.size()).adjusted(0, 0, 6, 6)
    return window.grab(place).toImage()


def pixels_that_differ(one, other):
    return sum(one.pixel(x, y) != other.pixel(x, y) for x in range(one.width()) for y in range(one.height()))


def walk(moons):
    """The widgets that Tab visits until it is back at the canvas, and how many pixels tell that each is reached."""
    stops, differing = [], []
    QTest.keyClick(moons.window.canvas, Qt.Key.Key_Tab)
    while (widget := QApplication.focusWidget()) is not moons.window.canvas:
        assert len(stops) < 100
        assert widget not in stops
        reached = seen(moons.window, widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
        stops.append(widget)
        differing.append(pixels_that_differ(reached, seen(moons.window, widget)))
    return stops, differing


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_stop_is_in_the_window_and_shows_that_it_has_the_keyboard(moons, theme):
    moons.trigger(f"view.theme_{theme}")
    moons.window.canvas.setFocus()
    stops, differing = walk(moons)
    outside = [each for each in stops if not moons.window.rect().contains(each.mapTo(moons.window, QPoint(1, 1)))]
    assert outside == []
    unseen = [each.objectName() for each, count in zip(stops, differing, strict=True) if count < LEAST]
    assert unseen == []


@pytest.mark.parametrize("panel", [each.key for each in PANELS if each.shortcut])
def test_every_stop_in_a_panel_shows_that_it_has_the_keyboard(moons, panel):
    moons.window.dock_layout.bring(panel)
    moons.wait(lambda: moons.find(QWidget, f"panel.{panel}").isVisible())
    moons.trigger("run.keep_ghost")
    moons.window.canvas.setFocus()
    stops, differing = walk(moons)
    inside = [each for each in stops if moons.find(QWidget, f"panel.{panel}").isAncestorOf(each)]
    unseen = [
        each.objectName() or type(each).__name__
        for each, count in zip(stops, differing, strict=True)
        if each in inside and count < LEAST
    ]
    assert unseen == []


def test_the_playback_is_visited_row_by_row(moons):
    stops, _ = walk(moons)
    playback = moons.find(QWidget, "panel.playback")
    places = [each.mapTo(playback, each.rect().center()) for each in stops if playback.isAncestorOf(each)]
    timeline = moons.find(QWidget, "timeline")
    below = timeline.mapTo(playback, QPoint(0, timeline.height())).y() + 5
    rows = [(place.y() > below, place.x()) for place in places]
    assert len(rows) > 7
    assert rows == sorted(rows)
