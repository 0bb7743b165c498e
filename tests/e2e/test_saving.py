"""Files that take long to write: the window stays alive, and whatever needs the file waits until it is there."""

import errno
import sys

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMessageBox, QPushButton

from kpgui.formats.storage import temporary_name
from kpgui.model.frame import Status
from kpgui.recovery.copy import unpacked
from kpgui.recovery.fingerprint import Fingerprint
from tests.e2e.slow_disk import CONTROL, count, is_written, press_save, shown
from tests.e2e.test_conflicts import come_back
from tests.e2e.test_loading import SlowFile
from tests.e2e.test_recovery import copies, notices

BUTTON = QMessageBox.StandardButton

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setenv("KPGUI_AUTOSAVE", "0.02")


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


def test_what_was_to_be_saved_is_and_what_is_drawn_meanwhile_is_not_saved_yet(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    assert shown(desk)
    assert desk.find(QLabel, "saving.title").text() == "Saving three.kpgui"
    assert desk.window.isWindowModified()
    hand.click(0.7, 0.7)
    assert len(desk.session.dataset) == 5
    assert count(three) == 3
    disk.go()
    is_written(desk)
    assert not shown(desk)
    assert count(three) == 4
    assert desk.window.isWindowModified()
    desk.trigger("edit.undo")
    assert not desk.window.isWindowModified()
    desk.trigger("edit.undo")
    assert desk.window.isWindowModified()
    assert desk.problem() == ""


def test_unchanged_meanwhile_the_session_is_saved_when_the_file_is_there_and_no_sooner(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    store = three.parent.parent / "state" / "recovery"
    desk.wait(lambda: bool(copies(store)))
    press_save(desk)
    QTest.qWait(100)
    assert desk.window.isWindowModified()
    assert copies(store)
    disk.go()
    is_written(desk)
    assert not desk.window.isWindowModified()
    assert desk.window.statusBar().currentMessage() == "Saved three.kpgui"
    desk.wait(lambda: not copies(store))


def test_what_is_undone_meanwhile_is_a_change(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    desk.trigger("edit.undo")
    disk.go()
    is_written(desk)
    assert count(three) == 4
    assert desk.window.isWindowModified()
    desk.trigger("edit.redo")
    assert not desk.window.isWindowModified()


def test_coming_back_meanwhile_the_file_is_not_taken_for_changed_by_another(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    come_back(desk)
    disk.go()
    come_back(desk)
    is_written(desk)
    come_back(desk)
    assert notices(desk) == []


def test_a_session_saved_as_something_else_belongs_to_its_old_file_until_then(desk, hand, three, disk, tmp_path):
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / "new.kpgui")
    desk.trigger("file.save_as")
    assert desk.window.windowTitle().startswith("three.kpgui")
    assert not (tmp_path / "new.kpgui").exists()
    disk.go()
    is_written(desk)
    assert desk.window.windowTitle().startswith("new.kpgui")
    assert (count(three), count(tmp_path / "new.kpgui")) == (3, 4)


def test_points_are_exported_meanwhile(desk, hand, three, disk, tmp_path):
    hand.click(0.5, 0.5)
    desk.choose_file(tmp_path / "out.csv")
    desk.export("Points")
    assert desk.find(QLabel, "saving.title").text() == "Saving out.csv"
    hand.click(0.7, 0.7)
    disk.go()
    is_written(desk)
    assert count(tmp_path / "out.csv") == 4
    assert desk.window.document.path == three
    assert desk.window.isWindowModified()
    assert "Wrote 4 points to out.csv" in desk.window.statusBar().currentMessage()


def save_picture(desk, path):
    """Begin to save a picture of the run, with the dialog's button."""
    desk.choose_file(path)
    desk.wait_for(Status.READY)
    desk.save_figure()
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)


def test_a_picture_is_saved_meanwhile(desk, hand, three, disk, tmp_path):
    target = tmp_path / "three.png"
    save_picture(desk, target)
    assert desk.find(QLabel, "saving.title").text() == "Saving three.png"
    assert QApplication.overrideCursor() is None
    hand.click(0.7, 0.7)
    assert len(desk.session.dataset) == 4
    assert not target.exists()
    disk.go()
    is_written(desk)
    assert not shown(desk)
    assert desk.window.statusBar().currentMessage() == "Saved three.png"
    assert count(target) == 3
    assert desk.window.document.path == three


def test_a_picture_that_cannot_be_saved_is_told_in_a_sentence(desk, three, disk, tmp_path):
    save_picture(desk, tmp_path / "three.png")
    disk.go(errno.ENOSPC)
    is_written(desk)
    assert "the disk is full" in desk.problem()
    assert not (tmp_path / "three.png").exists()


def test_a_picture_over_the_open_file_is_no_change_by_another_program_meanwhile(desk, three, disk, tmp_path):
    path = tmp_path / "open.png"
    disk.go()
    save_picture(desk, path)
    is_written(desk)
    desk.window.opening.open_path(path)
    desk.wait(lambda: desk.window.document.path == path)
    disk.hold()
    desk.answer(BUTTON.Yes)
    save_picture(desk, path)
    come_back(desk)
    disk.go()
    is_written(desk)
    come_back(desk)
    assert notices(desk) == []


def test_the_copy_of_what_is_drawn_meanwhile_soon_knows_the_file_as_it_was_saved(desk, hand, three, disk):
    store = three.parent.parent / "state" / "recovery"

    def fingerprint():
        return unpacked(copies(store)[0].read_bytes()).fingerprint

    before = Fingerprint.of(three)
    hand.click(0.5, 0.5)
    press_save(desk)
    hand.click(0.7, 0.7)
    desk.wait(lambda: bool(copies(store)))
    QTest.qWait(200)
    assert fingerprint() == before
    disk.go()
    is_written(desk)
    desk.wait(lambda: fingerprint() == Fingerprint.of(three))
    assert Fingerprint.of(three) != before


@posix
def test_opening_a_file_removes_what_a_killed_process_left_beside_it(desk, three):
    left = three.with_name(temporary_name("0123456789abcdef"))
    left.write_bytes(b"ha")
    desk.window.opening.open_path(three)
    desk.wait(lambda: not left.exists())
    desk.wait(lambda: not desk.window.reading.busy)
    assert count(three) == 3


# What waits for it


def test_saving_again_waits_and_saves_what_is_there_now(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    hand.click(0.7, 0.7)
    waited = when_waiting(lambda _: disk.go())
    press_save(desk)
    is_written(desk)
    assert waited == ["Saving three.kpgui…"]
    assert (count(three), disk.writes) == (5, 2)
    assert not desk.window.isWindowModified()


def test_saving_again_what_is_being_saved_does_nothing(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    press_save(desk)
    disk.go()
    is_written(desk)
    assert disk.writes == 1
    assert not desk.window.isWindowModified()


def test_quitting_waits_until_the_file_is_there(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    waited = when_waiting(lambda _: disk.go())
    QTest.keyClick(desk.window, Qt.Key.Key_Q, CONTROL)
    assert waited == ["Saving three.kpgui…"]
    assert not desk.window.isVisible()
    assert count(three) == 4


def test_quitting_waits_until_a_picture_is_there(desk, three, disk, tmp_path):
    save_picture(desk, tmp_path / "three.png")
    waited = when_waiting(lambda _: disk.go())
    QTest.keyClick(desk.window, Qt.Key.Key_Q, CONTROL)
    assert waited == ["Saving three.png…"]
    assert not desk.window.isVisible()
    assert count(tmp_path / "three.png") == 3


def test_quitting_asks_about_what_was_drawn_meanwhile_and_saves_that_too(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    hand.click(0.7, 0.7)
    when_waiting(lambda _: disk.go())
    desk.answer(BUTTON.Save)
    assert desk.window.close()
    assert desk.asked == ["Save the changes to three.kpgui?"]
    assert count(three) == 5


def test_closing_a_window_and_answering_save_closes_it_when_the_file_is_there(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    desk.answer(BUTTON.Save)
    waited = when_waiting(lambda _: disk.go())
    assert desk.window.close()
    assert waited == ["Saving three.kpgui…"]
    assert count(three) == 4


def test_a_window_whose_last_save_fails_stays_open(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    desk.answer(BUTTON.Save)
    when_waiting(lambda _: disk.go(errno.ENOSPC))
    assert not desk.window.close()
    assert desk.window.isVisible()
    assert "the disk is full" in desk.problem()
    assert desk.window.isWindowModified()
    assert (len(desk.session.dataset), count(three)) == (4, 3)


def test_who_does_not_want_to_wait_keeps_the_window_and_the_file_is_written(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    when_waiting(refuse_to_wait)
    assert not desk.window.close()
    assert desk.window.isVisible()
    disk.go()
    is_written(desk)
    assert count(three) == 4
    assert desk.window.close()


def test_another_file_is_opened_when_the_one_before_is_saved(desk, hand, three, disk, tmp_path):
    other = tmp_path / "other.csv"
    other.write_bytes(b"x,y,label\n1,2,1\n3,4,-1\n")
    hand.click(0.5, 0.5)
    press_save(desk)
    when_waiting(lambda _: disk.go())
    assert desk.window.opening.open_path(other)
    desk.wait(lambda: desk.window.document.path == other)
    assert count(three) == 4
    assert not desk.window.isWindowModified()


@posix
def test_a_file_that_was_read_meanwhile_waits_for_the_one_that_is_saved(desk, hand, three, disk, tmp_path):
    slow = SlowFile(tmp_path / "slow.csv")
    try:
        desk.window.opening.open_path(slow.path)
        press_save(desk)
        when_waiting(lambda _: disk.go(errno.EIO))
        slow.finish()
        desk.wait(lambda: desk.window.document.path == slow.path)
    finally:
        slow.finish()
    assert "input/output error" in desk.problem()
    assert count(three) == 3
