"""The parser of the whole command line. Help, manual page and completions are made of it."""

import argparse
from collections.abc import Sequence

from kpgui.cli.command import Command, Parser

WINDOW = "kpgui [FILE] | kpgui COMMAND … | kpgui --version | kpgui --help"
DESCRIPTION = """\
See kernel classifiers learn. Without a command, the window opens, with FILE in it if one is given: a session or a file
of labelled points."""


def whole_parser(commands: Sequence[Command]) -> Parser:
    """The parser of `kpgui COMMAND …`; what it parses has the command as `command`, None without one."""
    parser = Parser(
        prog="kpgui",
        usage=WINDOW,
        description=DESCRIPTION,
        epilog="\n".join(
            [
                *(f"  kpgui {each.name} {each.synopsis}" for each in commands),
                "",
                "`kpgui COMMAND --help` says more. `kpgui ./train` opens a file that is called like a command.",
            ]
        ),
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.set_defaults(command=None)
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", prog="kpgui")
    for command in commands:
        part = parts.add_parser(
            command.name, help=command.meaning, description=command.description, epilog=command.epilog
        )
        part.set_defaults(command=command)
        command.add_arguments(part)
        _add_loudness(part)
    return parser


def _add_loudness(parser: argparse.ArgumentParser) -> None:
    """Adds how much is said on stderr."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("-q", "--quiet", action="store_true", help="say nothing on stderr but what went wrong")
    group.add_argument("-v", "--verbose", action="store_true", help="say on stderr what is done, and how long it takes")
