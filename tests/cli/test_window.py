"""`kpgui [FILE]`: the window, or why there is none."""

import socket
import sys
import tempfile
import types
from pathlib import Path

import pytest

from kpgui.cli.window import display_problem

posix = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs Unix sockets")


@pytest.fixture
def opened(monkeypatch):
    """What the window was opened with; no real one comes up."""
    files = []
    app = types.ModuleType("kpgui.app")
    app.main = lambda file, lesson=None: files.append(lesson or file) or 0
    monkeypatch.setitem(sys.modules, "kpgui.app", app)
    monkeypatch.setattr("kpgui.app", app, raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return files


def test_without_words_the_window_opens_empty(kpgui, opened):
    assert kpgui().code == 0
    assert opened == [None]


def test_a_file_is_opened_in_the_window(kpgui, opened, xor_file):
    assert kpgui(xor_file).code == 0
    assert opened == [str(xor_file)]


def test_a_file_called_like_a_command_is_opened_by_its_path(kpgui, opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train").write_text("1,2,1\n")
    assert kpgui("./train").code == 0
    assert kpgui("--", "train").code == 0
    assert opened == ["./train", "train"]
    assert kpgui("train").code == 2
    assert len(opened) == 2


@pytest.mark.parametrize("words", [["trian"], ["trian", "a.csv"], ["gen", "moons"]])
def test_a_misspelled_command_is_offered_the_nearest(kpgui, opened, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    result = kpgui(*words)
    assert result.code == 2
    assert f"there is no command '{words[0]}', and no such file" in result.err
    assert opened == []


def test_only_one_file_is_opened(kpgui, opened, xor_file):
    result = kpgui(xor_file, xor_file)
    assert result.code == 2
    assert "the window opens one file" in result.err


def test_without_a_display_it_says_what_to_use_instead(kpgui, opened, xor_file, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    result = kpgui(xor_file)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "kpgui: there is no display to show the window on; without one, use `kpgui train FILE` or "
        "`kpgui render FILE -o picture.png`, or start an X server.\n"
    )
    assert opened == []


@pytest.mark.parametrize(
    ("environ", "platform"),
    [
        ({}, "win32"),
        ({}, "darwin"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux"),
        ({"QT_QPA_PLATFORM": "vnc:size=800x600"}, "linux"),
        ({"QT_QPA_PLATFORM": "minimal"}, "linux"),
        ({"QT_QPA_PLATFORM": "nonsense"}, "linux"),  # there may be such a plugin: Qt says it if not
        ({"QT_QPA_PLATFORM": "wayland;nonsense"}, "linux"),
        ({"DISPLAY": "elsewhere:10.0"}, "linux"),
        ({"DISPLAY": "localhost:10.0"}, "linux"),
    ],
)
def test_there_is_a_display(environ, platform):
    assert display_problem(environ, platform) == ""


@posix
@pytest.mark.parametrize(
    ("environ", "problem"),
    [
        ({}, "there is no display"),
        ({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, "there is no display"),
        ({"QT_QPA_PLATFORM": "xcb"}, "there is no display"),
        ({"DISPLAY": ":98765"}, "the display :98765 does not answer"),
        ({"QT_QPA_PLATFORM": "wayland", "DISPLAY": "elsewhere:10"}, "there is no display"),
        ({"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"}, "there is no display"),
        ({"WAYLAND_DISPLAY": "wayland-98765"}, "the display wayland-98765 does not answer"),
    ],
)
def test_there_is_none(environ, problem):
    assert display_problem(environ, "linux").startswith(problem)


@posix
def test_a_display_that_answers():
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(str(Path(folder) / "wayland-0"))
        server.listen()
        environ = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": folder}
        assert display_problem(environ, "linux") == ""
