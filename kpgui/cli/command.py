"""What a command of the command line is."""

import argparse
from abc import ABC, abstractmethod
from typing import ClassVar


class Command(ABC):
    """One word after `kpgui`. synopsis: its arguments. meaning: one line for the list of commands."""

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
    def run(self, arguments: argparse.Namespace) -> str:
        """Do it, and return what to print. Raises KpguiError when it cannot be done."""
