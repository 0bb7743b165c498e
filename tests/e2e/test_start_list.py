"""What a canvas offers on which nothing was done yet: examples and recent files."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider, QToolButton, QWidget

from kpgui import api
from kpgui.app import create_window
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Status
from kpgui.model.session import Session
from kpgui.words.examples import EXAMPLES
from tests.e2e.desk import Desk
from tests.ui.canvas.stage import Hand


@pytest.fixture
def next_desk(desk, tmp_path, qtbot, monkeypatch):
    """A window that is opened after two files were."""
    for name, label in (("one.kpgui", 1), ("two.kpgui", -1)):
        api.save(Session(Dataset.of([[0, 0], [1, 1]], [label, 1])), tmp_path / name)
        desk.window.opening.open_path(tmp_path / name)
    desk.window.close()
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    return Desk(window, qtbot, monkeypatch)


def buttons(desk):
    desk.wait(desk.find(QWidget, "start_list").isVisible)
    return [button for button in desk.find(QWidget, "start_list").findChildren(QToolButton) if button.isVisible()]


def test_a_click_on_a_recent_file_opens_it(next_desk, tmp_path):
    offered = buttons(next_desk)
    assert [button.text() for button in offered] == ["two.kpgui", "one.kpgui"]
    assert not any(button.icon().isNull() for button in offered)
    QTest.mouseClick(offered[1], Qt.MouseButton.LeftButton)
    assert next_desk.window.document.path == tmp_path / "one.kpgui"
    assert not next_desk.find(QWidget, "start_list").isVisible()


def test_the_list_goes_with_the_first_point_and_does_not_come_back_by_undo(next_desk):
    buttons(next_desk)
    Hand(next_desk.window.canvas).click(0.5, 1.5)
    assert len(next_desk.session.dataset) == 1
    assert not next_desk.find(QWidget, "start_list").isVisible()
    next_desk.trigger("edit.undo")
    QTest.qWait(150)
    assert not next_desk.find(QWidget, "start_list").isVisible()


def test_a_new_session_shows_it_again(next_desk):
    QTest.mouseClick(buttons(next_desk)[0], Qt.MouseButton.LeftButton)
    next_desk.trigger("file.new")
    assert len(buttons(next_desk)) == 2


def test_without_recent_files_there_is_none(desk):
    QTest.qWait(150)
    assert not desk.find(QWidget, "start_list").isVisible()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_an_example_is_trained_after_one_click(desk, example):
    desk.wait(desk.find(QWidget, "shelf").isVisible)
    button = desk.find(QToolButton, f"example.{example.key}")
    assert example.title in button.text()
    assert not button.icon().isNull()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not desk.find(QWidget, "shelf").isVisible()
    assert desk.session.kernel == example.kernel
    assert desk.session.shape == example.shape
    desk.wait(lambda: desk.frame is not None and desk.frame.counters.step > 3)
    assert desk.window.training.playing
    assert desk.field is not None or desk.frame.status is Status.RUNNING
    desk.trigger("train.to_end")
    desk.wait(lambda: desk.frame.status in (Status.CONVERGED, Status.LIMIT))
    assert desk.frame.counters.errors <= len(desk.session.dataset) // 8


def test_an_example_asks_nothing_when_it_is_closed(desk):
    desk.wait(desk.find(QWidget, "shelf").isVisible)
    QTest.mouseClick(desk.find(QToolButton, "example.xor"), Qt.MouseButton.LeftButton)
    assert not desk.window.document.modified
    desk.trigger("file.new")
    desk.wait(desk.find(QWidget, "shelf").isVisible)
    assert desk.asked == []


def test_where_there_is_no_room_below_the_card_nothing_is_offered(desk):
    desk.wait(desk.find(QWidget, "shelf").isVisible)
    desk.window.resize(desk.window.minimumSizeHint())
    desk.wait(lambda: not desk.find(QWidget, "shelf").isVisible())


def test_the_second_click_of_a_double_click_adds_no_point(desk):
    desk.wait(desk.find(QWidget, "shelf").isVisible)
    button = desk.find(QToolButton, "example.xor")
    place = button.mapTo(desk.window, button.rect().center())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    viewport = desk.window.canvas.viewport()
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=viewport.mapFrom(desk.window, place))
    assert len(desk.session.dataset) == 60
    assert not desk.window.document.modified


def test_an_example_is_run_at_a_pace_that_can_be_watched(desk):
    desk.find(QSlider, "playback.pace").setValue(desk.find(QSlider, "playback.pace").maximum())
    desk.wait(desk.find(QWidget, "shelf").isVisible)
    QTest.mouseClick(desk.find(QToolButton, "example.spirals"), Qt.MouseButton.LeftButton)
    assert 10 < desk.window.playback.pace < 1000
