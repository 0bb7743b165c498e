"""The command that opens the window, and the check for a display."""

import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from kpgui import __version__
from kpgui.cli.arguments import Answered, Parser, sentence_about
from kpgui.cli.console import say
from kpgui.model.errors import short
from kpgui.model.registry import nearest
from kpgui.process import alert

ON_A_DISPLAY = ("", "xcb", "wayland", "wayland-egl", "wayland-brcm")
"""Qt's platforms that need a display. Qt itself reports whether any other one is available."""

_LOCAL = re.compile(r"(?:unix)?:(\d+)(?:\.\d+)?")


def display_problem(environ: Mapping[str, str], platform: str) -> str:
    """Why no window can be shown, "" if one can; without this check Qt would abort the process."""
    if platform in ("win32", "darwin"):
        return ""
    wanted = [name.partition(":")[0] for name in environ.get("QT_QPA_PLATFORM", "").split(";")]
    if any(name not in ON_A_DISPLAY for name in wanted):
        return ""
    wayland = environ.get("WAYLAND_DISPLAY", "") if set(wanted) != {"xcb"} else ""
    display = environ.get("DISPLAY", "") if {"", "xcb"} & set(wanted) else ""
    if not wayland and not display:
        return "there is no display to show the window on"
    if wayland and _answers(str(Path(environ.get("XDG_RUNTIME_DIR", "/"), wayland))):
        return ""
    if display and _x_server_answers(display):
        return ""
    return f"the display {display or wayland} does not answer"


def _x_server_answers(display: str) -> bool:
    """Whether the X server of DISPLAY accepts connections; assumed of one on another machine."""
    local = _LOCAL.fullmatch(display)
    if local is None:
        return True
    path = f"/tmp/.X11-unix/X{local[1]}"
    return _answers(path) or _answers("\0" + path)


def _answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2)
        try:
            connection.connect(address)
        except (OSError, ValueError):
            return False
    return True


INSTEAD = "without one, use `kpgui train FILE` or `kpgui render FILE -o picture.png`, or start an X server"


def run(parser: Parser, words: list[str], commands: tuple[str, ...]) -> int:
    """Shows the window until it is closed. Returns its exit code, 2 if there is no display.

    commands: their names. Raises Misuse or Answered.
    """
    return shown(_file(parser, words, commands))


def shown(file: str | None, lesson: str | None = None) -> int:
    """Shows the window with a file or a lesson until it is closed. Returns its exit code, 2 if there is no display."""
    problem = display_problem(os.environ, sys.platform)
    if problem:
        say(f"{problem}; {INSTEAD}.")
        return 2
    try:
        from kpgui.app import main as window

        return window(file, lesson)
    except Exception as error:
        alert(sentence_about(error), os.environ)
        raise


def _file(parser: Parser, words: list[str], commands: tuple[str, ...]) -> str | None:
    """The file to open, None for none, if the words can mean `kpgui [FILE]`. Raises Misuse, or Answered."""
    end = words.index("--") if "--" in words else len(words)
    options = [word for word in words[:end] if word.startswith("-") and word != "-"]
    files = [word for word in words[:end] if word not in options] + words[end + 1 :]
    arguments, stray = parser.parse_known_args(options)
    if arguments.version:
        raise Answered(f"kpgui {__version__}")
    if stray:
        parser.error(f"there is no option {short(stray[0])}")
    if not files:
        return None
    file, *rest = files
    if not file:
        parser.error("argument FILE: the name is empty; give that of a file")
    there = os.path.lexists(file)
    if not there and (rest or nearest(file, commands).startswith("the nearest")):
        parser.error(f"there is no command {short(file)!r}, and no such file; {nearest(file, commands)}")
    if rest:
        parser.error("the window opens one file; others can be opened from its menu")
    return file
