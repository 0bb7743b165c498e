"""Saving that fails, for whatever reason: it is said in one sentence, and nothing is lost."""

import errno
import os
import shutil

import pytest

from kpgui import api
from kpgui.app import create_window
from kpgui.ui.dialogs.messages import Notice
from tests.e2e.desk import Desk, edit
from tests.e2e.test_recovery import copies


def fails_as(desk, path, words):
    """Saving is refused in one sentence; session, its unsaved mark and the file are as before."""
    before = path.read_bytes() if path.exists() else None
    session = desk.session
    desk.trigger("file.save")
    told = desk.problem()
    assert words in told
    assert path.name in told
    assert told.endswith(".")
    assert ". " not in told
    assert desk.session is session
    assert desk.window.document.modified
    assert desk.window.isWindowModified()
    assert (path.read_bytes() if path.exists() else None) == before
    assert not list(path.parent.glob(".kpgui-*.tmp"))


@pytest.mark.parametrize("call", ["write", "fsync"])
@pytest.mark.parametrize(
    "number, words", [(errno.ENOSPC, "the disk is full"), (errno.EIO, "input/output error"), (errno.EDQUOT, "full")]
)
def test_a_disk_that_fails_in_the_middle(desk, saved, monkeypatch, call, number, words):
    desk.window.opening.open_path(saved)
    edit(desk, 10)
    real = os.fdopen

    def refuse(*_):
        raise OSError(number, os.strerror(number))

    def half(handle, mode):
        file = real(handle, mode, 0)
        write = file.write

        def some(content):
            write(content[: len(content) // 2])
            refuse()

        class Half:
            def __enter__(self):
                return self

            def __exit__(self, *_):
                file.close()

            write = staticmethod(some)

        return Half()

    with monkeypatch.context() as patch:
        if call == "fsync":
            patch.setattr("kpgui.formats.storage.os.fsync", refuse)
        else:
            patch.setattr("kpgui.formats.storage.os.fdopen", half)
        fails_as(desk, saved, words)
    desk.trigger("file.save")
    assert api.load(saved).seed == 10


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_must_not_be_written_to(desk, saved):
    desk.window.opening.open_path(saved)
    edit(desk, 10)
    saved.parent.chmod(0o500)
    try:
        fails_as(desk, saved, "no permission")
    finally:
        saved.parent.chmod(0o700)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_folder_that_lets_nobody_write(desk, saved, monkeypatch, number):
    desk.window.opening.open_path(saved)
    edit(desk, 10)
    real = os.open

    def refuse(path, flags, *rest, **named):
        if flags & os.O_CREAT and str(path).startswith(str(saved.parent)):
            raise OSError(number, os.strerror(number), str(path))
        return real(path, flags, *rest, **named)

    with monkeypatch.context() as patch:
        patch.setattr("os.open", refuse)
        fails_as(desk, saved, "no permission")


def test_a_folder_that_vanished_while_its_file_was_open(desk, saved, tmp_path):
    desk.window.opening.open_path(saved)
    edit(desk, 10)
    shutil.rmtree(saved.parent)
    fails_as(desk, saved, "does not exist")
    assert not saved.parent.exists()
    # Nor is it lost when the window goes now: its recovery copy is elsewhere.
    assert desk.window.document.path == saved
    desk.choose_file(tmp_path / "kept.kpgui")
    desk.trigger("file.save_as")
    assert api.load(tmp_path / "kept.kpgui").seed == 10


LONG = "n" * 300


def told_after(desk, action, path):
    """What is said when this file is chosen."""
    desk.choose_file(path)
    desk.train_to_end()
    if action == "export_figure":
        desk.save_figure()
    elif action == "export_points":
        desk.export("Points")
    else:
        desk.trigger(f"file.{action}")
    desk.wait(lambda: not desk.window.writing.busy and not desk.window.reading.busy)
    return desk.problem()


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("open", LONG),
        ("save_as", LONG),
        ("save_as", f"{LONG}.kpgui"),
        ("export_points", LONG),
        ("export_points", f"{LONG}.csv"),
        ("export_figure", LONG),
    ],
)
def test_a_name_that_is_too_long(desk, saved, tmp_path, action, name):
    desk.window.opening.open_path(saved)
    assert "its name is too long" in told_after(desk, action, tmp_path / name)


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("open", "old.csv"),
        ("save_as", "new"),
        ("save_as", "new.kpgui"),
        ("export_points", "new.csv"),
        ("export_figure", "new.png"),
        ("export_figure", "folder/new.png"),
    ],
)
def test_a_folder_that_may_not_be_searched(desk, saved, shut, action, name):
    desk.window.opening.open_path(saved)
    desk.window.settings.folder = str(shut / "folder")
    assert "you have no permission" in told_after(desk, action, shut / name)


def test_a_recent_file_in_a_folder_that_may_not_be_searched_is_not_offered(desk, shut):
    desk.window.settings.recent = [str(shut / "old.csv")]
    menu = desk.window.findChild(object, "menu.recent")
    menu.aboutToShow.emit()
    assert [entry.text() for entry in menu.actions()] == ["No recent files"]


def test_while_saving_fails_the_recovery_copy_stays(qtbot, monkeypatch, saved, tmp_path):
    monkeypatch.setenv("KPGUI_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("KPGUI_AUTOSAVE", "0.02")
    window = create_window()
    with qtbot.waitExposed(window):
        window.show()
    desk = Desk(window, qtbot, monkeypatch)
    window.opening.open_path(saved)
    edit(desk, 10)
    desk.wait(lambda: bool(copies(tmp_path / "state" / "recovery")))
    shutil.rmtree(saved.parent)
    desk.trigger("file.save")
    assert "does not exist" in desk.problem()
    assert copies(tmp_path / "state" / "recovery")
    assert not window.findChildren(Notice, "notice.file_changed")
