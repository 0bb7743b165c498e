"""`kpgui [FILE]`: opens the window, or prints the general help."""

import os
import sys

from kpgui import __version__
from kpgui.alert import alert
from kpgui.cli.arguments import sentence_about
from kpgui.cli.command import Answered, Parser
from kpgui.cli.console import say
from kpgui.cli.display import display_problem
from kpgui.model.quoting import short
from kpgui.model.registry import nearest

INSTEAD = "without one, use `kpgui train FILE` or `kpgui render FILE -o picture.png`, or start an X server"


def run(parser: Parser, words: list[str], commands: tuple[str, ...]) -> int:
    """Shows the window until it is closed. Returns its exit code, 2 if there is no display.

    commands: their names. Raises Misuse or Answered.
    """
    file = _file(parser, words, commands)
    problem = display_problem(os.environ, sys.platform)
    if problem:
        say(f"{problem}; {INSTEAD}.")
        return 2
    try:
        from kpgui.app import main as window

        return window(file)
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
