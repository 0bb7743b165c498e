"""What crashed windows left: found once, by one, and never in the way."""

import os
import subprocess
import sys

import pytest

from kpgui.formats.storage import temporary_name
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.recovery import store as store
from kpgui.recovery.copy import Copy
from kpgui.recovery.lock import Lock, owner_of
from kpgui.recovery.store import CopySlot, orphans

DEAD = """
import sys
from pathlib import Path
from kpgui.model.session import Session
from kpgui.recovery.copy import Copy
from kpgui.recovery.store import CopySlot
CopySlot(Path(sys.argv[1])).put(Copy(Session(seed=int(sys.argv[2])), None, None, float(sys.argv[2])))
print("there", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "recovery"


@pytest.fixture
def window(folder):
    """Starts a process with a copy; the function ends it."""
    started = []

    def start(seed):
        process = subprocess.Popen(
            [sys.executable, "-c", DEAD, str(folder), str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        started.append(process)
        process.stdout.readline()
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def seeds(found):
    return [orphan.copy.session.seed for orphan in found[0]]


@pytest.mark.slow
def test_the_copies_of_killed_windows_are_all_found_newest_first(folder, window):
    processes = [window(seed) for seed in (1, 3, 2)]
    assert orphans(folder) == ([], [])
    for process in processes:
        process.kill()
        process.wait()
    assert seeds(orphans(folder)) == [3, 2, 1]


def test_the_copy_of_a_living_window_is_left_alone_in_this_process_too(folder, window):
    window(1)
    place = CopySlot(folder)
    place.put(Copy(Session(), None, None, 0.0))
    assert orphans(folder) == ([], [])
    place.leave()
    assert seeds(orphans(folder)) == [0]


def test_a_copy_is_offered_by_one_start_only_until_it_is_left_for_later(folder, window):
    process = window(5)
    process.kill()
    process.wait()
    (mine,), _ = orphans(folder)
    assert orphans(folder) == ([], [])
    mine.leave()
    (again,), _ = orphans(folder)
    again.discard()
    assert list(folder.iterdir()) == []


def test_a_copy_that_cannot_be_read_is_set_aside_once(folder):
    folder.mkdir()
    (folder / "1-a.copy").write_bytes(b"half of")
    (folder / "2-b.copy").write_bytes(b"")
    found, aside = orphans(folder)
    assert found == []
    assert [path.name for path in aside] == ["1-a.unreadable", "2-b.unreadable"]
    assert aside[0].read_bytes() == b"half of"
    assert orphans(folder) == ([], [])


def test_no_folder_a_file_in_its_place_and_strange_files_are_no_trouble(folder):
    assert orphans(folder) == ([], [])
    folder.write_text("not a folder")
    assert orphans(folder) == ([], [])
    folder.unlink()
    (folder / "sub.copy").mkdir(parents=True)
    (folder / "notes.txt").write_text("mine")
    assert orphans(folder)[0] == []
    assert (folder / "notes.txt").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there a file has to be old as well")
def test_what_a_killed_process_was_writing_is_swept_up(folder):
    folder.mkdir()
    left = folder / temporary_name("0123456789abcdef")
    left.write_bytes(b"ha")
    assert orphans(folder) == ([], [])
    assert not left.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there are locks wherever files can be written")
def test_without_locks_the_number_of_the_process_has_to_do(folder, monkeypatch):
    def none(path):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(Lock, "acquire", none)
    place = CopySlot(folder)
    place.put(Copy(Session(), None, None, 0.0))
    assert orphans(folder) == ([], [])
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    place.path.rename(folder / f"{gone.pid}-x.copy")
    (orphan,), _ = orphans(folder)
    orphan.discard()
    assert not list(folder.iterdir())


def test_a_lock_is_held_once_names_its_owner_and_can_be_taken_again(tmp_path):
    path = tmp_path / "a.lock"
    lock = Lock.acquire(path)
    assert Lock.acquire(path) is None
    assert owner_of(path) == os.getpid()
    lock.release()
    lock.release()
    assert not path.exists()
    assert owner_of(path) is None
    Lock.acquire(path).release()


def test_the_lock_of_a_dead_process_is_free(tmp_path):
    path = tmp_path / "a.lock"
    code = (
        "import os, sys, pathlib, kpgui.recovery.lock as k; l = k.Lock.acquire(pathlib.Path(sys.argv[1])); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)])
    assert path.exists()
    Lock.acquire(path).release()


@pytest.mark.slow
def test_a_large_session_is_copied_without_its_text(folder):
    n = 200_000
    place = CopySlot(folder)
    place.put(Copy(Session(Dataset.of([[k, -k] for k in range(n)], [1] * n)), None, None, 0.0))
    assert place.path.stat().st_size < 19 * n
    place.leave()
    assert len(store.orphans(folder)[0][0].copy.session.dataset) == n
