"""`kpgui [FILE]`: the window, and the general help."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from kpgui import __version__
from kpgui.cli.command import Command
from kpgui.cli.display import display_problem
from kpgui.model.registry import nearest

INSTEAD = "without one, use `kpgui train FILE` or `kpgui render FILE -o picture.png`, or start an X server"


def run(words: list[str], commands: Sequence[Command]) -> int:
    """Show the window until it is closed. Returns its exit code, 2 when there is no display for it."""
    parser = _parser(commands)
    arguments, rest = parser.parse_known_args(words)
    _check(parser, arguments.file, rest, tuple(each.name for each in commands))
    problem = display_problem(os.environ, sys.platform)
    if problem:
        print(f"kpgui: {problem}; {INSTEAD}.", file=sys.stderr)
        return 2
    from kpgui.app import main as window

    return window(arguments.file)


def _parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    width = max(len(each.name) for each in commands)
    parser = argparse.ArgumentParser(
        prog="kpgui",
        usage="kpgui [FILE] | kpgui COMMAND … | kpgui --version | kpgui --help",
        description="See kernel classifiers learn. Without a command, the window opens.",
        epilog="\n".join(
            [
                "commands:",
                *(f"  {each.name:<{width}}  {each.meaning}" for each in commands),
                "",
                *(f"  kpgui {each.name} {each.synopsis}" for each in commands),
                "",
                "`kpgui COMMAND --help` says more. `kpgui ./train` opens a file that is called like a command.",
            ]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="a session or a file of labelled points to open")
    parser.add_argument("--version", action="version", version=f"kpgui {__version__}")
    return parser


def _check(parser: argparse.ArgumentParser, file: str | None, rest: list[str], commands: tuple[str, ...]) -> None:
    """Leave with exit code 2 when this cannot be `kpgui [FILE]`."""
    stray = [word for word in rest if word.startswith("-")]
    if stray:
        parser.error(f"there is no option {stray[0]}")
    there = file is not None and Path(file).exists()
    close = file is not None and nearest(file, commands).startswith("the nearest")
    if file is not None and not there and (rest or close):
        parser.error(f"there is no command {file!r}, and no such file; {nearest(file, commands)}")
    if rest:
        parser.error("the window opens one file; others can be opened from its menu")
