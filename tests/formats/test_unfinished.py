"""What a killed process leaves beside a file: removed at the next save, and nothing else ever is."""

import subprocess
import sys

import pytest

from kpgui import formats
from kpgui.formats.storage import sweep
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")

SESSION = Session(Dataset.of([[1, 2], [3, 4]], [1, -1]))

WRITER = """
import sys, time
from kpgui import formats
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session

def hold(share):
    print("writing", flush=True)
    sys.stdin.readline()

formats.save(Session(Dataset.of([[5, 6]], [1])), sys.argv[1], hold)
"""


def started(code, path):
    process = subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "writing\n"
    return process


@pytest.fixture
def writer(tmp_path):
    """Another process that is in the middle of saving points.csv."""
    process = started(WRITER, tmp_path / "points.csv")
    yield process
    process.kill()
    process.communicate()


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_process_left_is_gone_after_the_next_save(writer, tmp_path):
    (left,) = tmp_path.iterdir()
    writer.kill()
    writer.wait()
    assert left.exists()
    formats.save(SESSION, tmp_path / "other.csv")
    assert names_in(tmp_path) == ["other.csv"]


def test_what_a_living_process_writes_stays_and_becomes_its_file(writer, tmp_path):
    formats.save(SESSION, tmp_path / "other.csv")
    sweep(tmp_path)
    writer.communicate("\n" * 9)
    assert writer.returncode == 0
    assert names_in(tmp_path) == ["other.csv", "points.csv"]
    assert formats.load(tmp_path / "points.csv").dataset.points.tolist() == [[5, 6]]


def test_what_is_not_ours_stays(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    target = tmp_path / "target"
    target.write_text("mine")
    (folder / ".kpgui-notes.tmp").write_text("mine")
    (folder / "my.kpgui-0123456789abcdef.tmp").write_text("mine")
    (folder / ".kpgui-0123456789abcdef.tmp.bak").write_text("mine")
    (folder / ".kpgui-0123456789abcdef.tmp").write_text("mine")
    (folder / ".kpgui-0123456789abcdef01234567.tmp").write_text("mine")
    (folder / ".kpgui-0123456789abcdef01234568.tmp").mkdir()
    (folder / ".kpgui-0123456789abcde0.tmp").mkdir()
    (folder / ".kpgui-0123456789abcde1.tmp").symlink_to(target)
    before = names_in(folder)
    sweep(folder)
    assert names_in(folder) == before
    assert target.read_text() == "mine"


def test_a_folder_that_cannot_be_looked_into_is_no_trouble(tmp_path):
    sweep(tmp_path / "gone")
    (tmp_path / "file").write_text("")
    sweep(tmp_path / "file")
