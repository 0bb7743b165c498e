"""The manual page and the shells' completions, made of the parser of the command line.

Run by the Python of an environment that has the program, argparse-manpage and shtab: `python manual.py FOLDER`.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

SHELLS = {"bash": "kpgui", "zsh": "_kpgui", "fish": "kpgui.fish"}
"""What each shell calls the file with the completions of a program."""

EXPRESSIONS = {"kernel": "KERNELS", "learner": "LEARNERS", "generator": "GENERATORS"}
"""Arguments that are expressions, and the registries of what they can be."""


def main(folder: Path) -> None:
    """Writes kpgui.1 and a file of completions for each shell."""
    import shtab

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kpgui.1").write_text(page(), encoding="utf-8")
    for shell, name in SHELLS.items():
        text = shtab.complete(completed(), shell)
        if shell == "bash":
            # `kpgui moons.csv` opens a file: where no command fits, files do.
            text = text.replace("complete -o filenames -F", "complete -o default -o filenames -F")
        (folder / name).write_text(text, encoding="utf-8")


def page() -> str:
    """The manual page, in troff."""
    from argparse_manpage.manpage import Manpage

    from kpgui import __version__
    from kpgui.cli import COMMANDS
    from kpgui.cli.arguments import whole_parser

    data = {
        "project_name": "kpgui",
        "version": __version__,
        "manual_title": "kpgui",
        "description": "see kernel classifiers learn",
        "url": "https://github.com/kpgui/kpgui",
        "format": "pretty",
        "include_prog": False,
    }
    parser = whole_parser(COMMANDS)
    for part in commands_of(parser):  # argparse-manpage leaves out their epilogs, which explain EXPR and the like
        part.description = "\n\n".join(filter(None, (part.description, part.epilog)))
    with patch.dict(os.environ, COLUMNS="1000"):  # man breaks the lines
        return str(Manpage(parser, _data=data))


def completed() -> argparse.ArgumentParser:
    """The parser, its arguments with what can be completed: files, names, and the beginnings of expressions."""
    import shtab

    import kpgui.generators
    import kpgui.kernels
    import kpgui.learners
    from kpgui.cli import COMMANDS
    from kpgui.cli.arguments import file_name, whole_parser

    parser = whole_parser(COMMANDS)
    modules = {"kernel": kpgui.kernels, "learner": kpgui.learners, "generator": kpgui.generators}
    for action in actions(parser):
        if action.type is file_name:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # which shtab reads
        elif action.dest in EXPRESSIONS:
            registry = getattr(modules[action.dest], EXPRESSIONS[action.dest])
            action.choices = [each.key for each in registry]
        elif names := getattr(action.type, "names", None):
            action.choices = names
    return parser


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands."""
    yield from parser._actions
    for part in commands_of(parser):
        yield from part._actions


def commands_of(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers of the commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
