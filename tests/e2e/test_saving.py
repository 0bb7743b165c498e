"""Files that take long to write: the window stays alive, and whatever needs the file waits until it is there."""

import errno
import os
import shutil
import sys
import threading

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMessageBox, QPushButton, QWidget

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.ui import background
from tests.e2e.test_conflicts import come_back
from tests.e2e.test_loading import SlowFile
from tests.e2e.test_recovery import copies, notices

BUTTON = QMessageBox.StandardButton
CONTROL = Qt.KeyboardModifier.ControlModifier

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")


@pytest.fixture(autouse=True)
def impatient(patience, monkeypatch):
    monkeypatch.setattr(background, "PATIENCE", 0.05)


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("KPGUI_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("KPGUI_AUTOSAVE", "0.02")


class SlowDisk:
    """Files that are saved are all there but for the last moment, until it is let go; then perhaps it fails."""

    def __init__(self):
        self.writes = 0
        self.problem = 0
        self._free = threading.Event()
        self._sync = os.fsync

    def sync(self, handle):
        if threading.current_thread().name == "kpgui file":
            self.writes += 1
            assert self._free.wait(20)
            if self.problem:
                raise OSError(self.problem, os.strerror(self.problem))
        self._sync(handle)

    def go(self, problem=0):
        self.problem = problem
        self._free.set()


@pytest.fixture
def disk(monkeypatch):
    disk = SlowDisk()
    monkeypatch.setattr("os.fsync", disk.sync)
    yield disk
    disk.go()


@pytest.fixture
def saved(desk, tmp_path):
    """A session file that is open in the window."""
    path = tmp_path / "folder" / "three.kpgui"
    path.parent.mkdir()
    api.save(Session(Dataset.of([[0, 0], [0.1, 0.2], [1 / 3, 0.5]], [1, -1, 1]), seed=9), path)
    desk.window.files.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)
    return path


def press_save(desk):
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    QTest.keyClick(desk.window, Qt.Key.Key_S, CONTROL)


def shown(desk):
    return desk.find(QWidget, "saving").isVisible()


def is_written(desk):
    desk.wait(lambda: not desk.window.files.saving.busy)


def count(path):
    return len(api.load(path).dataset)


def when_waiting(do):
    """Do this as soon as the window waits for a file."""

    def look():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog) and dialog.objectName() == "dialog.waiting":
            seen.append(dialog.findChild(QLabel).text())
            do(dialog)
        else:
            QTimer.singleShot(10, look)

    seen = []
    QTimer.singleShot(10, look)
    return seen


def refuse_to_wait(dialog):
    QTest.mouseClick(dialog.findChild(QPushButton, "waiting.cancel"), Qt.MouseButton.LeftButton)


# The window is used meanwhile


def test_what_was_to_be_saved_is_and_what_is_drawn_meanwhile_is_not_saved_yet(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    assert shown(desk)
    assert desk.find(QLabel, "saving.title").text() == "Saving three.kpgui"
    assert desk.window.isWindowModified()
    hand.click(0.7, 0.7)
    assert len(desk.session.dataset) == 5
    assert count(saved) == 3
    disk.go()
    is_written(desk)
    assert not shown(desk)
    assert count(saved) == 4
    assert desk.window.isWindowModified()
    desk.trigger("edit.undo")
    assert not desk.window.isWindowModified()
    desk.trigger("edit.undo")
    assert desk.window.isWindowModified()
    assert desk.problem() == ""


def test_unchanged_meanwhile_the_session_is_saved_when_the_file_is_there_and_no_sooner(desk, hand, saved, disk, state):
    hand.click(0.5, 0.5)
    shelf = saved.parent.parent / "state" / "recovery"
    desk.wait(lambda: bool(copies(shelf)))
    press_save(desk)
    QTest.qWait(100)
    assert desk.window.isWindowModified()
    assert copies(shelf)
    disk.go()
    is_written(desk)
    assert not desk.window.isWindowModified()
    assert desk.window.statusBar().currentMessage() == "Saved three.kpgui"
    desk.wait(lambda: not copies(shelf))


def test_what_is_undone_meanwhile_is_a_change(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    desk.trigger("edit.undo")
    disk.go()
    is_written(desk)
    assert count(saved) == 4
    assert desk.window.isWindowModified()
    desk.trigger("edit.redo")
    assert not desk.window.isWindowModified()


def test_coming_back_meanwhile_the_file_is_not_taken_for_changed_by_another(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    come_back(desk)
    disk.go()
    come_back(desk)
    is_written(desk)
    come_back(desk)
    assert notices(desk) == []


def test_a_session_saved_as_something_else_belongs_to_its_old_file_until_then(desk, hand, saved, disk, tmp_path):
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / "new.kpgui")
    desk.trigger("file.save_as")
    assert desk.window.windowTitle().startswith("three.kpgui")
    assert not (tmp_path / "new.kpgui").exists()
    disk.go()
    is_written(desk)
    assert desk.window.windowTitle().startswith("new.kpgui")
    assert (count(saved), count(tmp_path / "new.kpgui")) == (3, 4)


def test_points_are_exported_meanwhile(desk, hand, saved, disk, tmp_path):
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / "out.csv")
    desk.trigger("file.export_points")
    assert desk.find(QLabel, "saving.title").text() == "Saving out.csv"
    hand.click(0.7, 0.7)
    disk.go()
    is_written(desk)
    assert count(tmp_path / "out.csv") == 4
    assert desk.window.document.path == saved
    assert desk.window.isWindowModified()
    assert "Wrote 4 points to out.csv" in desk.window.statusBar().currentMessage()


# What waits for it


def test_saving_again_waits_and_saves_what_is_there_now(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    hand.click(0.7, 0.7)
    waited = when_waiting(lambda _: disk.go())
    press_save(desk)
    is_written(desk)
    assert waited == ["Saving three.kpgui…"]
    assert (count(saved), disk.writes) == (5, 2)
    assert not desk.window.isWindowModified()


def test_saving_again_what_is_being_saved_does_nothing(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    press_save(desk)
    disk.go()
    is_written(desk)
    assert disk.writes == 1
    assert not desk.window.isWindowModified()


def test_quitting_waits_until_the_file_is_there(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    waited = when_waiting(lambda _: disk.go())
    QTest.keyClick(desk.window, Qt.Key.Key_Q, CONTROL)
    assert waited == ["Saving three.kpgui…"]
    assert not desk.window.isVisible()
    assert count(saved) == 4


def test_quitting_asks_about_what_was_drawn_meanwhile_and_saves_that_too(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    hand.click(0.7, 0.7)
    when_waiting(lambda _: disk.go())
    desk.answer(BUTTON.Save)
    assert desk.window.close()
    assert desk.asked == ["Save the changes to three.kpgui?"]
    assert count(saved) == 5


def test_closing_a_window_and_answering_save_closes_it_when_the_file_is_there(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    desk.answer(BUTTON.Save)
    waited = when_waiting(lambda _: disk.go())
    assert desk.window.close()
    assert waited == ["Saving three.kpgui…"]
    assert count(saved) == 4


def test_a_window_whose_last_save_fails_stays_open(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    desk.answer(BUTTON.Save)
    when_waiting(lambda _: disk.go(errno.ENOSPC))
    assert not desk.window.close()
    assert desk.window.isVisible()
    assert "the disk is full" in desk.problem()
    assert desk.window.isWindowModified()
    assert (len(desk.session.dataset), count(saved)) == (4, 3)


def test_who_does_not_want_to_wait_keeps_the_window_and_the_file_is_written(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    when_waiting(refuse_to_wait)
    assert not desk.window.close()
    assert desk.window.isVisible()
    disk.go()
    is_written(desk)
    assert count(saved) == 4
    assert desk.window.close()


def test_another_file_is_opened_when_the_one_before_is_saved(desk, hand, saved, disk, tmp_path):
    other = tmp_path / "other.csv"
    other.write_bytes(b"x,y,label\n1,2,1\n3,4,-1\n")
    hand.click(0.5, 0.5)
    press_save(desk)
    when_waiting(lambda _: disk.go())
    assert desk.window.files.open_path(other)
    desk.wait(lambda: desk.window.document.path == other)
    assert count(saved) == 4
    assert not desk.window.isWindowModified()


@posix
def test_a_file_that_was_read_meanwhile_waits_for_the_one_that_is_saved(desk, hand, saved, disk, tmp_path):
    slow = SlowFile(tmp_path / "slow.csv")
    try:
        desk.window.files.open_path(slow.path)
        press_save(desk)
        when_waiting(lambda _: disk.go(errno.EIO))
        slow.finish()
        desk.wait(lambda: desk.window.document.path == slow.path)
    finally:
        slow.finish()
    assert "input/output error" in desk.problem()
    assert count(saved) == 3


# What goes wrong


@pytest.mark.parametrize("number, words", [(errno.ENOSPC, "the disk is full"), (errno.EIO, "input/output error")])
def test_a_disk_that_fails_later_leaves_the_file_and_all_that_was_drawn(desk, hand, saved, disk, number, words):
    before = saved.read_bytes()
    hand.click(0.5, 0.5)
    press_save(desk)
    hand.click(0.7, 0.7)
    disk.go(number)
    is_written(desk)
    told = desk.problem()
    assert words in told
    assert told.startswith(str(saved))
    assert told.endswith(".")
    assert ". " not in told
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == ["three.kpgui"]
    assert len(desk.session.dataset) == 5
    assert desk.window.isWindowModified()
    desk.trigger("edit.undo")
    assert desk.window.isWindowModified()
    disk.go()
    press_save(desk)
    is_written(desk)
    assert count(saved) == 4
    assert not desk.window.isWindowModified()


def test_an_unmodified_session_that_cannot_be_saved_again_stays_unmodified(desk, hand, saved, disk):
    press_save(desk)
    disk.go(errno.ENOSPC)
    is_written(desk)
    assert desk.problem()
    assert not desk.window.isWindowModified()
    assert desk.window.close()


def test_a_folder_that_vanishes_while_its_file_is_saved(desk, hand, saved, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    desk.wait(lambda: disk.writes == 1)
    shutil.rmtree(saved.parent)
    disk.go()
    is_written(desk)
    assert "does not exist" in desk.problem()
    assert not saved.parent.exists()
    assert desk.window.isWindowModified()


@posix
def test_a_file_that_would_be_larger_than_the_system_allows(desk, saved, hand):
    import resource

    desk.type("param.data.n", "5000")
    QTest.mouseClick(desk.find(QPushButton, "data.generate"), Qt.MouseButton.LeftButton)
    desk.wait(lambda: len(desk.session.dataset) == 5000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
    try:
        press_save(desk)
        is_written(desk)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "file too large" in desk.problem()
    assert count(saved) == 3
    assert [path.name for path in saved.parent.iterdir()] == ["three.kpgui"]
    press_save(desk)
    is_written(desk)
    assert count(saved) == 5000


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_must_not_be_written_to(desk, saved, hand):
    hand.click(0.5, 0.5)
    saved.chmod(0o400)
    press_save(desk)
    is_written(desk)
    assert "no permission" in desk.problem()
    assert count(saved) == 3


def test_a_bug_in_writing_is_reported_and_the_session_can_be_saved_again(desk, hand, saved, monkeypatch, qtbot):
    hand.click(0.5, 0.5)
    with monkeypatch.context() as patch:
        patch.setattr("kpgui.formats.session.SessionFile.texts", lambda *_: 1 / 0)
        with qtbot.captureExceptions() as caught:
            press_save(desk)
            is_written(desk)
    assert [kind for kind, *_ in caught] == [ZeroDivisionError]
    assert desk.window.isWindowModified()
    press_save(desk)
    is_written(desk)
    assert count(saved) == 4
