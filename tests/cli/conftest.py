"""Running the command line inside the test's own process."""

import stat

import pytest

from kpgui.cli import main
from tests.cli.drawing import moons


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def kpgui(capsys):
    """Calls the command line with words; gives exit code, output and errors."""

    def run(*words):
        code = main([str(word) for word in words])
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def xor_file(tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("x,y,label\n-1,1,-1\n1,1,1\n-1,-1,1\n1,-1,-1\n")
    return path


@pytest.fixture
def moons_file(tmp_path):
    """A session with moons that do not separate."""
    return moons(tmp_path)


class Place:
    """A folder to run in, with files of every sort; `refused` runs a command line that must be refused there."""

    def __init__(self, folder, kpgui):
        self.folder, self.kpgui = folder, kpgui

    def contents(self):
        """Every file with its mode and its bytes, of a huge one its size."""
        found = {}
        for path in self.folder.rglob("*"):
            status = path.lstat()
            whole = stat.S_ISREG(status.st_mode) and status.st_size < 10**6
            found[path] = status.st_mode, path.read_bytes() if whole else status.st_size
        return found

    def refused(self, *words):
        """The exit code and the sentence on stderr; checks that nothing else was said or done."""
        before = self.contents()
        result = self.kpgui(*words)
        assert self.contents() == before
        assert result.out == ""
        return result.code, one_sentence(result.err)


def one_sentence(err):
    """What stderr has, which must be one line of the program, ended as a sentence is."""
    lines = err.splitlines()
    assert len(lines) == 1, err
    assert err == lines[0] + "\n"
    assert lines[0].isprintable()
    assert len(lines[0]) <= 300
    assert lines[0].startswith("kpgui: ")
    assert lines[0].endswith(".")
    for foreign in ("Traceback", "bug in kpgui", "usage:", "Errno", "Warning", "Error"):
        assert foreign not in lines[0]
    return lines[0]


@pytest.fixture
def place(kpgui, tmp_path, monkeypatch, qapp):
    # qapp: the application of the whole process, which windows can use too; render would make a smaller one.
    folder = tmp_path / "place"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "xor.csv").write_text("x,y,label\n-1,1,-1\n1,1,1\n-1,-1,1\n1,-1,-1\n")
    (folder / "old.csv").write_text("9,9,1\n")
    (folder / "old.png").write_bytes(b"an old picture")
    (folder / "folder").mkdir()
    (folder / "folder.csv").mkdir()
    (folder / "folder.png").mkdir()
    return Place(folder, kpgui)
