"""Whether a file is still as it was."""

import os

import pytest

from kpgui.recovery import fingerprint as fingerprint
from kpgui.recovery.fingerprint import FileState, Fingerprint, compare


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.kpgui"
    path.write_bytes(b"as it was")
    return path


def test_a_file_that_nobody_touched_is_the_same(file):
    assert compare(file, Fingerprint.of(file), thorough=True) is FileState.SAME


def test_other_content_is_a_change_and_the_same_content_written_anew_is_none(file):
    before = Fingerprint.of(file)
    os.utime(file, ns=(0, 0))
    assert compare(file, before) is FileState.SAME
    file.write_bytes(b"as it is!")
    assert compare(file, before) is FileState.CHANGED


def test_a_change_that_keeps_time_and_size_is_found_by_a_thorough_look(file):
    before = Fingerprint.of(file)
    file.write_bytes(b"AS it was")
    os.utime(file, ns=(before.modified, before.modified))
    assert compare(file, before) is FileState.SAME
    assert compare(file, before, thorough=True) is FileState.CHANGED


def test_of_a_large_file_time_and_size_decide(file, monkeypatch):
    monkeypatch.setattr(fingerprint, "COMPARED", 4)
    before = Fingerprint.of(file)
    assert before.digest == ""
    assert compare(file, before, thorough=True) is FileState.SAME
    os.utime(file, ns=(0, 0))
    assert compare(file, before) is FileState.CHANGED


def test_a_file_or_its_folder_that_is_gone(file):
    before = Fingerprint.of(file)
    file.unlink()
    assert compare(file, before) is FileState.GONE
    assert compare(file / "deeper", before) is FileState.GONE
    assert compare(file, None) is FileState.SAME
    assert Fingerprint.of(file) is None
    file.write_bytes(b"back")
    assert compare(file, None) is FileState.CHANGED


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_what_is_no_regular_file_is_never_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert Fingerprint.of(pipe) is None
    assert compare(pipe, None) is FileState.SAME
    assert Fingerprint.of(tmp_path) is None
