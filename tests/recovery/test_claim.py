"""Claims: one window has a file, until it lets go of it or its process ends."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from kpgui.recovery.lock import claim, claimant, is_claimed, remove_left

HOLD = """
import sys, pathlib
from kpgui.recovery.lock import claim
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


DIE = """
import os, sys, pathlib
from kpgui.recovery.lock import claim
for path in sys.argv[2:]:
    claim(pathlib.Path(sys.argv[1]), pathlib.Path(path))
os._exit(9)
"""


def left_by_a_dead_window(folder, *files):
    subprocess.run([sys.executable, "-c", DIE, folder, *files], check=False)
    return sorted(folder.iterdir())


def test_what_dead_windows_left_is_removed_and_what_living_ones_hold_is_not(folder, tmp_path):
    files = [tmp_path / f"{number}.kpgui" for number in range(5)]
    left = left_by_a_dead_window(folder, *files)
    assert len(left) == 5
    _, lock = claim(folder, files[2])
    remove_left(folder)
    assert len(list(folder.iterdir())) == 1
    assert claim(folder, files[2]) == (False, None)
    assert claimant(folder, files[2]) == os.getpid()
    lock.release()
    assert list(folder.iterdir()) == []


def test_a_number_that_another_process_has_now_keeps_no_lock(folder, file):
    (left,) = left_by_a_dead_window(folder, file)
    left.write_text(str(os.getpid()))
    assert not is_claimed(folder, file)
    remove_left(folder)
    assert list(folder.iterdir()) == []


def test_nothing_to_remove_is_no_trouble(folder, tmp_path):
    remove_left(folder)
    folder.mkdir(parents=True)
    (folder / "sub.lock").mkdir()
    (folder / "notes.txt").write_text("mine")
    (folder / "away.lock").symlink_to(tmp_path / "elsewhere")
    remove_left(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["away.lock", "notes.txt", "sub.lock"]


@pytest.mark.slow
def test_to_look_whether_a_file_is_claimed_is_in_nobodys_way(folder, file):
    left_by_a_dead_window(folder, file)
    stop = threading.Event()

    def look():
        while not stop.is_set():
            is_claimed(folder, file)
            remove_left(folder)

    with ThreadPoolExecutor(3) as pool:
        looking = [pool.submit(look) for _ in range(3)]
        try:
            for _ in range(300):
                free, lock = claim(folder, file)
                assert free
                assert is_claimed(folder, file)
                assert claim(folder, file) == (False, None)
                lock.release()
        finally:
            stop.set()
        for each in looking:
            each.result()


START = """
import sys, pathlib
from kpgui.recovery.lock import claim, is_claimed
from kpgui.recovery.lock import remove_left
folder, file = map(pathlib.Path, sys.argv[1:])
print("ready", flush=True)
sys.stdin.readline()
held = []
for number in range(50):
    path = file.with_name(f"{number}.kpgui")
    is_claimed(folder, path)
    held.append(claim(folder, path))
    remove_left(folder)
print("".join("01"[lock is not None] for _, lock in held), flush=True)
sys.stdin.readline()
"""


@pytest.mark.slow
def test_of_windows_that_start_at_once_each_file_is_one_s(folder, file):
    left_by_a_dead_window(folder, *(file.with_name(f"{number}.kpgui") for number in range(50)))
    command = [sys.executable, "-c", START, folder, file]
    windows = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    try:
        for each in windows:
            each.stdout.readline()
        for each in windows:
            each.stdin.write("go\n")
            each.stdin.flush()
        held = [each.stdout.readline().strip() for each in windows]
        assert [sum(map(int, of_one)) for of_one in zip(*held, strict=True)] == [1] * 50
    finally:
        for each in windows:
            each.kill()
            each.communicate()
    remove_left(folder)
    assert list(folder.iterdir()) == []
