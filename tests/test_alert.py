"""What is shown when the program cannot start and no terminal is there."""

import os
import subprocess
import sys

import pytest

from kpgui.process import dialog_command

SENTENCE = 'PySide6 is "not" <b>there</b>; $HOME'


def there(*programs):
    return lambda name: f"/usr/bin/{name}" if name in programs else None


def test_a_desktop_shows_it_with_the_first_program_that_is_there():
    command = dialog_command(SENTENCE, "linux", {"DISPLAY": ":0"}, there("xmessage", "kdialog"))
    assert command[0] == "/usr/bin/kdialog"
    assert command[-1].replace("\N{WORD JOINER}", "") == SENTENCE


def test_a_tag_is_no_tag_to_a_dialog_that_would_take_it_for_html():
    shown = {
        name: dialog_command(SENTENCE, "linux", {"DISPLAY": ":0"}, there(name)) for name in ("kdialog", "zenity", "yad")
    }
    assert "<b>" not in shown["kdialog"][-1]
    assert "--no-markup" in shown["zenity"] and "--no-markup" in shown["yad"]


def test_on_wayland_too():
    assert dialog_command(SENTENCE, "linux", {"WAYLAND_DISPLAY": "wayland-0"}, there("zenity"))


@pytest.mark.parametrize("environ", [{}, {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}])
def test_without_a_desktop_nothing_is_shown(environ):
    assert dialog_command(SENTENCE, "linux", environ, there("zenity")) == []


def test_without_such_a_program_nothing_is_shown():
    assert dialog_command(SENTENCE, "linux", {"DISPLAY": ":0"}, there()) == []


def test_on_macos_the_sentence_is_no_part_of_the_script():
    command = dialog_command(SENTENCE, "darwin", {}, there())
    assert command[0] == "osascript"
    assert command[-1] == SENTENCE
    assert not any(SENTENCE in word for word in command[:-1])


START = "import sys; from kpgui.app import main; sys.exit(main())"

WITHOUT_PYQTGRAPH = """
import sys
sys.modules["pyqtgraph"] = None
from kpgui.cli import main, window
window.display_problem = lambda environ, system: ""
sys.exit(main([]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a program of Linux desktops stands in for theirs")
@pytest.mark.parametrize(
    ("start", "environ", "code", "said"),
    [
        (START, {"QT_QPA_PLATFORM": "xcb", "QT_QPA_PLATFORM_PLUGIN_PATH": "/nowhere"}, 2, "no window can be shown"),
        (WITHOUT_PYQTGRAPH, {"QT_QPA_PLATFORM": "vnc:port=0"}, 1, "pyqtgraph"),
    ],
    ids=["Qt cannot start", "a library is missing"],
)
def test_whoever_clicked_twice_is_told_why_there_is_no_window(tmp_path, start, environ, code, said):
    """Where no terminal is, the sentence of stderr is in a dialog too."""
    shown = tmp_path / "shown"
    program = tmp_path / "zenity"
    program.write_text(f'#!/bin/sh\nfor word; do :; done\nprintf %s "$word" > "{shown}"\n')
    program.chmod(0o755)
    environ = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "DISPLAY": ":9", **environ}
    done = subprocess.run(
        [sys.executable, "-c", start], env=environ, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == code
    assert said in shown.read_text()
    assert done.stderr == f"kpgui: {shown.read_text()}\n"
