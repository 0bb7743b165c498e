"""The program as a process: Ctrl+C while it starts and works, and standard streams that are closed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")

INTERRUPTED = """
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background may have turned it off
event, name = sys.argv[1:3]
del sys.argv[1:3]

def interrupt(happening, arguments):
    global name
    if happening == event and name and name in str(arguments[0]):
        name = ""
        os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(interrupt)
from kpgui.__main__ import main
sys.exit(main())
"""
"""The program, and Ctrl+C when this event of Python's auditing happens to something of this name."""

OF_THE_WINDOW = (
    "kpgui.cli.window",
    "shiboken6.Shiboken",
    "PySide6.QtCore",
    "PySide6.QtWidgets",
    "numpy._core._multiarray_umath",
    "kpgui.ui.dialogs.errors",
    "kpgui.ui.window.main_window",
    "kpgui.ui.files.autosave",
)
OF_TRAINING = (
    "argparse",
    "kpgui.api",
    "kpgui.formats",
    "numpy._core._multiarray_umath",
    "kpgui.engine",
    "numpy.random",
)
OF_RENDER = ("PySide6.QtCore", "shiboken6.Shiboken", "PySide6.QtGui", "kpgui.figure.painter")


@pytest.fixture
def large_file(tmp_path):
    """It takes a second or so to read."""
    path = tmp_path / "large.csv"
    path.write_text("x,y,label\n" + "0.25,0.5,1\n-0.5,0.125,-1\n" * 100_000)
    return path


def interrupted(event, name, *words):
    command = [sys.executable, "-c", INTERRUPTED, event, name, *map(str, words)]
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.run(command, capture_output=True, text=True, env=environ, timeout=240, check=False)
    return process.returncode, process.stdout, process.stderr


STOPPED = (130, "", "kpgui: stopped.\n")


@pytest.mark.parametrize("module", OF_THE_WINDOW)
def test_ctrl_c_ends_the_window_whatever_is_just_imported(module):
    assert interrupted("import", module) == STOPPED


@pytest.mark.parametrize("module", OF_TRAINING)
def test_ctrl_c_ends_training_whatever_is_just_imported(large_file, module):
    assert interrupted("import", module, "train", large_file) == STOPPED


@pytest.mark.parametrize("module", OF_RENDER)
def test_ctrl_c_ends_rendering_whatever_is_just_imported(large_file, module):
    large_file.write_text("0,0,1\n1,1,-1\n")
    picture = large_file.with_suffix(".png")
    assert interrupted("import", module, "render", large_file, "-o", picture) == STOPPED
    assert not picture.exists()


@pytest.mark.parametrize("words", [(), ("train",)], ids=["window", "train"])
def test_ctrl_c_ends_it_while_a_file_is_read(large_file, words):
    code, out, errors = interrupted("open", large_file.name, *words, large_file)
    assert (code, out) == (130, "")
    assert errors.endswith("kpgui: stopped.\n"), "after what Qt has to say of having no screen"
    assert "Traceback" not in errors


@pytest.mark.parametrize("event", ["open", "os.rename"])
def test_ctrl_c_while_a_file_is_written_leaves_nothing_of_it(tmp_path, event):
    source, target = tmp_path / "a.csv", tmp_path / "b.kpgui"
    source.write_text("0,0,1\n1,1,-1\n")
    assert interrupted(event, ".kpgui-", "convert", source, target) == STOPPED
    assert list(tmp_path.iterdir()) == [source]


# Standard streams


def closed(streams, *words):
    command = f'exec "$@" {streams}'
    return subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "kpgui", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_an_error_does_not_go_to_stdout_when_stderr_is_closed(tmp_path):
    ended = closed("2>&-", "train", tmp_path / "none.csv")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "")


def test_wrong_usage_is_exit_code_2_when_stderr_is_closed():
    ended = closed("2>&-", "train")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "")


@pytest.mark.slow
@pytest.mark.parametrize(("streams", "code"), [("<&-", 0), (">&-", 1), ("2>&-", 0), ("<&- >&- 2>&-", 1)])
def test_with_closed_streams_files_are_as_without(tmp_path, streams, code):
    """What was to be printed on a closed stdout is missed, and that is said."""
    source, usual = tmp_path / "a.csv", tmp_path / "usual"
    source.write_text("0,0,1\n1,1,-1\n0,1,1\n")
    found = tmp_path / "found"
    for folder, how, expected in ((usual, "", 0), (found, streams, code)):
        folder.mkdir()
        assert closed(how, "convert", source, folder / "b.kpgui").returncode == expected
        assert closed(how, "render", source, "-o", folder / "c.png", "--size", "200x150").returncode == expected
    for name in ("b.kpgui", "c.png"):
        assert (found / name).read_bytes() == (usual / name).read_bytes()


@pytest.mark.slow
def test_a_disk_that_is_full_is_one_sentence(tmp_path):
    source, target = tmp_path / "a.csv", tmp_path / "a.png"
    source.write_text("0,0,1\n1,1,-1\n0,1,1\n")
    target.write_bytes(b"before")
    # A limit on the size of files: the system writes up to it, and no further, as on a disk that is full.
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192));"
        "from kpgui.__main__ import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", code, "render", source, "-o", target]
    ended = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=240, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"kpgui: {target} cannot be saved: file too large.\n"
    assert target.read_bytes() == b"before"
    assert sorted(tmp_path.iterdir()) == [source, target]


@pytest.mark.slow
@pytest.mark.parametrize(
    "locale",
    [{}, {"LC_ALL": "C"}, {"LANG": "POSIX"}, {"LC_CTYPE": "C"}, {"LC_ALL": "xx_YY.UTF-8"}, {"LANG": "xx_YY.UTF-8"}],
)
def test_the_locale_of_c_or_one_that_is_missing_is_no_reason_for_words_of_qt(locale, tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    (tmp_path / "one.csv").write_text("0,0,1\n1,1,-1\n")
    done = subprocess.run(
        [sys.executable, "-m", "kpgui", "render", "one.csv", "-o", "one.png"],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(ROOT), "PYTHONCOERCECLOCALE": "0", **locale},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
