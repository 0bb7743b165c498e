"""`kpgui [FILE]`: opens the window, or prints the general help."""

import os
import sys
from collections.abc import Sequence

from kpgui import __version__
from kpgui.cli.arguments import file_name, say
from kpgui.cli.command import Answered, Command, Parser
from kpgui.cli.display import display_problem
from kpgui.model.quoting import short
from kpgui.model.registry import nearest

INSTEAD = "without one, use `kpgui train FILE` or `kpgui render FILE -o picture.png`, or start an X server"


def run(words: list[str], commands: Sequence[Command]) -> int:
    """Shows the window until it is closed. Returns its exit code, 2 if there is no display.

    Raises Misuse or Answered.
    """
    parser = _parser(commands)
    arguments, rest = parser.parse_known_args(words)
    if arguments.version:
        raise Answered(f"kpgui {__version__}")
    _check(parser, arguments.file, rest, tuple(each.name for each in commands))
    problem = display_problem(os.environ, sys.platform)
    if problem:
        say(f"{problem}; {INSTEAD}.")
        return 2
    from kpgui.app import main as window

    return window(arguments.file)


def _parser(commands: Sequence[Command]) -> Parser:
    width = max(len(each.name) for each in commands)
    parser = Parser(
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
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", type=file_name, help="a session or a file of labelled points to open"
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser


def _check(parser: Parser, file: str | None, rest: list[str], commands: tuple[str, ...]) -> None:
    """Raises Misuse unless the words can mean `kpgui [FILE]`."""
    stray = [word for word in rest if word.startswith("-")]
    if stray:
        parser.error(f"there is no option {short(stray[0])}")
    there = file is not None and os.path.lexists(file)
    close = file is not None and nearest(file, commands).startswith("the nearest")
    if file is not None and not there and (rest or close):
        parser.error(f"there is no command {short(file)!r}, and no such file; {nearest(file, commands)}")
    if rest:
        parser.error("the window opens one file; others can be opened from its menu")
