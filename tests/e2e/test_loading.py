"""Files that take long to read: the window stays alive, shows how far it is, and can call it off."""

import os
import sys
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QWidget

from kpgui.ui import tasks

ROWS = b"x,y,label\n1,2,1\n3,4,-1\n"
SHORT = 0.05

slow_files = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")


@pytest.fixture(autouse=True)
def impatient(patience, monkeypatch):
    monkeypatch.setattr(tasks, "PATIENCE", SHORT)


class SlowFile:
    """A pipe in the file system: who reads it waits until something is written."""

    def __init__(self, path):
        os.mkfifo(path)
        self.path = path
        # Open for both, so that neither side waits for the other to open it.
        self._end = os.open(path, os.O_RDWR)

    def finish(self, content=ROWS):
        """Whoever waits for the file gets this."""
        if self._end is not None:
            os.write(self._end, content)
            os.close(self._end)
            self._end = None


@contextmanager
def slow(path):
    file = SlowFile(path)
    try:
        yield file
    finally:
        file.finish()


@pytest.fixture
def slow_file(tmp_path):
    with slow(tmp_path / "slow.csv") as file:
        yield file


def shown(desk):
    return desk.find(QWidget, "progress").isVisible()


@slow_files
def test_a_file_that_takes_long_is_read_while_the_window_is_used(desk, hand, slow_file):
    assert desk.window.opening.open_path(slow_file.path)
    assert shown(desk)
    assert desk.find(QLabel, "progress.title").text() == "Opening slow.csv"
    desk.trigger("view.theme_dark")
    assert desk.window.theme.palette.name == "dark"
    slow_file.finish()
    desk.wait(lambda: len(desk.session.dataset) == 2)
    assert not shown(desk)
    assert desk.window.document.path == slow_file.path
    assert not desk.window.document.modified


@slow_files
@pytest.mark.parametrize("way", ["button", "escape"])
def test_reading_can_be_called_off_and_leaves_everything_as_it_was(desk, hand, slow_file, way):
    before = desk.session
    desk.window.opening.open_path(slow_file.path)
    if way == "button":
        QTest.mouseClick(desk.find(QPushButton, "progress.cancel"), Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(desk.window.canvas, Qt.Key.Key_Escape)
    assert not shown(desk)
    slow_file.finish()
    QTest.qWait(100)
    assert desk.session is before
    assert desk.window.document.path is None
    assert desk.problem() == ""


@slow_files
def test_the_file_that_was_opened_last_wins(desk, slow_file, tmp_path):
    desk.window.opening.open_path(slow_file.path)
    other = tmp_path / "other.csv"
    other.write_bytes(ROWS + b"5,6,1\n")
    desk.window.opening.open_path(other)
    desk.wait(lambda: desk.window.document.path == other)
    slow_file.finish()
    QTest.qWait(100)
    assert len(desk.session.dataset) == 3


@slow_files
def test_points_drawn_while_a_file_is_read_are_asked_about(desk, hand, slow_file):
    desk.window.opening.open_path(slow_file.path)
    hand.click(0.5, 0.5)
    drawn = desk.session
    desk.answer(QMessageBox.StandardButton.Cancel)
    slow_file.finish()
    desk.wait(lambda: bool(desk.asked))
    desk.wait(lambda: not desk.window.reading.busy)
    assert desk.asked == ["Save the changes to Untitled?"]
    assert desk.session is drawn


@slow_files
def test_what_is_wrong_with_a_slow_file_is_told_when_it_is_found(desk, slow_file):
    desk.window.opening.open_path(slow_file.path)
    slow_file.finish(b"x,y,label\n1,oops,1\n")
    desk.wait(lambda: not shown(desk))
    assert "line 2" in desk.problem()


@slow_files
def test_a_window_can_be_closed_while_a_file_is_read(desk, slow_file, monkeypatch):
    monkeypatch.setattr(tasks, "ENDING", SHORT)
    desk.window.opening.open_path(slow_file.path)
    assert desk.window.close()


def test_a_small_file_is_opened_without_a_word_of_progress(desk, tmp_path, patience, monkeypatch):
    monkeypatch.setattr(tasks, "PATIENCE", 20.0)
    said = []
    desk.window.reading.begun.connect(said.append)
    path = tmp_path / "small.csv"
    path.write_bytes(ROWS)
    assert desk.window.opening.open_path(path)
    assert len(desk.session.dataset) == 2
    assert said == []
