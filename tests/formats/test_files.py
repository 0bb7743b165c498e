"""Loading and saving: what can go wrong with a file, and that a failed save leaves what was there."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from kpgui import formats
from kpgui.formats.storage import is_special, write_file
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

SESSION = Session(Dataset.of([[1, 2], [3, 4]], [1, -1]))
OLD = "x,y,label\n9,9,1\n"

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


@pytest.fixture
def old(tmp_path):
    """A file that is already there, in a folder of its own."""
    path = tmp_path / "points.csv"
    path.write_text(OLD)
    return path


def names_in(folder):
    return [path.name for path in folder.iterdir()]


def failing(code):
    def fail(*args, **kwargs):
        raise OSError(code, os.strerror(code))

    return fail


def test_a_saved_file_is_found_again(tmp_path):
    formats.save(SESSION, tmp_path / "a.kpgui")
    assert formats.load(str(tmp_path / "a.kpgui")) == SESSION
    assert names_in(tmp_path) == ["a.kpgui"]


def test_the_suffix_may_be_in_capitals(tmp_path):
    formats.save(SESSION, tmp_path / "A.CSV")
    assert (tmp_path / "A.CSV").read_text().startswith("x,y,label")


@pytest.mark.parametrize("suffix", ["", ".csv", ".kpgui", ".txt", ".xyz"])
def test_the_content_decides_when_the_suffix_lies(tmp_path, suffix):
    for form in [form for form in formats.FORMATS if form.can_write]:
        path = tmp_path / f"file{suffix}"
        path.write_bytes(form.write(SESSION))
        assert formats.load(path).dataset == SESSION.dataset


def test_what_is_of_no_format_is_refused(tmp_path):
    path = tmp_path / "notes"
    path.write_text("hello\n")
    with pytest.raises(KpguiError, match=r"notes is of no format that kpgui knows; known are \.kpgui"):
        formats.load(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(KpguiError, match=r"none.csv cannot be opened: there is no such file"):
        formats.load(tmp_path / "none.csv")


def test_a_folder(tmp_path):
    with pytest.raises(KpguiError, match="cannot be opened: it is a folder"):
        formats.load(tmp_path)
    with pytest.raises(KpguiError, match="cannot be opened: it is a folder"):
        formats.load("")


def test_a_name_that_no_file_can_have():
    with pytest.raises(KpguiError, match=r"cannot be opened: .*embedded null"):
        formats.load("a\0b.csv")
    with pytest.raises(KpguiError, match=r"cannot be saved: .*embedded null"):
        formats.save(SESSION, "a\0b.csv")


def test_no_permission_to_read(old, monkeypatch):
    monkeypatch.setattr("pathlib.Path.open", failing(errno.EACCES))
    with pytest.raises(KpguiError, match="cannot be opened: you have no permission to read it"):
        formats.load(old)


@pytest.mark.parametrize("name", ["old.csv", "new.csv", "folder/new.csv"])
def test_a_folder_that_may_not_be_searched(shut, name):
    with pytest.raises(KpguiError, match=f"{name} cannot be opened: you have no permission to read it"):
        formats.load(shut / name)
    with pytest.raises(KpguiError, match=f"{name} cannot be saved: you have no permission to write there"):
        formats.save(SESSION, shut / name)
    assert not is_special(shut / name)


@pytest.mark.parametrize("name", ["n" * 300 + ".csv", "n" * 300 + "/a.csv"])
def test_a_name_that_is_too_long(tmp_path, name):
    assert not is_special(tmp_path / name)
    with pytest.raises(KpguiError, match="cannot be opened: its name is too long"):
        formats.load(tmp_path / name)
    with pytest.raises(KpguiError, match="cannot be saved: its name is too long"):
        formats.save(SESSION, tmp_path / name)
    assert names_in(tmp_path) == []


def test_a_huge_file_is_refused_unread(tmp_path):
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.truncate(300_000_000)
    with pytest.raises(KpguiError, match=r"huge.csv is larger than 200 MB"):
        formats.load(path)


@posix
def test_an_endless_device_is_refused(monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_BYTES", 1_000_000)
    with pytest.raises(KpguiError, match="/dev/zero is larger than 1 MB"):
        formats.load("/dev/zero")


def test_an_unknown_suffix_is_not_saved(tmp_path):
    with pytest.raises(KpguiError, match=r"the suffix '\.xyz' belongs to no format; known are \.kpgui, .*\.csv"):
        formats.save(SESSION, tmp_path / "a.xyz")
    with pytest.raises(KpguiError, match="it has no suffix; known are"):
        formats.save(SESSION, tmp_path / "a")
    assert names_in(tmp_path) == []


def test_the_folder_is_not_there(tmp_path):
    with pytest.raises(KpguiError, match=r"a.csv cannot be saved: the folder .*gone does not exist"):
        formats.save(SESSION, tmp_path / "gone" / "a.csv")


def test_the_folder_is_a_file(old):
    with pytest.raises(KpguiError, match=r"cannot be saved: the folder .* does not exist"):
        formats.save(SESSION, old / "a.csv")


def test_a_folder_has_the_name(tmp_path):
    (tmp_path / "a.csv").mkdir()
    with pytest.raises(KpguiError, match=r"a.csv cannot be saved: it is a folder"):
        formats.save(SESSION, tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        ("os.fsync", errno.ENOSPC, "the disk is full, make room or choose another place"),
        ("Path.replace", errno.EACCES, "you have no permission to write there"),
        ("os.open", errno.EROFS, "you have no permission to write there"),
        ("os.fsync", errno.EIO, "input/output error"),
    ],
)
def test_a_failed_save_leaves_the_old_file_and_nothing_else(old, monkeypatch, call, code, message):
    monkeypatch.setattr(f"kpgui.formats.storage.{call}", failing(code))
    with pytest.raises(KpguiError, match=f"points.csv cannot be saved: {message}"):
        formats.save(SESSION, old)
    monkeypatch.undo()
    assert old.read_text() == OLD
    assert names_in(old.parent) == ["points.csv"]


def test_an_interrupted_save_leaves_the_old_file_and_nothing_else(old, monkeypatch):
    def interrupt(handle):
        raise KeyboardInterrupt

    monkeypatch.setattr("kpgui.formats.storage.os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        formats.save(SESSION, old)
    assert old.read_text() == OLD
    assert names_in(old.parent) == ["points.csv"]


def test_a_write_protected_file_stays(old, monkeypatch):
    monkeypatch.setattr("kpgui.formats.storage.os.access", lambda path, mode: False)
    with pytest.raises(KpguiError, match="you have no permission to write there"):
        formats.save(SESSION, old)
    assert old.read_text() == OLD


@posix
def test_a_really_full_disk(tmp_path):
    link = tmp_path / "full.csv"
    link.symlink_to("/dev/full")
    with pytest.raises(KpguiError, match=r"full.csv cannot be saved: the disk is full"):
        formats.save(SESSION, link)
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


@posix
def test_a_symbolic_link_stays_one(old):
    link = old.with_name("link.csv")
    link.symlink_to(old.name)
    formats.save(SESSION, link)
    assert link.is_symlink()
    assert formats.load(old).dataset == SESSION.dataset


@posix
def test_permissions_are_kept_and_new_files_follow_the_umask(old):
    old.chmod(0o640)
    formats.save(SESSION, old)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    mask = os.umask(0o022)
    try:
        formats.save(SESSION, old.with_name("new.csv"))
    finally:
        os.umask(mask)
    assert stat.S_IMODE(old.with_name("new.csv").stat().st_mode) == 0o644


@pytest.mark.parametrize("form", [form for form in formats.FORMATS if form.can_write], ids=lambda form: form.key)
def test_how_far_saving_is_is_told_and_it_can_be_given_up(tmp_path, form):
    many = Session(Dataset.of([[k, -k] for k in range(5000)], [1, -1] * 2500))
    path = tmp_path / f"many{form.suffixes[0]}"
    shares = []
    formats.save(many, path, shares.append)
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1
    assert len(shares) >= (1 if form.key == "npz" else 5)
    assert path.read_bytes() == form.write(many)

    def give_up(share):
        raise LookupError("nobody waits any more")

    before = path.read_bytes()
    with pytest.raises(LookupError, match="nobody waits"):
        formats.save(SESSION, path, give_up)
    assert path.read_bytes() == before
    assert names_in(tmp_path) == [path.name]


def test_what_the_pieces_say_is_not_taken_for_a_problem_of_the_disk(tmp_path):
    def pieces():
        yield b"new"
        raise KpguiError("There is no ffmpeg.")

    path = tmp_path / "a.mp4"
    path.write_bytes(b"old")
    with pytest.raises(KpguiError, match=r"^There is no ffmpeg\.$"):
        write_file(path, pieces())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="Linux has these calls")
def test_extended_attributes_stay(old):
    """Tags, where a file is from, and access lists belong to the file, not to its content."""
    os.setxattr(old, "user.xdg.tags", b"lecture 3")
    os.setxattr(old, "user.empty", b"")
    formats.save(SESSION, old)
    assert formats.load(old).dataset == SESSION.dataset
    assert {name: os.getxattr(old, name) for name in os.listxattr(old) if name.startswith("user.")} == {
        "user.xdg.tags": b"lecture 3",
        "user.empty": b"",
    }


@pytest.mark.skipif(sys.platform != "linux", reason="Linux has these calls")
def test_extended_attributes_that_cannot_be_copied_are_no_failure(old, monkeypatch):
    os.setxattr(old, "user.one", b"1")
    monkeypatch.setattr(os, "setxattr", failing(errno.EPERM))
    formats.save(SESSION, old)
    monkeypatch.setattr(os, "listxattr", failing(errno.ENOTSUP))
    formats.save(SESSION, old)
    assert formats.load(old).dataset == SESSION.dataset
