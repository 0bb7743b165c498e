"""Files with several names, and links that lead nowhere or to a device."""

import errno
import os
import subprocess
import sys

import pytest

from kpgui import formats
from kpgui.formats.storage import is_special
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.recovery.lock import claim, claimant, is_claimed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")

OLD = "x,y,label\n" + "9,9,1\n" * 1000
FEW, MANY = (Session(Dataset.of([[k, -k] for k in range(n)], [1] * n)) for n in (2, 5000))


@pytest.fixture
def names(tmp_path):
    """Two names of one file."""
    one, other = tmp_path / "one.csv", tmp_path / "folder" / "other.csv"
    one.write_text(OLD)
    other.parent.mkdir()
    other.hardlink_to(one)
    return one, other


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("session", [FEW, MANY], ids=["shorter", "longer"])
def test_a_file_with_two_names_keeps_both(names, session):
    one, other = names
    formats.save(session, one)
    assert one.samefile(other)
    assert formats.load(other).dataset == session.dataset
    assert one.read_bytes() == formats.FORMATS.find("csv").write(session)
    assert names_in(one.parent) == ["folder", "one.csv"]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("os.posix_fallocate", OSError(errno.ENOSPC, "No space left on device")),
        ("shutil.copyfileobj", OSError(errno.EIO, "Input/output error")),
        ("os.fsync", OSError(errno.ENOSPC, "No space left on device")),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no room can be reserved")
def test_when_it_cannot_be_written_the_old_content_is_there_under_both(names, monkeypatch, call, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(call, fail)
    with pytest.raises(KpguiError, match=r"one\.csv cannot be saved: "):
        formats.save(MANY, names[0])
    monkeypatch.undo()
    assert [name.read_text() for name in names] == [OLD, OLD]
    assert names[0].samefile(names[1])
    assert names_in(names[0].parent) == ["folder", "one.csv"]


def test_when_it_fails_half_way_the_old_content_is_put_back(names, monkeypatch):
    def half(source, file):
        file.write(source.read()[:100])
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("shutil.copyfileobj", half)
    with pytest.raises(KpguiError, match="input/output error"):
        formats.save(MANY, names[0])
    assert [name.read_text() for name in names] == [OLD, OLD]


def test_both_names_are_one_claim_whatever_becomes_of_the_other(names, tmp_path):
    one, other = names
    folder = tmp_path / "open"
    _, held = claim(folder, one)
    assert is_claimed(folder, other)
    assert claim(folder, other) == (False, None)
    assert claimant(folder, other) == os.getpid()
    other.unlink()
    assert is_claimed(folder, one)
    held.release()
    assert not is_claimed(folder, one)
    assert names_in(folder) == []


def test_a_name_given_later_is_the_same_claim_also_after_saving(tmp_path):
    one, other, folder = tmp_path / "one.csv", tmp_path / "later.csv", tmp_path / "open"
    one.write_text(OLD)
    _, held = claim(folder, one)
    formats.save(FEW, one)
    other.hardlink_to(one)
    assert is_claimed(folder, one)
    assert is_claimed(folder, other)
    assert claim(folder, other) == (False, None)
    assert claimant(folder, other) == os.getpid()
    formats.save(MANY, one)
    assert is_claimed(folder, other)
    other.unlink()
    other.write_text(OLD)
    assert not is_claimed(folder, other)
    held.release()
    assert not is_claimed(folder, one)


CLAIM = """
import sys, pathlib
from kpgui.recovery.lock import claim
folder, file = map(pathlib.Path, sys.argv[1:])
print("ready", flush=True)
for line in sys.stdin:
    free, held = claim(folder, file)
    print(int(free), flush=True)
    sys.stdin.readline()
    if held:
        held.release()
    print("released", flush=True)
"""


@pytest.mark.slow
def test_of_two_windows_that_claim_two_names_at_once_one_gets_the_file(names, tmp_path):
    command = [sys.executable, "-c", CLAIM, tmp_path / "open"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    windows = [subprocess.Popen([*command, name], **pipes) for name in names]

    def tell():
        for each in windows:
            each.stdin.write("\n")
        return [each.stdout.readline().strip() for each in windows]

    try:
        assert [each.stdout.readline() for each in windows] == ["ready\n"] * 2
        for _ in range(300):
            assert sorted(tell()) == ["0", "1"]
            assert tell() == ["released"] * 2
    finally:
        for each in windows:
            each.kill()
            each.communicate()


def test_a_link_into_a_folder_that_is_gone_names_that_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.csv").symlink_to("gone/a.csv")
    with pytest.raises(KpguiError) as caught:
        formats.save(FEW, "link.csv")
    where = f"the folder {tmp_path / 'gone'} does not exist"
    assert str(caught.value) == f"link.csv cannot be saved: it is a link, and {where}."


def test_a_link_to_a_file_that_is_not_there_yet_makes_it(tmp_path):
    (tmp_path / "link.csv").symlink_to("a.csv")
    formats.save(FEW, tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert formats.load(tmp_path / "a.csv").dataset == FEW.dataset


def test_a_device_and_a_pipe_keep_nothing(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    found = {name: is_special(tmp_path / name) for name in ("pipe", "file", ".", "none")}
    assert found == {"pipe": True, "file": False, ".": False, "none": False}
    assert all(is_special(type(tmp_path)(name)) for name in ("/dev/null", "/dev/full"))
