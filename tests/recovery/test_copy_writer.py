"""When a recovery copy is written, by a clock that stands still until it is moved."""

import threading

import pytest

from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.recovery.copy import Copy
from kpgui.recovery.copy_writer import CopyWriter
from kpgui.recovery.store import CopySlot, orphans


class Desk:
    """A writer of copies, its folder, the time, and a session that is its number of points."""

    def __init__(self, folder):
        self.folder = folder
        self.now = 0.0
        self.points = 0
        self.taken = 0
        self.writer = CopyWriter(lambda: CopySlot(folder), 2.0, lambda: self.now)

    def copy(self):
        self.taken += 1
        return Copy(Session(Dataset.of([[0, k] for k in range(self.points)], [1] * self.points)), None, None, self.now)

    def edit(self, points):
        self.points = points
        self.writer.change()

    def turn(self, now):
        """A turn at this time, and what it started is done."""
        self.now = now
        self.writer.turn(self.copy)
        for thread in threading.enumerate():
            if thread.name == "kpgui-autosave":
                thread.join()

    @property
    def copies(self):
        return sorted(self.folder.glob("*.copy")) if self.folder.exists() else []

    def found(self):
        """The numbers of points of the copies that a next start would offer."""
        self.writer._slot.leave()  # as the end of the process would
        return [len(each.copy.session.dataset) for each in orphans(self.folder)[0]]


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path / "state" / "recovery")


def test_nothing_is_written_when_nothing_changed(desk):
    desk.turn(100)
    assert desk.writer.idle
    assert desk.taken == 0
    assert not desk.folder.exists()


def test_a_change_waits_no_longer_than_the_period_however_many_follow(desk):
    for k in range(1, 20):
        desk.edit(k)
        desk.turn(k * 0.1)
    assert desk.taken == 0
    desk.edit(20)
    desk.turn(2.1)
    assert desk.taken == 1
    desk.turn(50)
    assert desk.writer.idle
    assert desk.taken == 1
    assert desk.found() == [20]


def test_a_change_during_a_write_is_written_next(desk):
    desk.edit(1)
    desk.turn(2)
    desk.edit(2)
    desk.turn(3)
    desk.turn(4.1)
    assert len(desk.copies) == 1
    assert desk.found() == [2]


def test_a_saved_session_has_no_copy(desk):
    desk.edit(1)
    desk.turn(2)
    desk.turn(2.1)
    assert desk.copies
    desk.writer.settle()
    assert not desk.copies
    assert desk.writer.idle


def test_a_session_saved_while_its_copy_is_being_written_has_none_afterwards(desk, monkeypatch):
    going, may_go = threading.Event(), threading.Event()
    put = CopySlot.put

    def slow(place, copy):
        going.set()
        may_go.wait()
        put(place, copy)

    monkeypatch.setattr(CopySlot, "put", slow)
    desk.edit(1)
    desk.now = 2
    desk.writer.turn(desk.copy)
    going.wait()
    desk.writer.settle()
    desk.writer.turn(desk.copy)
    may_go.set()
    desk.turn(2.1)
    desk.turn(2.2)
    assert not desk.copies
    assert desk.writer.idle


def test_a_clean_end_leaves_nothing(desk):
    desk.edit(1)
    desk.turn(2)
    desk.edit(2)
    desk.writer.close()
    assert list(desk.folder.iterdir()) == []


def test_an_end_that_asks_nobody_leaves_the_last_change(desk):
    desk.edit(3)
    desk.writer.close(keep=desk.copy())
    assert desk.found() == [3]


def test_an_end_after_a_clean_end_writes_nothing(desk):
    desk.edit(3)
    desk.writer.close()
    desk.writer.close(keep=desk.copy())
    assert desk.copies == []


def test_a_write_that_fails_is_said_keeps_the_copy_before_and_is_tried_again(desk, monkeypatch):
    desk.edit(1)
    desk.turn(2)

    def full(handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        desk.edit(2)
        desk.turn(3)
        desk.turn(4.1)
        desk.turn(4.2)
        assert "the disk is full" in desk.writer.problem
        assert [path.suffix for path in desk.copies] == [".copy"]
        assert not desk.writer.idle
        assert not list(desk.folder.glob("*.tmp"))
    desk.turn(6.3)
    desk.turn(6.4)
    assert desk.writer.problem == ""
    assert desk.found() == [2]


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "state").write_text("a file")
    desk = Desk(tmp_path / "state" / "recovery")
    desk.edit(1)
    desk.turn(2)
    assert "does not exist" in desk.writer.problem
    desk.writer.close()
