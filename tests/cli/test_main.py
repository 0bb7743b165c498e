"""What holds for every command: exit codes, one line for what went wrong, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kpgui import __version__
from kpgui.cli import COMMANDS, main


def python(*words, **environ):
    return subprocess.run(
        [sys.executable, *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | environ,
        timeout=240,
        check=False,
    )


def imported(words, modules):
    """Those of the modules that are loaded after the command line ran with these words."""
    code = f"""
import sys
from kpgui.cli import main
code = main({[str(word) for word in words]!r})
print("loaded:", code, [name for name in {modules!r} if name in sys.modules])
"""
    return python("-c", code).stdout.splitlines()[-1]


def test_version(kpgui):
    result = kpgui("--version")
    assert (result.code, result.out, result.err) == (0, f"kpgui {__version__}\n", "")


def test_help_names_every_command(kpgui):
    result = kpgui("--help")
    assert result.code == 0
    assert all(f"kpgui {each.name} {each.synopsis}" in result.out for each in COMMANDS)


@pytest.mark.parametrize("command", [each.name for each in COMMANDS])
def test_every_command_has_help(kpgui, command):
    result = kpgui(command, "--help")
    assert result.code == 0
    assert f"usage: kpgui {command}" in result.out


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["train", "--help"], ["render", "--help"]])
def test_help_and_version_load_neither_qt_nor_numpy(words):
    assert imported(words, ["numpy", "PySide6", "pyqtgraph"]) == "loaded: 0 []"


@pytest.mark.slow
def test_work_without_a_window_does_not_load_qt(xor_file, tmp_path):
    for words in (
        ["train", xor_file],
        ["train", xor_file, "--json"],
        ["convert", xor_file, tmp_path / "out.kpgui"],
        ["generate", "moons", "-o", tmp_path / "moons.csv"],
        ["list", "kernels"],
    ):
        assert imported(words, ["PySide6", "pyqtgraph"]) == "loaded: 0 []"


def test_the_module_runs_and_answers_with_its_exit_code(tmp_path):
    result = python("-m", "kpgui", "train", tmp_path / "none.csv")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == f"kpgui: {tmp_path / 'none.csv'} cannot be opened: there is no such file.\n"


def test_a_bug_is_one_line_that_says_how_to_see_more(kpgui, xor_file, monkeypatch):
    monkeypatch.delenv("KPGUI_DEBUG", raising=False)
    monkeypatch.setattr("kpgui.api.train", lambda *_: 1 / 0)
    result = kpgui("train", xor_file)
    assert result.code == 1
    assert result.err == (
        "kpgui: this is a bug in kpgui, please report it "
        "(ZeroDivisionError: division by zero; KPGUI_DEBUG=1 shows where).\n"
    )


def test_the_traceback_of_a_bug_can_be_asked_for(kpgui, xor_file, monkeypatch):
    monkeypatch.setenv("KPGUI_DEBUG", "1")
    monkeypatch.setattr("kpgui.api.train", lambda *_: 1 / 0)
    result = kpgui("train", xor_file)
    assert result.code == 1
    assert "Traceback" in result.err
    assert result.err.splitlines()[-1].endswith("see above).")


def test_control_c_ends_quietly(kpgui, xor_file, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("kpgui.api.train", interrupt)
    result = kpgui("train", xor_file)
    assert (result.code, result.out, result.err) == (130, "", "kpgui: stopped.\n")


def test_too_little_memory_is_said_in_words(kpgui, xor_file, monkeypatch):
    def exhaust(*_):
        raise MemoryError

    monkeypatch.setattr("kpgui.api.train", exhaust)
    assert kpgui("train", xor_file).err == "kpgui: there is not enough memory for this; take fewer points.\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_reader_that_stops_early_is_no_error():
    command = f"{sys.executable} -m kpgui list generators | true; exit ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=240, check=False)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_an_error():
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "kpgui", "list", "kernels"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=240,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == "kpgui: the output cannot be written: No space left on device.\n"


def test_a_terminal_without_greek_letters_is_no_error():
    result = python("-m", "kpgui", "list", "kernels", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.returncode == 0
    assert "rbf" in result.stdout


def test_a_name_with_strange_characters_stays_on_one_line(kpgui, tmp_path):
    result = kpgui("train", tmp_path / "a\nb\x1b[31m.csv")
    assert result.code == 1
    assert len(result.err.splitlines()) == 1
    assert "\x1b" not in result.err


def test_nothing_is_raised_whatever_the_words(xor_file):
    for words in (["train", "\0"], ["convert", xor_file, "\0.csv"], ["generate", "\0", "-o", "a.csv"]):
        assert main([str(word) for word in words]) == 1
