"""Unsaved changes after a crash: kept, offered at the next start, taken or left."""

import errno
import os
import threading
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.recovery.copy import Copy
from kpgui.recovery.fingerprint import Fingerprint
from kpgui.recovery.store import CopySlot, orphans
from kpgui.ui.dialogs.messages import Notice

BUTTON = QMessageBox.StandardButton


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setenv("KPGUI_AUTOSAVE", "0.02")


@pytest.fixture
def store(tmp_path, monkeypatch):
    """The folder of recovery copies."""
    monkeypatch.setenv("KPGUI_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "recovery"


@pytest.fixture
def crashed(store):
    """Leaves a session as a crashed window does."""

    def crash(session, path=None, at=None):
        place = CopySlot(store)
        place.put(Copy(session, path, path and Fingerprint.of(path), time.time() if at is None else at))
        place.leave()

    return crash


def notices(desk):
    return [each for each in desk.window.findChildren(Notice) if each.isVisible()]


def press(notice, text):
    QApplication.processEvents()  # a notice that came just now is laid out first
    button = next(each for each in notice.findChildren(QPushButton) if each.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def copies(store):
    return list(store.glob("*.copy")) if store.exists() else []


def test_a_window_in_which_nothing_changed_writes_nothing(store, desk, saved, qtbot):
    desk.window.opening.open_path(saved)
    qtbot.wait(100)
    assert not store.exists()


def test_changes_are_copied_and_the_copy_goes_when_they_are_saved(store, desk, hand, saved):
    desk.window.opening.open_path(saved)
    before = saved.read_bytes()
    hand.click(0.5, 0.5)
    desk.wait(lambda: bool(copies(store)))
    assert saved.read_bytes() == before
    desk.trigger("file.save")
    desk.wait(lambda: not copies(store))
    assert len(api.load(saved).dataset) == 4


def test_undoing_all_changes_takes_the_copy_away(store, desk, hand):
    hand.click(0.5, 0.5)
    desk.wait(lambda: bool(copies(store)))
    desk.trigger("edit.undo")
    desk.wait(lambda: not copies(store))


def test_closing_a_window_without_saving_leaves_nothing(store, desk, hand):
    hand.click(0.5, 0.5)
    desk.wait(lambda: bool(copies(store)))
    desk.answer(BUTTON.Discard)
    desk.window.close()
    assert list(store.iterdir()) == []


def test_a_crashed_session_is_offered_and_recovered_as_unsaved_changes(store, crashed, start, saved):
    session = Session(Dataset.of([[1, 2], [3, 4]], [1, -1]), kernel="poly(degree=3)", seed=4)
    crashed(session, saved)
    before = saved.read_bytes()
    desk = start()
    desk.wait(lambda: bool(notices(desk)))
    (notice,) = notices(desk)
    assert notice.sentence.startswith("kpgui ended unexpectedly. Unsaved changes to three.kpgui of ")
    assert notice.sentence.endswith(" (2 points) were kept.")
    assert len(desk.session.dataset) == 0
    press(notice, "Recover")
    assert desk.session == session
    assert desk.window.document.path == saved
    assert desk.window.isWindowModified()
    assert notices(desk) == []
    assert saved.read_bytes() == before
    assert len(copies(store)) == 1
    desk.trigger("file.save")
    assert api.load(saved).dataset == session.dataset
    desk.wait(lambda: copies(store) == [])


def test_a_shape_that_this_version_does_not_know_does_not_cost_the_points(crashed, start):
    session = Session(Dataset.of([[0, 0], [1, 1]], [1, -1]), shape="mons(n=50)")
    crashed(session)
    desk = start()
    desk.wait(lambda: bool(notices(desk)))
    press(notices(desk)[0], "Recover")
    assert desk.session.dataset == session.dataset
    assert desk.session.shape == desk.window.workbench.shape == ""


def test_several_crashed_windows_are_all_offered(store, crashed, start):
    for seed in (1, 2, 3, 4):
        crashed(Session(seed=seed), at=1000.0 * seed)
    desk = start()
    desk.wait(lambda: len(notices(desk)) == 3)
    first, second, third = notices(desk)
    press(first, "Discard")
    assert len(notices(desk)) == 3
    press(second, "Discard")
    press(third, "Later")
    (fourth,) = notices(desk)
    press(fourth, "Recover")
    assert desk.session.seed == 1
    desk.answer(BUTTON.Discard)
    desk.window.close()
    again = start()
    again.wait(lambda: bool(notices(again)))
    (notice,) = notices(again)
    press(notice, "Recover")
    assert again.session.seed == 2


def test_what_was_not_answered_is_offered_again(store, crashed, start):
    crashed(Session(seed=5))
    desk = start()
    desk.wait(lambda: bool(notices(desk)))
    desk.window.close()
    again = start()
    again.wait(lambda: bool(notices(again)))
    assert len(notices(again)) == 1


def test_a_second_window_does_not_offer_what_the_first_one_offers(store, crashed, start, qtbot):
    crashed(Session(seed=5))
    desk = start()
    desk.wait(lambda: bool(notices(desk)))
    second = start()
    qtbot.wait(150)
    assert notices(second) == []


def test_recovering_over_unsaved_changes_asks_first_and_loses_nothing(store, crashed, start):
    crashed(Session(seed=5))
    desk = start()
    desk.wait(lambda: bool(notices(desk)))
    QTest.mouseClick(desk.window.canvas.viewport(), Qt.MouseButton.LeftButton)
    assert len(desk.session.dataset) == 1
    desk.answer(BUTTON.Cancel)
    press(notices(desk)[0], "Recover")
    assert desk.asked == ["Save the changes to Untitled?"]
    assert len(desk.session.dataset) == 1
    (kept,) = [orphan for orphan in orphans(store)[0] if orphan.copy.session.seed == 5]
    kept.leave()


def test_a_copy_that_cannot_be_read_is_said_and_does_not_hinder(store, crashed, start):
    crashed(Session(seed=5))
    (store / "1-x.copy").write_bytes(b"kpgui recovery copy 1 nonsense")
    desk = start()
    desk.wait(lambda: bool(notices(desk)))
    assert len(notices(desk)) == 1
    assert desk.window.status.currentMessage().startswith("1 recovery file cannot be read")
    assert (store / "1-x.unreadable").exists()


def test_a_recovered_session_whose_own_copy_cannot_be_written_keeps_the_old_one(store, crashed, start, monkeypatch):
    crashed(Session(seed=5))
    desk = start()
    desk.wait(lambda: bool(notices(desk)))

    def full(handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        press(notices(desk)[0], "Recover")
        desk.wait(lambda: "No recovery copy is kept" in desk.window.status.currentMessage())
        assert desk.session.seed == 5
        assert len(copies(store)) == 1
    desk.wait(lambda: len(copies(store)) == 2)


@pytest.fixture
def full(monkeypatch):
    """A disk that is full until this is called, for recovery copies and for nothing else."""
    real = os.fsync

    def sync(handle):
        if threading.current_thread().name == "kpgui-autosave":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr("os.fsync", sync)
    return lambda: monkeypatch.setattr("os.fsync", real)


def test_a_notice_says_that_no_copy_is_kept_until_one_is(store, desk, hand, full, qtbot):
    hand.click(0.5, 0.5)
    desk.wait(lambda: bool(notices(desk)))
    (notice,) = notices(desk)
    assert notice.objectName() == "notice.no_copy"
    assert notice.sentence.startswith("No recovery copy is kept now") and "the disk is full" in notice.sentence
    assert desk.window.status.currentMessage() == notice.sentence  # spoken by a screen reader
    desk.window.status.clearMessage()
    for k in range(3):  # it is tried again and again, after changes too
        hand.click(-0.5, k / 4)
        qtbot.wait(60)
        assert notices(desk) == [notice]
    full()
    desk.wait(lambda: len(copies(store)) == 1)
    desk.wait(lambda: not notices(desk))
    desk.trigger("edit.undo")
    qtbot.wait(60)
    assert not notices(desk)


def test_the_notice_that_no_copy_is_kept_goes_when_the_session_is_saved(desk, hand, full, tmp_path, qtbot):
    hand.click(0.5, 0.5)
    desk.wait(lambda: bool(notices(desk)))
    desk.choose_file(None)
    press(notices(desk)[0], "Save as…")
    desk.wait(lambda: [each.objectName() for each in notices(desk)] == ["notice.no_copy"])  # as nothing was saved
    desk.choose_file(tmp_path / "elsewhere.kpgui")
    press(notices(desk)[0], "Save as…")
    desk.wait(lambda: not desk.window.document.modified)
    desk.wait(lambda: not notices(desk))
    qtbot.wait(100)
    assert not notices(desk)
    assert len(api.load(tmp_path / "elsewhere.kpgui").dataset) == 1
