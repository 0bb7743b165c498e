"""Who may read a file: those who could read what it replaces, from before the first byte, or the user alone."""

import os
import stat
import sys

import pytest

from kpgui import formats
from kpgui.formats.storage import unfinished, write_file
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.recovery.copy import Copy
from kpgui.recovery.lock import claim, private_folder
from kpgui.recovery.store import CopySlot

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")

SESSION = Session(Dataset.of([[1, 2], [3, 4]], [1, -1]))


@pytest.fixture(autouse=True)
def open_handed():
    """The umask of most systems, under which everybody may read what is not made private."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def made(monkeypatch):
    """The modes with which files are created, in order."""
    modes, real = [], os.open

    def watched(path, flags, mode=0o777, **more):
        if flags & os.O_CREAT:
            modes.append(mode)
        return real(path, flags, mode, **more)

    monkeypatch.setattr("os.open", watched)
    return modes


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("wanted", [0o600, 0o640, 0o644, 0o660])
def test_what_takes_a_files_place_is_no_more_open_than_that_at_any_moment(tmp_path, made, wanted):
    path = tmp_path / "secret.csv"
    path.write_text("x,y,label\n")
    path.chmod(wanted)
    made.clear()
    seen = []

    def watching(share):
        seen.extend(mode(each) for each in tmp_path.glob(".kpgui-*.tmp"))

    formats.save(SESSION, path, watching)
    assert made == [0o600]
    assert set(seen) == {wanted}
    assert mode(path) == wanted


def test_a_new_file_is_as_open_as_other_programs_make_them(tmp_path):
    formats.save(SESSION, tmp_path / "new.csv")
    assert mode(tmp_path / "new.csv") == 0o644


def test_another_group_is_given_nothing(tmp_path, monkeypatch):
    path = tmp_path / "shared.csv"
    path.write_text("old")
    path.chmod(0o664)
    fields = list(path.stat())
    fields[5] += 1  # a group to which nothing can be given

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr("os.fchown", refuse)
    with unfinished(path, os.stat_result(fields)) as new:
        assert stat.S_IMODE(os.fstat(new).st_mode) == 0o604


def test_recovery_copies_and_locks_are_the_users_alone(tmp_path, made):
    place = CopySlot(tmp_path / "state" / "recovery")
    place.put(Copy(SESSION, None, None, 0.0))
    place.path.chmod(0o644)  # as an earlier version left it
    place.put(Copy(SESSION, None, None, 1.0))
    _, held = claim(tmp_path / "state" / "open", tmp_path / "a.kpgui")
    files = [each for each in (tmp_path / "state").rglob("*") if each.is_file()]
    assert len(files) == 3
    assert {mode(each) for each in files} == {0o600}
    assert set(made) == {0o600}
    for folder in ("state", "state/recovery", "state/open"):
        assert mode(tmp_path / folder) == 0o700
    held.release()
    place.leave()


def test_a_folder_that_an_earlier_version_made_is_closed(tmp_path):
    folder = tmp_path / "thumbnails"
    folder.mkdir(mode=0o755)
    private_folder(folder)
    assert mode(folder) == 0o700
    write_file(folder / "a.png", [b"picture"], private=True)
    assert mode(folder / "a.png") == 0o600
