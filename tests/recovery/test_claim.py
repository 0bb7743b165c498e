"""Claims: one window has a file, until it lets go of it or its process ends."""

import os
import subprocess
import sys

import pytest

from kpgui.recovery.claim import claim, claimant, is_claimed

HOLD = """
import sys, pathlib
from kpgui.recovery.claim import claim
held = claim(*map(pathlib.Path, sys.argv[1:]))
print(held[0], flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "state" / "open"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.kpgui"
    path.write_text("a")
    return path


def test_a_file_is_claimed_by_one_process_until_that_is_killed(folder, file):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, folder, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "True\n"
    assert is_claimed(folder, file)
    assert claim(folder, file) == (False, None)
    assert claimant(folder, file) == process.pid
    process.kill()
    process.communicate()
    assert not is_claimed(folder, file)
    free, lock = claim(folder, file)
    assert free
    lock.release()
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege there")
def test_all_names_of_a_file_are_one_claim(folder, file, tmp_path):
    other = tmp_path / "link.kpgui"
    other.symlink_to(file)
    _, lock = claim(folder, file)
    assert is_claimed(folder, other)
    assert is_claimed(folder, file.parent / "state" / ".." / "a.kpgui")
    assert not is_claimed(folder, tmp_path / "b.kpgui")
    lock.release()
    assert not is_claimed(folder, other)


def test_where_no_lock_can_be_made_every_file_is_free(file, tmp_path):
    (tmp_path / "state").write_text("a file in the folder's place")
    assert claim(tmp_path / "state" / "open", file) == (True, None)
    assert not is_claimed(tmp_path / "state" / "open", file)
    assert claimant(tmp_path / "state" / "open", file) is None


def test_a_file_system_without_locks_leaves_every_file_free(folder, file, monkeypatch):
    def none(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock" if os.name == "posix" else "msvcrt.locking", none)
    assert claim(folder, file) == (True, None)
    assert not is_claimed(folder, file)
