"""The start list: recent files on a canvas on which nothing was done yet."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget

from kpgui import api
from kpgui.app import create_window
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
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
