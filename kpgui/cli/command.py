"""The interface of a command, and the argument parser of all of them."""

import argparse
from abc import ABC, abstractmethod
from typing import ClassVar, NoReturn


class Misuse(Exception):
    """Wrong usage; its text is the message to print."""


class Answered(Exception):
    """--help or --version was asked for; its text is the answer."""


class PartlyFailed(Exception):
    """Some of several things failed, and that was said. Its text is what to print about the others."""


class Parser(argparse.ArgumentParser):
    """A parser that prints nothing itself: it raises Misuse with one sentence, or Answered.

    color: whether help is coloured at a terminal. Python 3.14's argparse hands its own to the parsers of commands.
    """

    def __init__(
        self, prog: str, description: str, epilog: str, usage: str | None = None, *, color: bool = False
    ) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.color = color

    def print_help(self, file: object = None) -> NoReturn:
        raise Answered(self.format_help().rstrip())

    def error(self, message: str) -> NoReturn:
        raise Misuse(f"{message}; see `{self.prog} --help`.")


class Command(ABC):
    """A subcommand, `kpgui NAME`. synopsis: its arguments. meaning: one line for the list of commands."""

    name: ClassVar[str]
    synopsis: ClassVar[str]
    meaning: ClassVar[str]
    epilog: ClassVar[str] = ""

    @property
    def description(self) -> str:
        return self.meaning[:1].upper() + self.meaning[1:] + "."

    @abstractmethod
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    @abstractmethod
    def run(self, arguments: argparse.Namespace) -> str | bytes:
        """Runs the command. Returns what to print: text, or the content of a file as it is.

        Raises KpguiError or PartlyFailed when it fails.
        """
