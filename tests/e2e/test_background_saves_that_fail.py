"""Saving in the background that fails: one sentence, and everything is kept."""

import errno
import os
import shutil
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from tests.e2e.slow_disk import count, is_written, press_save

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")


@pytest.mark.parametrize("number, words", [(errno.ENOSPC, "the disk is full"), (errno.EIO, "input/output error")])
def test_a_disk_that_fails_later_leaves_the_file_and_all_that_was_drawn(desk, hand, three, disk, number, words):
    before = three.read_bytes()
    hand.click(0.5, 0.5)
    press_save(desk)
    hand.click(0.7, 0.7)
    disk.go(number)
    is_written(desk)
    told = desk.problem()
    assert words in told
    assert told.startswith(str(three))
    assert told.endswith(".")
    assert ". " not in told
    assert three.read_bytes() == before
    assert [path.name for path in three.parent.iterdir()] == ["three.kpgui"]
    assert len(desk.session.dataset) == 5
    assert desk.window.isWindowModified()
    desk.trigger("edit.undo")
    assert desk.window.isWindowModified()
    disk.go()
    press_save(desk)
    is_written(desk)
    assert count(three) == 4
    assert not desk.window.isWindowModified()


def test_an_unmodified_session_that_cannot_be_saved_again_stays_unmodified(desk, hand, three, disk):
    press_save(desk)
    disk.go(errno.ENOSPC)
    is_written(desk)
    assert desk.problem()
    assert not desk.window.isWindowModified()
    assert desk.window.close()


def test_a_folder_that_vanishes_while_its_file_is_saved(desk, hand, three, disk):
    hand.click(0.5, 0.5)
    press_save(desk)
    desk.wait(lambda: disk.writes == 1)
    shutil.rmtree(three.parent)
    disk.go()
    is_written(desk)
    assert "does not exist" in desk.problem()
    assert not three.parent.exists()
    assert desk.window.isWindowModified()


@posix
def test_a_file_that_would_be_larger_than_the_system_allows(desk, three, hand):
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
    assert count(three) == 3
    assert [path.name for path in three.parent.iterdir()] == ["three.kpgui"]
    press_save(desk)
    is_written(desk)
    assert count(three) == 5000


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_must_not_be_written_to(desk, three, hand):
    hand.click(0.5, 0.5)
    three.chmod(0o400)
    press_save(desk)
    is_written(desk)
    assert "no permission" in desk.problem()
    assert count(three) == 3


def test_a_bug_in_writing_is_reported_and_the_session_can_be_saved_again(desk, hand, three, monkeypatch, qtbot):
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
    assert count(three) == 4
